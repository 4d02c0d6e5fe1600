import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeOrder, type Order } from '#shared/contracts/orders.ts'
import { endSession, listSessions, moveSession, type SessionOverview } from '#shared/contracts/shared-sessions.ts'
import {
  changeTable,
  createTable,
  deleteTable,
  getTables,
  type Reservation,
  renewTableKey,
  setTableStatus,
  type Table,
  type TableInput,
} from '#shared/contracts/tables.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey } from '../../../lib/api/query.ts'
import { ifMatch, ignoreNotFound, sendChange } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { toast } from '../../../ui/toast/store.ts'

const paramsOf = ({ id }: Table) => ({ id: String(id) })

/** Also the query key of the list in which guests and waiters choose a table. */
const tablesKey = areaKey('tables')
const sessionsKey = areaKey('sessions')
/** Most changes of a table also change the session at it. */
const refetch = [tablesKey, sessionsKey]

export function useOwnersTables() {
  return useQuery({ queryKey: tablesKey, queryFn: ({ signal }) => callApi(getTables, { signal }) })
}

/** A running session with its end by the server's clock, in milliseconds since 1970. */
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

/** Shows an added or changed table in the list at once. */
function showTable(queryClient: QueryClient, shown: Table): void {
  queryClient.setQueryData<Table[]>(
    tablesKey,
    (tables) => tables && [...tables.filter(({ id }) => id !== shown.id), shown].sort((a, b) => a.number - b.number),
  )
}

/** Adds a table. The caller shows at the field that a number is already in use. */
export function useAddTable() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    mutationFn: ({ input, key }: { input: TableInput; key: string }) =>
      sendChange(createTable, { body: input, headers: { 'Idempotency-Key': key } }),
    onSuccess(added) {
      // Update the list at once: the form offers the next number. A refetch may already have added the table.
      showTable(queryClient, added)
      toast({ title: t('tables.added', { number: added.number }) })
    },
    failureTitle: t('tables.createFailed'),
    refetch,
  })
}

export function useChangeTable(table: Table) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (change: Partial<TableInput>) => sendChange(changeTable, { params: paramsOf(table), body: change }),
    onSuccess: ({ number }) => toast({ title: t('tables.saved', { number }) }),
    failureTitle: t('tables.changeFailed'),
    refetch,
  })
}

interface StatusChange {
  table: Table
  status: Table['status']
  reservedFor?: Reservation
  withoutPayment?: boolean
}

/** Reserves a table or frees it; freeing also ends its session (docs/product/tables.md#tables-by-hand). */
export function useSetTableStatus(onDone?: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    mutationFn: ({ table, ...body }: StatusChange) => sendChange(setTableStatus, { params: paramsOf(table), body }),
    onSuccess(changed) {
      showTable(queryClient, changed)
      onDone?.()
    },
    failureTitle: t('tables.statusFailed'),
    refetch,
  })
}

/** Gives a table's code a new key (docs/product/tables.md#tables-keys). */
export function useRenewTableKey(onRenewed: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useOwnerChange({
    mutationFn: (table: Table) => sendChange(renewTableKey, { params: paramsOf(table) }),
    onSuccess(renewed) {
      // Update the list at once: a code printed now must contain the new key.
      showTable(queryClient, renewed)
      toast({ title: t('tables.newCodeDone', { number: renewed.number }) })
      onRenewed()
    },
    failureTitle: t('tables.newCodeFailed'),
    refetch,
  })
}

export function useDeleteTable(onGone: () => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (table: Table) => ignoreNotFound(sendChange(deleteTable, { params: paramsOf(table) })),
    onSuccess(_, { number }) {
      toast({ title: t('tables.deleted', { number }) })
      onGone()
    },
    failureTitle: t('tables.deleteFailed'),
    refetch,
  })
}

export function useEndSession(onDone: () => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: ({ id }: SessionOverview) => sendChange(endSession, { params: { id } }),
    onSuccess(_, { tableNumber }) {
      toast({ title: t('tables.ended', { number: tableNumber }) })
      onDone()
    },
    failureTitle: t('tables.endFailed'),
    refetch,
  })
}

export function useMoveSession() {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: ({ session, to }: { session: Pick<SessionOverview, 'id'>; to: Table }) =>
      sendChange(moveSession, { params: { id: session.id }, body: { tableId: to.id } }),
    failureTitle: t('tables.moving.sessionFailed'),
    refetch,
  })
}

export interface NotMoved {
  order: Order
  error: unknown
}

export interface MovedOrders {
  /** As they are at the other table. */
  moved: Order[]
  notMoved: NotMoved[]
}

/** Moves orders one after another, each only if it has not changed. */
export function useMoveOrders() {
  return useOwnerChange({
    async mutationFn({ orders, to }: { orders: readonly Order[]; to: Table }): Promise<MovedOrders> {
      const moved: Order[] = []
      const notMoved: NotMoved[] = []
      for (const order of orders) {
        try {
          const sent = { params: { id: String(order.id) }, body: { tableId: to.id }, headers: ifMatch(order) }
          moved.push(await sendChange(changeOrder, sent))
        } catch (error) {
          notMoved.push({ order, error })
        }
      }
      return { moved, notMoved }
    },
    refetch,
  })
}
