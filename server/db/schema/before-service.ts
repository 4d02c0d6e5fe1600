import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** The one-time words by which a phone proves that it reaches the address (docs/product.md#before-service-phone). */
export const phoneChecks = pgTable('phone_checks', {
  /** SHA-256 of the word. */
  wordHash: text().primaryKey(),
  askedAt: moment().notNull(),
  expiresAt: moment().notNull(),
  reachedAt: moment(),
})
