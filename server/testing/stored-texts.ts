import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestServer } from './app.ts'

/** Searches all text columns of the database. @returns the columns that contain one of the texts, as `table.column` */
export async function columnsWith({ connection: { db } }: TestServer, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<{ table: string; column: string; type: string }>(sql`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and data_type not in ('bigint', 'integer', 'smallint', 'boolean', 'numeric')`)
  expect(columns.length).toBeGreaterThan(60)
  const found: string[] = []
  for (const { table, column } of columns) {
    const has = sql.join(
      texts.map((text) => sql`${sql.identifier(column)}::text ilike ${`%${text}%`}`),
      sql` or `,
    )
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} where ${has}`,
    )
    if (rows[0]?.count) found.push(`${table}.${column}`)
  }
  return found.sort()
}
