import { useTranslation } from 'react-i18next'
import type { FloorTable } from '#shared/contracts/floor.ts'
import { setTableStatus } from '#shared/contracts/tables.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { floorKey } from './floor-query.ts'

/** Reserves a table, or ends its reservation; a table in use then becomes occupied. */
export function useReserve({ id, session, orders }: FloorTable) {
  const { t } = useTranslation()
  const isInUse = session !== null || orders > 0
  return useOwnerChange({
    mutationFn: (isReserved: boolean) =>
      sendChange(setTableStatus, {
        params: { id: String(id) },
        body: { status: isReserved ? 'reserved' : isInUse ? 'occupied' : 'available' },
      }),
    failureTitle: t('floor.reserveFailed'),
    refetch: [floorKey],
  })
}
