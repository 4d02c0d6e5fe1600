import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment, reference } from './columns.ts'

export const users = pgTable('users', {
  id: identity(),
  username: text().notNull(),
  /** The name in lower case: two users whose names differ in case only are one. */
  usernameKey: text().notNull().unique(),
  passwordHash: text().notNull(),
  isOwner: boolean().notNull().default(false),
  selfRegistered: boolean().notNull(),
  createdAt: moment().notNull(),
  lastSignInAt: moment(),
})

export const loginSessions = pgTable(
  'sessions',
  {
    id: identity(),
    /** SHA-256 of the token in the cookie: nobody can sign in with what the table holds. */
    tokenHash: text().notNull().unique(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the user signed in. */
    createdAt: moment().notNull(),
    /** When a request or an open socket last used it, to the nearest few minutes. */
    usedAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

export const loginFailures = pgTable(
  'login_failures',
  {
    id: identity(),
    address: text().notNull(),
    usernameKey: text().notNull(),
    /** Set when the browser has signed in as this user before: such browsers are counted on their own. */
    device: text(),
    /** The password was right: such an attempt has limits of its own. */
    succeeded: boolean().notNull().default(false),
    at: moment().notNull(),
  },
  (table) => [index().on(table.address, table.at), index().on(table.usernameKey, table.at), index().on(table.at)],
)

/** Random values that every instance must share. */
export const secrets = pgTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
