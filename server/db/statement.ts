import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { CLOCK_SKEW_MS } from '#server/platform/clock.ts'
import type { Reader } from './connect.ts'

/**
 * Caches a prepared Drizzle query for each database handle, so that PostgreSQL parses it once per connection. Use it
 * for queries that run for every order.
 * @param build builds the query; must end in `.prepare(name)` with a name that no other statement has
 */
export function prepared<Query>(build: (db: Reader) => Query): (db: Reader) => Query {
  const queryByHandle = new WeakMap<Reader, Query>()
  return (db) => {
    const query = queryByHandle.get(db) ?? build(db)
    queryByHandle.set(db, query)
    return query
  }
}

/**
 * Like `prepared`, for SQL that Drizzle's query builder cannot express. Omit `Row` if the statement returns no rows.
 * @param name must be unique among all prepared statements
 * @param buildSql returns the SQL; called once. `params.price` in it becomes the placeholder ($1, $2, …) of the
 *   parameter `price`
 */
export function statement<Values extends object, Row = never>(
  name: string,
  buildSql: (params: Readonly<Record<keyof Values, string>>) => string,
): (db: Reader, values: Values) => Promise<Row[]> {
  const names: (keyof Values)[] = []
  const placeholderFor = (_: unknown, property: string | symbol) => {
    const key = property as keyof Values
    if (!names.includes(key)) names.push(key)
    return `$${names.indexOf(key) + 1}`
  }
  const text = buildSql(new Proxy({}, { get: placeholderFor }) as Record<keyof Values, string>)
  return async (db, values) => {
    const { rows } = await db.$client.query({ name, text, values: names.map((key) => values[key]) })
    return rows
  }
}

export const columnName = toSnakeCase

/** SQL for a JSON object, with a column or an expression for each field of a type. */
export function jsonObject<Type>(fields: Record<keyof Type & string, SQLWrapper>): SQL<Type> {
  const pairs = Object.entries<SQLWrapper>(fields).map(([field, value]) => sql`${sql.raw(`'${field}'`)}, ${value}`)
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`
}

/** SQL that aggregates a query's rows into an ordered JSON array; an empty array if there are none. */
export function jsonList<Type>(element: SQL<Type>, order: SQLWrapper): SQL<Type[]> {
  return sql`coalesce(json_agg(${element} order by ${order}), '[]')`
}

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

/** SQL condition: the column is one of these hashes. One parameter for all, however many there are. */
export const isHashOf = (column: SQLWrapper, hashes: readonly string[]): SQL =>
  sql`${column} = any(${`{${hashes.join(',')}}`}::text[])`

/** Whether a table has a row that matches. */
export async function hasRow(db: Reader, table: PgTable, which?: SQL): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(table).where(which).limit(1)
  return rows.length > 0
}

const momentSql = (now: Date | Placeholder, ms: number) =>
  now instanceof Date
    ? sql`${new Date(now.getTime() + ms).toISOString()}::timestamptz`
    : sql`(${now}::timestamptz + ${sql.raw(String(ms))} * interval '1 ms')`

/** SQL: a moment as `isoMoment` text, or the nearest one that has four digits for its year. */
export const isoMomentSql = (column: SQLWrapper): SQL<string> =>
  sql`to_char(least(greatest(${column}, '1000-01-09'), '9999-12-20') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL condition: `isAhead` of a column (server/platform/clock.ts). */
export function isAheadSql(column: SQLWrapper, now: Date | Placeholder, longestMs: number): SQL<boolean> {
  return sql`(${column} > ${momentSql(now, 0)} and ${column} <= ${momentSql(now, longestMs + CLOCK_SKEW_MS)})`
}

/** SQL condition: `isRecent` of a column (server/platform/clock.ts). */
export function isRecentSql(column: SQLWrapper, now: Date, withinMs: number): SQL {
  return sql`(${column} > ${momentSql(now, -withinMs)} and ${column} <= ${momentSql(now, CLOCK_SKEW_MS)})`
}
