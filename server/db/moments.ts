import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { CLOCK_SKEW_MS } from '#server/platform/clock.ts'

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
