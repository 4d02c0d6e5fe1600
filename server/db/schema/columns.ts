import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** A row's own number. Eight bytes, so that any whole number a caller sends is a question with an answer: 404. */
export const identity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** A reference to another row's number. */
export const reference = () => bigint({ mode: 'number' })

/** Whole minor units of a currency. */
export const minorUnits = () => bigint({ mode: 'number' })

/** A moment, with its time zone, to the millisecond that JavaScript knows. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })
