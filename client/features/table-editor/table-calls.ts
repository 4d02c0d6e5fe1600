import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeOrder, type Order } from '#shared/contracts/orders.ts'
import { changeSettings } from '#shared/contracts/settings.ts'
import { endSession, listSessions, moveSession, type SessionOverview } from '#shared/contracts/shared-sessions.ts'
import {
  changeTable,
  createTable,
  deleteTable,
  getTables,
  renewTableKey,
  setTableStatus,
  type Table,
  type TableInput,
} from '#shared/contracts/tables.ts'
import { settingsKey } from '../../entities/settings/index.ts'
import { ANSWER_WITHIN_MS } from '../../lib/api/answer-within.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/area-key.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { ifMatch } from '../../lib/api/if-match.ts'
import { ignoreNotFound } from '../../lib/api/ignore-not-found.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { toast } from '../../ui/toast/store.ts'

const timeout = ANSWER_WITHIN_MS
const paramsOf = ({ id }: Table) => ({ id: String(id) })

/** Also the key of the list from which guests and waiters choose. */
const tablesKey = areaKey('tables')
const sessionsKey = areaKey('sessions')

export function useOwnersTables() {
  return useQuery({ queryKey: tablesKey, queryFn: ({ signal }) => callApi(getTables, { signal }) })
}

/** A running session, and when it ends by the server's clock, in milliseconds since 1970. */
export interface RunningSession extends SessionOverview {
  endsAt: number
}

export function useRunningSessions() {
  return useQuery({
    queryKey: sessionsKey,
    async queryFn({ signal }): Promise<RunningSession[]> {
      const sessions = await callApi(listSessions, { signal })
      return sessions.map((session) => ({ ...session, endsAt: serverNow() + session.minutesLeft * 60_000 }))
    },
  })
}

/** Adds a table; the caller says the refusal of its number under the field. */
export function useAddTable() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ input, key }: { input: TableInput; key: string }) =>
      callApi(createTable, { body: input, headers: { 'Idempotency-Key': key }, timeout }),
    onSuccess(added) {
      // At once, because the number offered next follows from it; again where another device's answer was quicker.
      queryClient.setQueryData<Table[]>(tablesKey, (tables) => [
        ...(tables ?? []).filter(({ id }) => id !== added.id),
        added,
      ])
      toast({ title: t('tables.added', { number: added.number }) })
    },
    onError: (error) => failed(t('tables.createFailed'), error),
    onSettled: refetch,
  })
}

export function useChangeTable(table: Table) {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (change: Partial<TableInput>) =>
      callApi(changeTable, { params: paramsOf(table), body: change, timeout }),
    onSuccess: ({ number }) => toast({ title: t('tables.saved', { number }) }),
    onError: (error) => failed(t('tables.changeFailed'), error),
    onSettled: refetch,
  })
}

/** Reserves a table or frees it; freeing also ends its session (docs/product.md#tables-by-hand). */
export function useSetTableStatus(onDone?: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ table, status }: { table: Table; status: Table['status'] }) =>
      callApi(setTableStatus, { params: paramsOf(table), body: { status }, timeout }),
    onSuccess(changed) {
      queryClient.setQueryData<Table[]>(tablesKey, (tables) =>
        tables?.map((table) => (table.id === changed.id ? changed : table)),
      )
      onDone?.()
    },
    onError: (error) => failed(t('tables.statusFailed'), error),
    onSettled: refetch,
  })
}

/** Gives a table's code a new key (docs/product.md#tables-keys). */
export function useRenewKey(onRenewed: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (table: Table) => callApi(renewTableKey, { params: paramsOf(table), timeout }),
    onSuccess(renewed) {
      // At once, because a code that is printed now must carry the new key.
      queryClient.setQueryData<Table[]>(tablesKey, (tables) =>
        tables?.map((table) => (table.id === renewed.id ? renewed : table)),
      )
      toast({ title: t('tables.newCodeDone', { number: renewed.number }) })
      onRenewed()
    },
    onError: (error) => failed(t('tables.newCodeFailed'), error),
    onSettled: refetch,
  })
}

/** Switches on or off whether orders need the key of the table's code. */
export function useRequireKeys() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (tableKeysRequired: boolean) => callApi(changeSettings, { body: { tableKeysRequired }, timeout }),
    onSuccess: (settings) => queryClient.setQueryData(settingsKey, settings),
    onError: (error) => failed(t('tables.keys.failed'), error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsKey }),
  })
}

export function useDeleteTable(onGone: () => void) {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (table: Table) => ignoreNotFound(callApi(deleteTable, { params: paramsOf(table), timeout })),
    onSuccess(_, { number }) {
      toast({ title: t('tables.deleted', { number }) })
      onGone()
    },
    onError: (error) => failed(t('tables.deleteFailed'), error),
    onSettled: refetch,
  })
}

export function useEndSession(onDone: () => void) {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ id }: SessionOverview) => callApi(endSession, { params: { id }, timeout }),
    onSuccess(_, { tableNumber }) {
      toast({ title: t('tables.ended', { number: tableNumber }) })
      onDone()
    },
    onError: (error) => failed(t('tables.endFailed'), error),
    onSettled: refetch,
  })
}

export function useMoveSession() {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ session, to }: { session: SessionOverview; to: Table }) =>
      callApi(moveSession, { params: { id: session.id }, body: { tableId: to.id }, timeout }),
    onError: (error) => failed(t('tables.moving.sessionFailed'), error),
    onSettled: refetch,
  })
}

export interface NotMoved {
  order: Order
  error: unknown
}

/** Moves orders one after another, each from what is shown or not at all. @returns those that could not be moved, and why */
export function useMoveOrders() {
  const refetch = useRefetch()
  return useMutation({
    async mutationFn({ orders, to }: { orders: readonly Order[]; to: Table }): Promise<NotMoved[]> {
      const notMoved: NotMoved[] = []
      for (const order of orders) {
        try {
          await callApi(changeOrder, {
            params: { id: String(order.id) },
            body: { tableId: to.id },
            headers: ifMatch(order),
            timeout,
          })
        } catch (error) {
          notMoved.push({ order, error })
        }
      }
      return notMoved
    },
    onSettled: refetch,
  })
}

/** Asks for tables and sessions again, after a refusal too: what is shown may be old. Nobody waits for it. */
function useRefetch(): () => void {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [tablesKey, sessionsKey]) void queryClient.invalidateQueries({ queryKey })
  }
}

function failed(title: string, error: unknown): void {
  toast({ variant: 'destructive', title, description: errorMessage(error) })
}
