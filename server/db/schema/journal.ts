import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { JournalDetails, JournalKind } from '#shared/contracts/journal.ts'
import { identity, moment } from './columns.ts'

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
