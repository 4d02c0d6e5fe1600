import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { firstOf, locking, prepared, type Reader, type Tx } from '#server/db/index.ts'
import { orders, sessionParticipants, sharedSessions, tables, whoSitsNow } from '#server/db/schema/index.ts'
import { endCallsAt } from '#server/modules/calls/index.ts'
import { endSeatedAt } from '#server/modules/reservations/index.ts'
import { announcingSql, CHANGED_TOPIC } from '#server/platform/live/announcements.ts'
import type { ChangedArea } from '#shared/contracts/live.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { OPEN_STATUSES } from '#shared/domain/orders/order.ts'

/** Statements that change tables return this expression, which announces them in the same statement. */
const announcingTables = { announced: sql.raw(announcingSql(CHANGED_TOPIC, `'${'tables' satisfies ChangedArea}'`)) }

const tableQuery = (db: Reader) =>
  db
    .select({ number: tables.number, label: tables.label, key: tables.key, status: tables.status })
    .from(tables)
    .where(eq(tables.id, sql.placeholder('tableId')))
const lockedTable = prepared((db) => tableQuery(db).for('update').prepare('hold_table'))
const tableToOrderAt = prepared((db) => tableQuery(db).prepare('table_to_order_at'))

export type LockedTable = Pick<Table, 'number' | 'label' | 'status'> & {
  /** The key of the table's code. */
  key: string
}

export function lockTable(tx: Tx, tableId: number): Promise<LockedTable | undefined> {
  return firstOf(lockedTable(locking(tx, tables)).execute({ tableId }))
}

/** Reads the current state of a table without a lock. */
export function findTableToOrderAt(db: Reader, tableId: number): Promise<LockedTable | undefined> {
  return firstOf(tableToOrderAt(db).execute({ tableId }))
}

/**
 * Changes the status of a table, and announces it to owners' pages in the same statement, which saves each order a
 * round trip. The calls of a table that becomes available end, and so does the
 * reservation that was seated there.
 */
export async function writeStatus(tx: Tx, tableId: number, status: Table['status'], now: Date): Promise<void> {
  await tx
    .update(tables)
    .set({ status, updatedAt: now })
    .where(and(eq(tables.id, tableId), ne(tables.status, status)))
    .returning(announcingTables)
  if (status !== 'available') return
  await endCallsAt(tx, tableId, now)
  await endSeatedAt(tx, tableId, now)
}

/** Whether the table has an open order, or somebody sits there. */
export async function isInUse(tx: Tx, tableId: number, now: Date): Promise<boolean> {
  const openOrder = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.tableId, tableId), inArray(orders.status, [...OPEN_STATUSES])))
  const { rows } = await tx.execute<{ used: boolean }>(
    sql`select exists ${openOrder} or exists ${seatedParticipants(tx, tableId, now)} as used`,
  )
  return rows[0]?.used ?? false
}

/** Whether a session runs at the table, in which somebody sits. */
export async function isSessionRunning(tx: Tx, tableId: number, now: Date): Promise<boolean> {
  return (await seatedParticipants(tx, tableId, now).limit(1)).length > 0
}

/** Whether a guest sits in the table's session and has proved the key. @param guest the hash of the guest's token */
export async function hasProvenSeat(tx: Tx, tableId: number, guest: string, now: Date): Promise<boolean> {
  const isGuest = and(eq(sessionParticipants.tokenHash, guest), isProvenSql)
  return (await seatedParticipants(tx, tableId, now, isGuest).limit(1)).length > 0
}

export const isProvenSql = sql<boolean>`exists (
  select from ${tables} where ${tables.id} = ${sharedSessions.tableId} and ${tables.key} = ${sessionParticipants.provenKey})`

function seatedParticipants(tx: Tx, tableId: number, now: Date, isMeant?: SQL) {
  return tx
    .select({ id: sharedSessions.id })
    .from(sharedSessions)
    .innerJoin(sessionParticipants, whoSitsNow(now))
    .where(and(eq(sharedSessions.tableId, tableId), isMeant))
}
