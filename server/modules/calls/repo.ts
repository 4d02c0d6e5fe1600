import { and, asc, eq, getTableColumns, inArray, isNull, ne, notExists, sql } from 'drizzle-orm'
import { anyOfIds, firstOf, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { orders, tableCalls } from '#server/db/schema/index.ts'
import { announcingCall } from '#server/modules/occupancy/index.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import type { CallKind } from '#shared/domain/table-state.ts'

export type CallRow = typeof tableCalls.$inferSelect

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

/** Reads the fields of these calls that phones may see, with the tokens that give access to them. */
export function readWatchedCalls(db: Reader, ids: number[]) {
  const isAnyOf = sql`${id} = ${anyOfIds(ids)}`
  return db.select({ id, takenAt, endedAt, token }).from(tableCalls).where(isAnyOf)
}
