import { and, asc, eq, sql } from 'drizzle-orm'
import { prepared, type Reader, type Tx } from '#server/db/index.ts'
import { tables } from '#server/db/schema/index.ts'
import type { Table } from '#shared/contracts/tables.ts'

export function listTables(db: Reader): Promise<Table[]> {
  const { id, number, capacity, status } = tables
  return db.select({ id, number, capacity, status }).from(tables).orderBy(asc(number))
}

const heldTable = prepared((db) =>
  db
    .select({ number: tables.number, status: tables.status })
    .from(tables)
    .where(eq(tables.id, sql.placeholder('tableId')))
    .for('update')
    .prepare('hold_table'),
)

/** Takes hold of a table until the transaction ends, so that its orders open and close one after another. */
export async function holdTable(tx: Tx, tableId: number): Promise<Pick<Table, 'number' | 'status'> | undefined> {
  const [table] = await heldTable(tx).execute({ tableId })
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
