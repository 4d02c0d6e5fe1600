import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { JournalDetails, JournalKind } from '#shared/contracts/journal.ts'
import { DUTIES, SCOPES } from '#shared/domain/access.ts'
import { identity, moment, reference } from './columns.ts'

export const users = pgTable('users', {
  id: identity(),
  username: text().notNull(),
  /** The username in lower case, so that two usernames cannot differ in case only (`users.ts` of the accounts). */
  usernameKey: text().notNull().unique(),
  passwordHash: text().notNull(),
  isOwner: boolean().notNull().default(false),
  /** The duties of staff; an owner has all, whatever is stored. */
  duties: text({ enum: DUTIES }).array().notNull().default([]),
  selfRegistered: boolean().notNull(),
  createdAt: moment().notNull(),
  lastSignInAt: moment(),
  /** SHA-256 of the word of the link that signs the user in once, and until when. */
  linkHash: text(),
  linkUntil: moment(),
})

export const loginSessions = pgTable(
  'sessions',
  {
    id: identity(),
    /** SHA-256 of the token in the cookie: the stored value does not allow anybody to sign in. */
    tokenHash: text().notNull().unique(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the user signed in. */
    createdAt: moment().notNull(),
    /** When the user last entered the password to confirm a change. */
    confirmedAt: moment(),
    /** When a request or an open socket last used the session, accurate to a few minutes. */
    usedAt: moment().notNull().default(sql`now()`),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

export const loginFailures = pgTable(
  'login_failures',
  {
    id: identity(),
    /** The address and its networks, as the limits count them (`addressKeys`). */
    networks: text().array().notNull(),
    usernameKey: text().notNull(),
    /** A browser that has signed in as this user before. Such browsers are counted separately; null for others. */
    device: text(),
    at: moment().notNull(),
  },
  (table) => [index().using('gin', table.networks), index().on(table.usernameKey, table.at), index().on(table.at)],
)

/** Random values that all instances share. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() })

/** Who did what to accounts, settings and data; contains no guests' data. */
export const journal = pgTable(
  'journal',
  {
    id: identity(),
    at: moment().notNull(),
    kind: text().$type<JournalKind>().notNull(),
    /** The username of the user who did it; null if no user did. */
    username: text(),
    /** The address of the request, as rate limits count it; null for actions of the server itself. */
    address: text(),
    details: jsonb().$type<JournalDetails>().notNull().default({}),
  },
  (table) => [index().on(table.at)],
)

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
