import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, minorUnits, moment } from './columns.ts'

/** What cannot be computed from these columns is kept; tier, segment and averages follow from them. */
export const customers = pgTable(
  'customers',
  {
    id: identity(),
    name: text().notNull(),
    /** The digits of E.164. */
    phoneNumber: text().notNull().unique(),
    email: text(),
    /** Orders that count: all but the cancelled ones. */
    orderCount: integer().notNull().default(0),
    totalSpent: minorUnits().notNull().default(0),
    firstOrder: moment(),
    lastOrder: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    check('customers_order_count', sql`${table.orderCount} >= 0`),
    check('customers_total_spent', sql`${table.totalSpent} >= 0`),
  ],
)
