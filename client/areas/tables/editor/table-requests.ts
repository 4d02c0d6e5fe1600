import { useQuery } from '@tanstack/react-query'
import { getFloor } from '#shared/contracts/floor.ts'
import { changeOrder, type Order } from '#shared/contracts/orders.ts'
import { endSession, listSessions, moveSession, type SessionOverview } from '#shared/contracts/shared-sessions.ts'
import * as api from '#shared/contracts/tables.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey, queryClient } from '../../../lib/api/query.ts'
import { ifMatch, ignoreNotFound, sendChange } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { i18n, toast } from '../../../ui/index.ts'
import { useBoardState } from '../../orders/index.ts'

const paramsOf = ({ id }: api.Table) => ({ id: String(id) })

const tablesKey = areaKey('tables')
const sessionsKey = areaKey('sessions')
/** Most changes of a table also change the session at it, and what the floor shows. */
const refetch = [tablesKey, sessionsKey, [getFloor.path]]
/** For those that also change orders. */
const andOrders = { refetch, onSettled: () => useBoardState.getState().refetch() }

export function useOwnersTables() {
  return useQuery({ queryKey: tablesKey, queryFn: ({ signal }) => callApi(api.getTables, { signal }) })
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
function showTable(shown: api.Table): void {
  queryClient.setQueryData<api.Table[]>(
    tablesKey,
    (tables) => tables && [...tables.filter(({ id }) => id !== shown.id), shown].sort((a, b) => a.number - b.number),
  )
}

/** What is added at once: a table, or several that differ in their numbers. */
interface AddedTables extends Omit<api.TableInput, 'number'> {
  numbers: readonly number[]
}

/** Adds tables, all or none. The caller shows at the field that a number is already in use. */
export function useAddTables() {
  return useOwnerChange({
    async mutationFn({ input: { numbers, ...input }, key }: { input: AddedTables; key: string }): Promise<api.Table[]> {
      const headers = { 'Idempotency-Key': key }
      const [number = 0, ...others] = numbers
      if (others.length === 0) return [await sendChange(api.createTable, { body: { ...input, number }, headers })]
      return sendChange(api.createTables, { body: { numbers: [...numbers], capacity: input.capacity }, headers })
    },
    onSuccess(added) {
      // Update the list at once: the form offers the next number. A refetch may already have added the tables.
      for (const table of added) showTable(table)
      const [first] = added
      toast({
        title:
          first && added.length === 1
            ? i18n.t('tables.added', { number: first.number })
            : i18n.t('tables.addedSeveral', { count: added.length }),
      })
    },
    failure: 'tables.createFailed',
    refetch,
  })
}

export function useChangeTable(table: api.Table) {
  return useOwnerChange({
    mutationFn: (change: Partial<api.TableInput>) =>
      sendChange(api.changeTable, { params: paramsOf(table), body: change }),
    success: ({ number }) => i18n.t('tables.saved', { number }),
    failure: 'tables.changeFailed',
    refetch,
  })
}

interface StatusChange {
  table: api.Table
  status: api.Table['status']
  reservedFor?: api.Reservation
  withoutPayment?: boolean
}

/** Reserves a table or frees it; freeing also ends its session (docs/product/tables.md#tables-by-hand). */
export function useSetTableStatus(onDone?: () => void) {
  return useOwnerChange({
    mutationFn: ({ table, ...body }: StatusChange) => sendChange(api.setTableStatus, { params: paramsOf(table), body }),
    onSuccess(changed) {
      showTable(changed)
      onDone?.()
    },
    failure: 'tables.statusFailed',
    ...andOrders,
  })
}

/** Gives a table's code a new key (docs/product/tables.md#tables-keys). */
export function useRenewTableKey() {
  return useOwnerChange({
    mutationFn: (table: api.Table) => sendChange(api.renewTableKey, { params: paramsOf(table) }),
    onSuccess(renewed) {
      // Update the list at once: a code printed now must contain the new key.
      showTable(renewed)
      toast({ title: i18n.t('tables.newCodeDone', { number: renewed.number }) })
    },
    failure: 'tables.newCodeFailed',
    refetch,
  })
}

export function useDeleteTable() {
  return useOwnerChange({
    mutationFn: (table: api.Table) => ignoreNotFound(sendChange(api.deleteTable, { params: paramsOf(table) })),
    success: (_, { number }) => i18n.t('tables.deleted', { number }),
    failure: 'tables.deleteFailed',
    refetch,
  })
}

export function useEndSession() {
  return useOwnerChange({
    mutationFn: ({ id }: SessionOverview) => sendChange(endSession, { params: { id } }),
    success: (_, { tableNumber }) => i18n.t('tables.ended', { number: tableNumber }),
    failure: 'tables.endFailed',
    refetch,
  })
}

export function useMoveSession() {
  return useOwnerChange({
    mutationFn: ({ session, to }: { session: Pick<SessionOverview, 'id'>; to: api.Table }) =>
      sendChange(moveSession, { params: { id: session.id }, body: { tableId: to.id } }),
    failure: 'tables.moving.sessionFailed',
    ...andOrders,
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
    async mutationFn({ orders, to }: { orders: readonly Order[]; to: api.Table }): Promise<MovedOrders> {
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
    ...andOrders,
  })
}
