import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { CALL_KINDS, CALL_METHODS } from '#shared/domain/table-calls.ts'
import { identity, isOneOf, moment, reference } from './columns.ts'
import { tables } from './tables.ts'

/** The last call of each kind of each table: a new call replaces the one that ended, so the rows do not accumulate. */
export const tableCalls = pgTable(
  'table_calls',
  {
    id: identity(),
    tableId: reference()
      .notNull()
      .references(() => tables.id, { onDelete: 'cascade' }),
    kind: text({ enum: CALL_KINDS }).notNull(),
    method: text({ enum: CALL_METHODS }),
    /**
     * With it, phones at the table watch the call. Stored readable, because the next phone that calls gets it too; it
     * reveals only whether somebody is on the way.
     */
    token: text().notNull(),
    createdAt: moment().notNull(),
    takenAt: moment(),
    /** The user who took the call; the name stays when the user is deleted. */
    takenById: bigint({ mode: 'number' }),
    takenBy: text(),
    endedAt: moment(),
  },
  (table) => [
    unique('table_calls_one_of_kind').on(table.tableId, table.kind),
    check('table_calls_kind', isOneOf(table.kind, CALL_KINDS)),
    check('table_calls_method', isOneOf(table.method, CALL_METHODS)),
    check(
      'table_calls_taken',
      sql`(${table.takenAt} is null) = (${table.takenBy} is null) and (${table.takenAt} is null) = (${table.takenById} is null)`,
    ),
  ],
)
