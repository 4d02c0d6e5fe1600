import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

type FieldOf<Table extends PgTable> = keyof Table['$inferSelect'] & string

/** The field names of a table's rows, except those in `without`. */
export function fieldsOf<Table extends PgTable, Omitted extends FieldOf<Table>>(
  table: Table,
  without: readonly Omitted[],
): Exclude<FieldOf<Table>, Omitted>[] {
  const omitted: readonly string[] = without
  return Object.keys(getTableColumns(table)).filter((field) => !omitted.includes(field)) as Exclude<
    FieldOf<Table>,
    Omitted
  >[]
}

/** The column name of a field, in snake case. */
export const columnName = toSnakeCase
