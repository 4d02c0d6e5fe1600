import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { getFloor } from '#shared/contracts/floor.ts'
import { changeOrder, type Order } from '#shared/contracts/orders.ts'
import { endSession, listSessions, moveSession, type SessionOverview } from '#shared/contracts/shared-sessions.ts'
import * as api from '#shared/contracts/tables.ts'
import { change, list, readAll } from '../../../kit/changes.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey } from '../../../lib/api/query.ts'
import { useOwnerChange } from '../../../lib/changes/refetching.ts'
import { ifMatch, sendChange } from '../../../lib/changes/send-change.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { t } from '../../../ui/index.ts'
import { putOrders, refetchedOrders, refetchOrders } from '../../orders/index.ts'

const tablesKey = areaKey('tables')
const sessionsKey = areaKey('sessions')
/** Most changes of a table also change the session at it, and what the floor shows. */
const also = [tablesKey, sessionsKey, [getFloor.path]]

const tables = list<api.Table>(tablesKey, {
  read: readAll(api.getTables),
  also,
  order: (one, other) => one.number - other.number,
})
const sessions = list<RunningSession>(sessionsKey, { also })

/** A running session with its end by the server's clock, in milliseconds since 1970. */
export interface RunningSession extends SessionOverview {
  endsAt: number
}

/** Since when the tables are in use, as the floor says it; what else the dashboard reads there keeps it up to date. */
export function useTablesInUse() {
  return useQuery({ queryKey: [getFloor.path], queryFn: ({ signal }) => callApi(getFloor, { signal }) })
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

/** What is added at once: a table, or several that differ in their numbers. */
interface AddedTables extends Omit<api.TableInput, 'number'> {
  numbers: readonly number[]
}

/** The tables, and what the editor of one of them changes; the requests say how it ended. */
export const tableList = {
  use: tables.use,
  draft: 'table',
  nameOf: ({ number }: api.Table) => String(number),
  fieldOfCode: { table_number_taken: 'number' },
  /** Adds tables, all or none. The caller shows at the field that a number is already in use. */
  addSeveral: change(
    async ({ input: { numbers, ...input }, key }: { input: AddedTables; key: string }): Promise<api.Table[]> => {
      const headers = { 'Idempotency-Key': key }
      const [number = 0, ...others] = numbers
      if (others.length === 0) return [await sendChange(api.createTable, { body: { ...input, number }, headers })]
      return sendChange(api.createTables, { body: { numbers: [...numbers], capacity: input.capacity }, headers })
    },
    {
      ...tables.inTurn,
      // The list is changed at once: the form offers the next number. A refetch may already have added the tables.
      onDone: (_, added) => added.forEach(tables.put),
      done: (_, added) =>
        added.length === 1
          ? t('tables.added', { number: added[0]?.number })
          : t('tables.addedSeveral', { count: added.length }),
      failed: 'tables.createFailed',
    },
  ),
  save: tables.save(api.changeTable, {
    done: (_, { number }) => t('tables.saved', { number }),
    failed: 'common.notChanged',
  }),
  /** Reserves a table or frees it; freeing also ends its session (docs/product/tables.md#tables-by-hand). */
  setStatus: tables.change(
    ({ id }, body: z.input<typeof api.setTableStatus.body>) =>
      sendChange(api.setTableStatus, { params: { id: String(id) }, body }),
    { onDone: refetchOrders, onFailed: refetchOrders, failed: 'tables.statusFailed' },
  ),
  /** Gives a table's code a new key (docs/product/tables.md#tables-keys). */
  renewKey: tables.change(({ id }: api.Table) => sendChange(api.renewTableKey, { params: { id: String(id) } }), {
    done: ({ number }) => t('tables.newCodeDone', { number }),
    failed: 'common.notChanged',
  }),
  remove: tables.remove(api.deleteTable, {
    done: ({ number }) => t('tables.deleted', { number }),
    failed: 'common.notDeleted',
  }),
  endSession: sessions.remove(endSession, {
    done: ({ tableNumber }) => t('tables.ended', { number: tableNumber }),
    failed: 'common.notChanged',
  }),
}

export function useMoveSession() {
  return useOwnerChange({
    mutationFn: ({ session, to }: { session: Pick<SessionOverview, 'id'>; to: api.Table }) =>
      sendChange(moveSession, { params: { id: session.id }, body: { tableId: to.id } }),
    failure: 'common.notChanged',
    refetch: also,
    // The toast about the move waits for it: what the board shows, the live channel does not report again in its place.
    onSettled: refetchedOrders,
  })
}

interface MovedOrders {
  notMoved: { order: Order; error: unknown }[]
  /** Who is to come to the other table. */
  promised: api.Promised | undefined
}

/** Moves orders one after another, each only if it has not changed; answers those that it could not move. */
export function useMoveOrders() {
  return useOwnerChange({
    async mutationFn({ orders, to }: { orders: readonly Order[]; to: api.Table }): Promise<MovedOrders> {
      const moved: MovedOrders = { notMoved: [], promised: undefined }
      for (const order of orders) {
        try {
          const sent = { params: { id: String(order.id) }, body: { tableId: to.id }, headers: ifMatch(order) }
          // What the board shows, the live channel does not report again in place of the toast about the move.
          const { promised, ...changed } = await sendChange(changeOrder, sent)
          moved.promised = promised
          putOrders([changed])
        } catch (error) {
          moved.notMoved.push({ order, error })
        }
      }
      return moved
    },
    refetch: also,
    onSettled: refetchOrders,
  })
}
