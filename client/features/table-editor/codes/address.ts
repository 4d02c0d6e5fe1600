import { paths } from '../../../lib/paths.ts'

/**
 * What a table's code leads to: the menu with the table's id (docs/product.md#tables-codes).
 * @param origin the public address where one is set, else that of the browser
 */
export function codeAddress(origin: string, tableId: number): string {
  return origin + paths.menuOfTable(tableId)
}
