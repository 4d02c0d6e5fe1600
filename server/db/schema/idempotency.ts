import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'

/** The answers given under a client's key, so that a repeated request gets the same one. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text().primaryKey(),
    bodyHash: text().notNull(),
    /** The body of the 201, byte for byte. */
    answer: text().notNull(),
    /** The order that the answer shows, if it does, so that erasing a person finds it. */
    orderId: reference(),
    createdAt: moment().notNull(),
  },
  (table) => [index().on(table.createdAt)],
)
