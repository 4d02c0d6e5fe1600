import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { newTableKey, orders, tables } from '#server/db/schema/index.ts'
import type { Table, TableInput } from '#shared/contracts/tables.ts'

const { id, number, capacity, status, key } = tables
const forGuests = { id, number, capacity, status }
const forOwners = { ...forGuests, key }

/** The constraint that a number which another table has violates. */
export const ONE_NUMBER = 'tables_number_unique'

/** @param forOwner with the keys of the codes, which nobody else may see */
export function listTables(db: Reader, forOwner: boolean): Promise<Table[]> {
  return db
    .select(forOwner ? forOwners : forGuests)
    .from(tables)
    .orderBy(asc(number))
}

export async function findTable(db: Reader, tableId: number): Promise<Table | undefined> {
  const [table] = await db.select(forOwners).from(tables).where(eq(id, tableId))
  return table
}

export async function insertTable(tx: Tx, input: TableInput, now: Date): Promise<Table> {
  const [table] = await tx
    .insert(tables)
    .values({ ...input, createdAt: now, updatedAt: now })
    .returning(forOwners)
  if (!table) throw new Error('an insert returned no row')
  return table
}

export async function updateTable(tx: Tx, tableId: number, change: Partial<TableInput>, now: Date): Promise<void> {
  await tx
    .update(tables)
    .set({ ...change, updatedAt: now })
    .where(eq(id, tableId))
}

export async function writeNewKey(tx: Tx, tableId: number, now: Date): Promise<Table> {
  const [table] = await tx
    .update(tables)
    .set({ key: newTableKey, updatedAt: now })
    .where(eq(id, tableId))
    .returning(forOwners)
  if (!table) throw new Error('a locked table is gone')
  return table
}

export async function deleteTableRow(tx: Tx, tableId: number): Promise<void> {
  await tx.delete(tables).where(eq(id, tableId))
}

/**
 * Makes past orders forget their table, as they do when it is deleted; they keep its number.
 * @returns how many: fewer than `most` are the last
 */
export async function forgetInOrders(tx: Tx, tableId: number, most: number): Promise<number> {
  const some = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.tableId, tableId), inArray(orders.status, ['completed', 'cancelled'])))
    .limit(most)
    .for('update')
  const { rowCount } = await tx.update(orders).set({ tableId: null }).where(inArray(orders.id, some))
  return rowCount ?? 0
}
