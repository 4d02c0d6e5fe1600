import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '#server/db/index.ts'
import { orders, sharedSessions, tables } from '#server/db/schema/index.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { OPEN_STATUSES } from '#shared/domain/order-status.ts'

export function listTables(db: Reader): Promise<Table[]> {
  const { id, number, capacity, status } = tables
  return db.select({ id, number, capacity, status }).from(tables).orderBy(asc(number))
}

const lockedTable = prepared((db) =>
  db
    .select({ number: tables.number, status: tables.status })
    .from(tables)
    .where(eq(tables.id, sql.placeholder('tableId')))
    .for('update')
    .prepare('hold_table'),
)

export async function tableNumber(db: Reader, tableId: number): Promise<number | undefined> {
  const [table] = await db.select({ number: tables.number }).from(tables).where(eq(tables.id, tableId))
  return table?.number
}

/** Locks a table until the transaction ends, so that its orders open and close one after another. */
export async function lockTable(tx: Tx, tableId: number): Promise<Pick<Table, 'number' | 'status'> | undefined> {
  const [table] = await lockedTable(tx).execute({ tableId })
  return table
}

export async function setOccupied(tx: Tx, tableId: number, now: Date): Promise<void> {
  await tx.update(tables).set({ status: 'occupied', updatedAt: now }).where(eq(tables.id, tableId))
}

/** Only an occupied table becomes available: one that was reserved by hand meanwhile stays so. */
export async function setAvailable(tx: Tx, tableId: number, now: Date): Promise<void> {
  await tx
    .update(tables)
    .set({ status: 'available', updatedAt: now })
    .where(and(eq(tables.id, tableId), eq(tables.status, 'occupied')))
}

/** Whether somebody is at this table: it has an open order, or a shared session that goes on. */
export async function isInUse(tx: Tx, tableId: number): Promise<boolean> {
  const ordered = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.tableId, tableId), inArray(orders.status, [...OPEN_STATUSES])))
  const sitting = tx
    .select({ id: sharedSessions.id })
    .from(sharedSessions)
    .where(and(eq(sharedSessions.tableId, tableId), eq(sharedSessions.status, 'active')))
  const { rows } = await tx.execute<{ used: boolean }>(sql`select exists ${ordered} or exists ${sitting} as used`)
  return rows[0]?.used ?? false
}
