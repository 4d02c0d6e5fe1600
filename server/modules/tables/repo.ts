import { and, asc, eq } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { tables } from '#server/db/schema/index.ts'
import type { Table } from '#shared/contracts/tables.ts'

export function listTables(db: Reader): Promise<Table[]> {
  const { id, number, capacity, status } = tables
  return db.select({ id, number, capacity, status }).from(tables).orderBy(asc(number))
}

/** Takes hold of a table until the transaction ends, so that its orders open and close one after another. */
export async function holdTable(tx: Tx, tableId: number): Promise<Pick<Table, 'number' | 'status'> | undefined> {
  const { number, status } = tables
  const [table] = await tx.select({ number, status }).from(tables).where(eq(tables.id, tableId)).for('update')
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
