import { and, asc, eq, inArray } from 'drizzle-orm'
import { changedBy, firstOf, locking, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { newTableKey, orders, tables } from '#server/db/schema/index.ts'
import type { Table, TableInput } from '#shared/contracts/tables.ts'

const { id, number, label, capacity, status, reservable, key } = tables
const guestColumns = { id, number, label, capacity, status }
const ownerColumns = { ...guestColumns, reservable, key }

export const UNIQUE_NUMBER_CONSTRAINT = 'tables_number_unique'

/** Lists all tables by number. @param forOwner includes the tables' keys and what else guests may not see */
export function listTables(db: Reader, forOwner: boolean): Promise<Table[]> {
  return db
    .select(forOwner ? ownerColumns : guestColumns)
    .from(tables)
    .orderBy(asc(number))
}

export function findTable(db: Reader, tableId: number): Promise<Table | undefined> {
  return firstOf(db.select(ownerColumns).from(tables).where(eq(id, tableId)))
}

export function insertTables(tx: Tx, inputs: readonly TableInput[], now: Date): Promise<Table[]> {
  const rows = inputs.map((input) => ({ ...input, createdAt: now, updatedAt: now }))
  return tx.insert(tables).values(rows).returning(ownerColumns)
}

export async function updateTable(tx: Tx, tableId: number, change: Partial<TableInput>, now: Date): Promise<void> {
  await tx
    .update(tables)
    .set({ ...change, updatedAt: now })
    .where(eq(id, tableId))
}

export async function writeNewKey(tx: Tx, tableId: number, now: Date): Promise<Table> {
  return onlyOf(
    tx.update(tables).set({ key: newTableKey, updatedAt: now }).where(eq(id, tableId)).returning(ownerColumns),
  )
}

export async function deleteTableRow(tx: Tx, tableId: number): Promise<void> {
  await tx.delete(tables).where(eq(id, tableId))
}

/** Removes a table from its past orders, which keep its number. @returns how many; fewer than `max` if none are left */
export async function clearTableInOrders(tx: Tx, tableId: number, max: number): Promise<number> {
  const batch = locking(tx, orders)
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.tableId, tableId), inArray(orders.status, ['completed', 'cancelled'])))
    .orderBy(orders.id)
    .limit(max)
    .for('update')
  return changedBy(tx.update(orders).set({ tableId: null }).where(inArray(orders.id, batch)))
}
