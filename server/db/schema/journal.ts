import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { JournalDetails, JournalKind } from '#shared/contracts/journal.ts'
import { identity, moment } from './columns.ts'

/** Who did what to the restaurant's accounts, settings and data; it holds nothing of a guest. */
export const journal = pgTable(
  'journal',
  {
    id: identity(),
    at: moment().notNull(),
    kind: text().$type<JournalKind>().notNull(),
    /** The username of the user who did it; null where no user did. */
    username: text(),
    /** The address it came from, as limits count it; null for the server itself. */
    address: text(),
    details: jsonb().$type<JournalDetails>().notNull().default({}),
  },
  (table) => [index().on(table.at)],
)
