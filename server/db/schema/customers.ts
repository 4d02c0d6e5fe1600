import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { foldText } from '#shared/domain/text.ts'
import { identity, minorUnits, moment, reference } from './columns.ts'

/** What the search looks through; the sort by name relies on the name being first. */
export function customerSearchText(of: { name: string; phoneNumber: string; email: string | null }): string {
  return foldText([of.name, of.phoneNumber, of.email ?? ''].join(' '))
}

/** What cannot be computed from these columns is kept; tier, segment and averages follow from them. */
export const customers = pgTable(
  'customers',
  {
    id: identity(),
    name: text().notNull(),
    /** The digits of E.164. */
    phoneNumber: text().notNull().unique(),
    email: text(),
    notes: text(),
    tags: text().array().notNull().default([]),
    preferences: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /**
     * The customer whom this number leads to since the two were merged. Such a row is no customer: it only keeps its number.
     */
    mergedInto: reference().references((): AnyPgColumn => customers.id, { onDelete: 'cascade' }),
    /** Random and never shown: erasing writes it down, so that a restored backup is erased again. */
    erasureKey: uuid().notNull().defaultRandom(),
    /** `customerSearchText`. The default is for an instance of an older version, which runs until it is replaced. */
    searchText: text().notNull().default(''),
    /** Orders that count: all but the cancelled ones. */
    orderCount: integer().notNull().default(0),
    totalSpent: minorUnits().notNull().default(0),
    firstOrder: moment(),
    lastOrder: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index().on(table.mergedInto).where(sql`${table.mergedInto} is not null`),
    check('customers_order_count', sql`${table.orderCount} >= 0`),
    check('customers_total_spent', sql`${table.totalSpent} >= 0`),
  ],
)

/** The keys of what was erased, and nothing else: whoever restores a backup erases these again. */
export const erasures = pgTable('erasures', {
  key: uuid().primaryKey(),
})
