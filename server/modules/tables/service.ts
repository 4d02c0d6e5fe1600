import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { holdTable, isInUse, setAvailable, setOccupied } from './repo.ts'

/**
 * Somebody ordered or sat down at this table: it is occupied, whatever it was.
 * @returns its number
 * @throws AppError `table_not_found`
 */
export async function occupy(tx: Tx, tableId: number, now: Date): Promise<number> {
  const table = await holdTable(tx, tableId)
  if (!table) throw new AppError('table_not_found')
  if (table.status !== 'occupied') await setOccupied(tx, tableId, now)
  return table.number
}

/** The last open order or the session of this table may have ended: then it is free again. */
export async function freeWhenDone(tx: Tx, tableId: number, now: Date): Promise<void> {
  await holdTable(tx, tableId)
  if (!(await isInUse(tx, tableId))) await setAvailable(tx, tableId, now)
}
