import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { isInUse, lockTable, writeStatus } from './repo.ts'

/**
 * Locks a table whose status stays as it is.
 * @throws AppError `table_not_found`
 */
export async function holdTable(tx: Tx, tableId: number): Promise<Pick<Table, 'number' | 'status'>> {
  const table = await lockTable(tx, tableId)
  if (!table) throw new AppError('table_not_found')
  return table
}

/**
 * Makes a table occupied, whatever it was: somebody ordered or sat down there.
 * @returns its number
 * @throws AppError `table_not_found`
 */
export async function occupy(tx: Tx, tableId: number, now: Date): Promise<number> {
  const table = await holdTable(tx, tableId)
  if (table.status !== 'occupied') await writeStatus(tx, tableId, 'occupied', now)
  return table.number
}

/**
 * Makes a table available again, unless somebody is still at it. One that was reserved by hand
 * meanwhile stays so.
 */
export async function freeWhenDone(tx: Tx, tableId: number, now: Date): Promise<void> {
  const table = await lockTable(tx, tableId)
  if (table?.status === 'occupied' && !(await isInUse(tx, tableId))) await writeStatus(tx, tableId, 'available', now)
}

/** Locks tables in the order of their ids: moves in opposite directions wait for one another, but never in a ring. */
export async function lockTables(tx: Tx, tableIds: readonly number[]): Promise<void> {
  for (const tableId of [...new Set(tableIds)].sort((a, b) => a - b)) await lockTable(tx, tableId)
}
