import type { Table } from '#shared/contracts/tables.ts'
import { paths } from '../../../../lib/browser/paths.ts'

/**
 * The address in a table's code: the menu with the table's id, and with its key if keys are required
 * (docs/product/tables.md#tables-codes).
 * @param origin the public address if one is set, else the browser's
 */
export function codeAddress(origin: string, { id, key }: Pick<Table, 'id' | 'key'>, hasKey: boolean): string {
  return origin + paths.menuOfTable(id, hasKey ? key : null)
}
