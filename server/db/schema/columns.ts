import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** A row's id. Eight bytes, so that a lookup by any integer of JavaScript finds nothing rather than fails. */
export const identity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** The id of another row. */
export const reference = () => bigint({ mode: 'number' })

/** Whole minor units of a currency. */
export const minorUnits = () => bigint({ mode: 'number' })

/** A moment, with its time zone, to the millisecond that JavaScript knows. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** The rule that a column has one of these words. */
export function isOneOf(column: SQLWrapper, words: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
}

/** The rule that a column is a whole number from one to another. */
export function isBetween(column: SQLWrapper, least: number, most: number): SQL {
  return sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`
}

/** The rule that a column is a time as HH:MM. */
export function isTime(column: SQLWrapper): SQL {
  return sql`${column} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`
}
