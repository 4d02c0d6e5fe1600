import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, ne, notExists, notInArray, sql } from 'drizzle-orm'
import { anyOfIds, firstOf, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { orders, tableCalls } from '#server/db/schema/index.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import type { CallKind } from '#shared/domain/table-state.ts'

export type CallRow = typeof tableCalls.$inferSelect

/** Topic of the announcement that a call is new or changed; carries the call's id. */
export const CALL_TOPIC = 'call'

/** Statements that change calls return this expression, which announces them in the same statement. */
const announcingCall = { announced: sql.raw(announcingSql(CALL_TOPIC, 'table_calls.id')) }

const { id, kind, takenAt, endedAt, token } = tableCalls

export async function findLastCall(tx: Tx, tableId: number, callKind: CallKind): Promise<CallRow | undefined> {
  const isOfTable = and(eq(tableCalls.tableId, tableId), eq(kind, callKind))
  return firstOf(tx.select().from(tableCalls).where(isOfTable))
}

/** Stores a new call in place of `ended`, and announces it. The table must be locked. */
export async function insertCall(
  tx: Tx,
  call: Pick<CallRow, 'tableId' | 'kind' | 'method' | 'token' | 'createdAt'>,
  ended: CallRow | undefined,
): Promise<CallRow> {
  if (ended) await tx.delete(tableCalls).where(eq(id, ended.id))
  const columns = { ...getTableColumns(tableCalls), ...announcingCall }
  return onlyOf(tx.insert(tableCalls).values(call).returning(columns))
}

export function listOpenCalls(db: Reader): Promise<CallRow[]> {
  return db.select().from(tableCalls).where(isNull(endedAt)).orderBy(asc(id))
}

export async function lockCall(tx: Tx, tableId: number, callId: number): Promise<CallRow | undefined> {
  const isThis = and(eq(id, callId), eq(tableCalls.tableId, tableId))
  return firstOf(tx.select().from(tableCalls).where(isThis).for('update'))
}

export async function writeTaken(tx: Tx, callId: number, taken: Partial<CallRow>): Promise<void> {
  await tx.update(tableCalls).set(taken).where(eq(id, callId)).returning(announcingCall)
}

/** Ends a call that is open, and announces it. */
export async function writeEnded(tx: Tx, callId: number, now: Date): Promise<void> {
  await tx
    .update(tableCalls)
    .set({ endedAt: now })
    .where(and(eq(id, callId), isNull(endedAt)))
    .returning(announcingCall)
}

/** Ends the open calls for the bill at those of these tables where no open order owes anything, and announces it. */
export async function endPaidBillCalls(tx: Tx, tableIds: readonly number[], now: Date): Promise<void> {
  const isOpenHere = and(eq(orders.tableId, tableCalls.tableId), inArray(orders.status, [...OPEN_STATUSES]))
  const isOwing = and(isOpenHere, ne(orders.total, orders.paid))
  const owing = tx.select({ id: orders.id }).from(orders).where(isOwing)
  const isBill = and(inArray(tableCalls.tableId, [...tableIds]), eq(kind, 'bill'), isNull(endedAt))
  await tx
    .update(tableCalls)
    .set({ endedAt: now })
    .where(and(isBill, notExists(owing)))
    .returning(announcingCall)
}

const isOpenAt = (tableId: number) => and(eq(tableCalls.tableId, tableId), isNull(endedAt))

/** Ends the open calls of a locked table, and announces it. */
export async function endCallsAt(tx: Tx, tableId: number, now: Date): Promise<void> {
  await tx.update(tableCalls).set({ endedAt: now }).where(isOpenAt(tableId)).returning(announcingCall)
}

/** Moves the open calls of a locked table to another one; a call ends if one of its kind is open there. */
export async function moveCalls(tx: Tx, from: number, to: number, now: Date): Promise<void> {
  const kindsAt = (tableId: number) => tx.select({ kind }).from(tableCalls).where(isOpenAt(tableId))
  const kinds = (await kindsAt(from)).map((call) => call.kind)
  if (kinds.length === 0) return
  const isEndedThere = and(eq(tableCalls.tableId, to), inArray(kind, kinds), isNotNull(endedAt))
  await tx.delete(tableCalls).where(isEndedThere)
  await tx
    .update(tableCalls)
    .set({ tableId: to })
    .where(and(isOpenAt(from), notInArray(kind, kindsAt(to))))
    .returning(announcingCall)
  await endCallsAt(tx, from, now)
}

/** Reads the fields of these calls that phones may see, with the tokens that give access to them. */
export function readWatchedCalls(db: Reader, ids: number[]) {
  const isAnyOf = sql`${id} = ${anyOfIds(ids)}`
  return db.select({ id, takenAt, endedAt, token }).from(tableCalls).where(isAnyOf)
}
