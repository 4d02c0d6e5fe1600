import type { Table } from '#shared/contracts/tables.ts'
import { paths } from '../../../lib/browser/paths.ts'

/**
 * What a table's code leads to: the menu with the table's id, and with its key where keys are required
 * (docs/product.md#tables-codes).
 * @param origin the public address where one is set, else that of the browser
 */
export function codeAddress(origin: string, { id, key }: Pick<Table, 'id' | 'key'>, hasKey: boolean): string {
  return origin + paths.menuOfTable(id, hasKey ? key : null)
}
