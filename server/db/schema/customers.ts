import { isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { searchedText } from '#shared/domain/search.ts'
import { identity, minorUnits, moment, reference } from './columns.ts'

/** Returns the text that the customer search matches against. The name comes first, because sorting by name uses it. */
export function customerSearchText(customer: {
  name: string
  phoneNumber: string
  email: string | null
  /** Absent for a new customer, who has none. */
  tags?: readonly string[]
}): string {
  const { name, phoneNumber, email, tags = [] } = customer
  return searchedText([name, phoneNumber, email ?? '', ...tags].join(' '))
}

// Queries and indexes share them: an index serves only the same expression. Search text begins with the name.
export const customerName = (table: Record<'searchText', SQLWrapper>) => sql`${table.searchText} collate "C"`
export const customerLastOrder = (table: Record<'lastOrder', SQLWrapper>) =>
  sql`coalesce(${table.lastOrder}, '-infinity')`

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
    /** The customer that this number was merged into. Such a row is not a customer; it only stores the number. */
    mergedInto: reference().references((): AnyPgColumn => customers.id, { onDelete: 'cascade' }),
    /** Random and never shown. In `erasures`, so that the row is erased again after a backup is restored. */
    erasureKey: uuid().notNull().defaultRandom(),
    /** `customerSearchText`. The default allows inserts by an instance of an older version during an update. */
    searchText: text().notNull().default(''),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index().on(table.mergedInto).where(sql`${table.mergedInto} is not null`),
    index('customers_by_name').on(customerName(table), table.id).where(isNull(table.mergedInto)),
  ],
)

/**
 * What each order changes: a table of its own, because the indexes of names and search texts would be written with each
 * order too. A row that was merged into another one has no figures.
 */
export const customerFigures = pgTable(
  'customer_figures',
  {
    customerId: reference()
      .primaryKey()
      .references(() => customers.id, { onDelete: 'cascade' }),
    orderCount: integer().notNull().default(0),
    totalSpent: minorUnits().notNull().default(0),
    firstOrder: moment(),
    lastOrder: moment(),
  },
  (table) => [
    // Each sort order of the list has an index, so that a page reads only its own rows.
    index('customer_figures_by_last_order').on(customerLastOrder(table), table.customerId),
    index('customer_figures_by_order_count').on(table.orderCount, table.customerId),
    index('customer_figures_by_total_spent').on(table.totalSpent, table.customerId),
    check('customer_figures_order_count', sql`${table.orderCount} >= 0`),
    check('customer_figures_total_spent', sql`${table.totalSpent} >= 0`),
  ],
)

/** The erasure keys of erased rows, and nothing else. After a backup is restored, these rows are erased again. */
export const erasures = pgTable('erasures', { key: uuid().primaryKey() })
