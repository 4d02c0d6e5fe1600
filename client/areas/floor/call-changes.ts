import { useTranslation } from 'react-i18next'
import type { endCall, TableCall, takeCall } from '#shared/contracts/calls.ts'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { BareEndpoint } from '../../lib/api/bare-endpoint.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { ignoreNotFound } from '../../lib/changes/ignore-not-found.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { toast } from '../../ui/toast/store.ts'
import { floorKey } from './floor-query.ts'

const takeEndpoint: BareEndpoint<typeof takeCall> = { method: 'POST', path: '/api/tables/:id/calls/:callId/take' }
const endEndpoint: BareEndpoint<typeof endCall> = {
  method: 'DELETE',
  path: '/api/tables/:id/calls/:callId',
  status: 204,
}

const paramsOf = (table: FloorTable, call: TableCall) => ({ id: String(table.id), callId: String(call.id) })

/**
 * Records that this user is on the way; if another user already is, a message names that user
 * (docs/product/floor.md#floor-calls).
 */
export function useTakeCall(table: FloorTable, call: TableCall) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: () => sendChange(takeEndpoint, { params: paramsOf(table, call) }),
    onError(error) {
      const takenBy = error instanceof RequestError && error.code === 'taken' ? error.body.takenBy : undefined
      if (takenBy === undefined) toastFailure(t('floor.takeFailed'), error)
      else toast({ title: t('floor.takenBy', { name: takenBy }) })
    },
    refetch: [floorKey],
  })
}

export function useEndCall(table: FloorTable, call: TableCall) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: () => ignoreNotFound(sendChange(endEndpoint, { params: paramsOf(table, call) })),
    failureTitle: t('floor.endFailed'),
    refetch: [floorKey],
  })
}
