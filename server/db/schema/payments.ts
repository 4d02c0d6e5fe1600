import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { CURRENCIES } from '#shared/domain/money.ts'
import { METHOD_KINDS } from '#shared/domain/payments/methods.ts'
import { identity, isOneOf, minorUnits, moment, reference } from './columns.ts'
import { orders } from './orders.ts'

/**
 * Payments, reversals, and cash put into the till or taken out. Rows are added and never changed, except that personal
 * data is erased and `isReceipted` follows the receipts. A day's end claims all entries up to its `lastEntry` (docs/decisions/057-payments.md).
 */
export const dayEntries = pgTable(
  'day_entries',
  {
    id: identity(),
    kind: text({ enum: ['payment', 'reversal', 'till'] }).notNull(),
    at: moment().notNull(),
    userId: bigint({ mode: 'number' }).notNull(),
    /** Stays when the user is deleted. */
    username: text().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    /** The method as it was; null for the till. */
    methodId: integer(),
    methodKind: text({ enum: METHOD_KINDS }),
    methodName: text(),
    methodNameRo: text(),
    /** Amount, tip and rounding are negative in a reversal, and the amount of what is taken out of the till. */
    amount: minorUnits().notNull(),
    tip: minorUnits().notNull().default(0),
    rounding: minorUnits().notNull().default(0),
    tendered: minorUnits(),
    guestName: text(),
    reason: text(),
    /** The company for which the fiscal receipt is. */
    taxNumber: text(),
    /** Of a payment: whether all money of its bill stands on fiscal receipts; null if they were off when it was recorded. */
    isReceipted: boolean(),
    reversesId: reference().references((): AnyPgColumn => dayEntries.id),
    /** The orders that were paid together, also those without a share: its name and reason go with any of them. */
    orderIds: bigint({ mode: 'number' }).array().notNull().default([]),
  },
  (table) => [
    // For erasing, and for the orders that payments connect.
    index('day_entries_orders').using('gin', table.orderIds),
    index().on(table.reversesId).where(sql`${table.reversesId} is not null`),
    index('day_entries_unreceipted').on(table.id).where(sql`not ${table.isReceipted}`),
    // Entries are only added, so that their moments lie in the order of the rows.
    index().using('brin', table.at),
    check('day_entries_kind', isOneOf(table.kind, ['payment', 'reversal', 'till'])),
    check('day_entries_reverses', sql`(${table.kind} = 'reversal') = (${table.reversesId} is not null)`),
    check('day_entries_method', sql`(${table.kind} = 'till') = (${table.methodKind} is null)`),
  ],
)

/** The share of each order in a payment or reversal; the shares of an entry add up to its amount. */
export const entryShares = pgTable(
  'entry_shares',
  {
    entryId: reference()
      .notNull()
      .references(() => dayEntries.id),
    orderId: reference()
      .notNull()
      .references(() => orders.id),
    amount: minorUnits().notNull(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.orderId] }), index().on(table.orderId)],
)

export const days = pgTable('days', {
  number: integer().primaryKey(),
  closedAt: moment().notNull(),
  /** The end of the time that the figures cover. */
  endsAt: moment().notNull(),
  /** The last entry of the day: the day has all entries after the one of the day before. */
  lastEntry: reference().notNull(),
  leftInTill: minorUnits().notNull(),
  /** The figures as `daySchema`, as JSON: text, so that every byte stays. */
  report: text().notNull(),
})
