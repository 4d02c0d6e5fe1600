import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { TABLE_LABEL_MAX } from '#shared/contracts/tables.ts'
import { CALL_KINDS, CALL_METHODS, TABLE_STATUSES } from '#shared/domain/table-state.ts'
import { identity, isOneOf, moment, reference } from './columns.ts'

/** SQL for a new key: the first 48 random bits of a UUID, before its version bits, as 8 characters. */
export const newTableKey = sql`substr(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), 1, 8)`

export const tables = pgTable(
  'tables',
  {
    id: identity(),
    number: integer().notNull().unique(),
    label: text(),
    capacity: integer().notNull(),
    /** The secret part of the table's code. While keys are required, placing an order at the table needs it. */
    key: text().notNull().default(newTableKey),
    status: text({ enum: TABLE_STATUSES }).notNull().default('available'),
    /** Whether guests' reservations are given it. */
    reservable: boolean().notNull().default(true),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    check('tables_number', sql`${table.number} >= 1`),
    check('tables_capacity', sql`${table.capacity} >= 1`),
    check('tables_label', sql`length(${table.label}) between 1 and ${sql.raw(String(TABLE_LABEL_MAX))}`),
    check('tables_status', isOneOf(table.status, TABLE_STATUSES)),
  ],
)

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
    /** Phones at the table watch the call with this token; readable, so that the next phone that calls gets it too. */
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
