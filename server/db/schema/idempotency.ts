import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'

/** The responses stored per idempotency key, so that a repeated request gets the same response. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text().primaryKey(),
    bodyHash: text().notNull(),
    /** The body of the response, byte for byte. */
    answer: text().notNull(),
    /** The order that the response shows, if any, so that erasing a person finds it. */
    orderId: reference(),
    createdAt: moment().notNull(),
  },
  (table) => [index().on(table.createdAt)],
)
