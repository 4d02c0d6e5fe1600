import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

type FieldOf<Table extends PgTable> = keyof Table['$inferSelect'] & string

/** The fields of a table's rows, without some. */
export function fieldsOf<Table extends PgTable, Left extends FieldOf<Table>>(
  table: Table,
  without: readonly Left[],
): Exclude<FieldOf<Table>, Left>[] {
  const leftOut: readonly string[] = without
  return Object.keys(getTableColumns(table)).filter((field) => !leftOut.includes(field)) as Exclude<
    FieldOf<Table>,
    Left
  >[]
}

/** The name that a field has in the database. */
export const columnName = toSnakeCase

/** An object whose keys are the names that its fields have in the database. */
export function asColumns(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [columnName(field), value]))
}
