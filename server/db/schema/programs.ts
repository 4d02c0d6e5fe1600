import { pgTable, text } from 'drizzle-orm/pg-core'
import { SCOPES } from '#shared/domain/access.ts'
import { identity, moment } from './columns.ts'

/** The restaurant's other programs, which send a token instead of a cookie. */
export const programs = pgTable('programs', {
  id: identity(),
  name: text().notNull(),
  /** SHA-256 of the token: the stored value opens nothing. */
  tokenHash: text().notNull().unique(),
  scopes: text({ enum: SCOPES }).array().notNull(),
  createdAt: moment().notNull(),
  /** When the token was last used, accurate to a minute. */
  lastUsedAt: moment(),
})
