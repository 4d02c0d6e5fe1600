import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, customType } from 'drizzle-orm/pg-core'
import { nearestDay, nearestMoment } from '#shared/domain/time/local-time.ts'

/** Eight bytes, so that a lookup by any JavaScript integer finds nothing instead of failing. */
export const identity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

export const reference = () => bigint({ mode: 'number' })

/** An amount of money, in minor units of its currency. */
export const minorUnits = () => bigint({ mode: 'number' })

/* What the database can store and a calendar cannot show (`infinity`) is read as the nearest that it can. */

/** A timestamp with time zone, with the millisecond precision of JavaScript. */
export const moment = customType<{ data: Date; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: nearestMoment,
  toDriver: (at) => at.toISOString(),
})

/** A calendar day, YYYY-MM-DD. */
export const day = customType<{ data: string; driverData: string }>({ dataType: () => 'date', fromDriver: nearestDay })

export function isOneOf(column: SQLWrapper, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`
}

/** The check that a column is between two whole numbers, both included. */
export function isBetween(column: SQLWrapper, min: number, max: number): SQL {
  return sql`${column} between ${sql.raw(String(min))} and ${sql.raw(String(max))}`
}

export function isTime(column: SQLWrapper): SQL {
  return sql`${column} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`
}
