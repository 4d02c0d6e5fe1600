import { and, between, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/index.ts'
import type { Move } from '#shared/contracts/base/lists.ts'
import { AppError, inputError, required } from './app-error.ts'

/** A table whose rows have positions from 1 without gaps. The caller has locked them against other changes. */
interface PositionedRows {
  table: PgTable
  id: PgColumn
  position: PgColumn
  /** The column by whose values the rows are several lists. */
  by?: PgColumn
}

/**
 * Moves a row within its list; the rows between move by one. Moving the first up or the last down changes nothing.
 * @returns the list in its new order
 * @throws AppError `not_found`; `place_changed` if the row's position differs from the one that the caller saw;
 *   InputError for a position beyond the end
 */
export async function moveInList(
  tx: Tx,
  { table, id, position, by }: PositionedRows,
  rowId: number,
  { direction, to, order }: Move,
): Promise<{ id: number; position: number }[]> {
  const isInList = by && eq(by, sql`(select ${by} from ${table} where ${id} = ${rowId})`)
  const selected = await tx.select({ id, position }).from(table).where(isInList).orderBy(position)
  const rows = selected as { id: number; position: number }[]
  const row = required(rows.find((one) => one.id === rowId))
  const { position: from } = row
  if (order !== undefined && order !== from) throw new AppError('place_changed')
  const target = to ?? Math.min(rows.length, Math.max(1, from + (direction === 'up' ? -1 : 1)))
  if (target > rows.length) throw inputError('to', `validation.atMost ${rows.length}`)
  if (target === from) return rows
  const shift = target > from ? -1 : 1
  await tx.execute(sql`update ${table} set ${sql.identifier(position.name)} =
      case when ${id} = ${rowId} then ${target} else ${position} + ${shift} end
    where ${and(between(position, Math.min(from, target), Math.max(from, target)), isInList)}`)
  return rows
    .toSpliced(from - 1, 1)
    .toSpliced(target - 1, 0, row)
    .map((one, i) => ({ id: one.id, position: i + 1 }))
}

/** Numbers the rows of each list from 1 without gaps, in their order. */
export async function renumber(tx: Tx, { table, id, position, by }: PositionedRows): Promise<void> {
  const list = by ? sql`partition by ${by}` : sql``
  await tx.execute(sql`update ${table} set ${sql.identifier(position.name)} = numbered.rank
    from (select ${id} as row_id, row_number() over (${list} order by ${position}, ${id}) as rank from ${table}) numbered
    where ${id} = numbered.row_id and ${position} <> numbered.rank`)
}
