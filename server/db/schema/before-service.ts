import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * One-time words with which a phone proves that it reaches the server's address (docs/product/before-service.md#before-service-phone).
 */
export const phoneChecks = pgTable('phone_checks', {
  /** SHA-256 of the word. */
  wordHash: text().primaryKey(),
  askedAt: moment().notNull(),
  expiresAt: moment().notNull(),
  reachedAt: moment(),
})
