import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { isInUse, lockTable, setAvailable, setOccupied } from './repo.ts'

/**
 * Makes a table occupied, whatever it was: somebody ordered or sat down there.
 * @returns its number
 * @throws AppError `table_not_found`
 */
export async function occupy(tx: Tx, tableId: number, now: Date): Promise<number> {
  const table = await lockTable(tx, tableId)
  if (!table) throw new AppError('table_not_found')
  if (table.status !== 'occupied') await setOccupied(tx, tableId, now)
  return table.number
}

/** Makes a table available again, unless it still has an open order or an active session. */
export async function freeWhenDone(tx: Tx, tableId: number, now: Date): Promise<void> {
  await lockTable(tx, tableId)
  if (!(await isInUse(tx, tableId))) await setAvailable(tx, tableId, now)
}
