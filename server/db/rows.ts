import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Reader } from './connect.ts'

/** The first row of a query; undefined if there is none. */
export async function firstOf<Row>(rows: PromiseLike<Row[]>): Promise<Row | undefined> {
  const [row] = await rows
  return row
}

/** The row of a query that always has one, such as an insert, or a change of a locked row. */
export async function onlyOf<Row>(rows: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await rows
  if (!row) throw new Error('a query of one row returned none')
  return row
}

/** How many rows a statement has changed. */
export async function changedBy(statement: PromiseLike<{ rowCount: number | null }>): Promise<number> {
  return (await statement).rowCount ?? 0
}

/** Whether a table has a row that matches. */
export async function hasRow(db: Reader, table: PgTable, which?: SQL): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(table).where(which).limit(1)
  return rows.length > 0
}
