import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { isSameSecret } from '#server/platform/token.ts'
import { findKey } from './repo.ts'

/**
 * Refuses a caller without the key of a table's code (docs/product.md#tables-keys).
 * @param given as it was sent; undefined where none was
 * @throws AppError `table_key`, `table_not_found`
 */
export async function refuseWrongKey(tx: Tx, tableId: number, given: string | undefined): Promise<void> {
  const key = await findKey(tx, tableId)
  if (key === undefined) throw new AppError('table_not_found')
  if (given === undefined || !isSameSecret(given, key)) throw new AppError('table_key')
}
