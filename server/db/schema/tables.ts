import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { TABLE_LABEL_MAX } from '#shared/contracts/tables.ts'
import { TABLE_STATUSES } from '#shared/domain/statuses.ts'
import { identity, isOneOf, moment } from './columns.ts'

/** SQL for a new key: the first 48 random bits of a UUID, before its version bits, as 8 characters. */
export const newTableKey = sql`substr(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/', '-_'), 1, 8)`

export const tables = pgTable(
  'tables',
  {
    id: identity(),
    number: integer().notNull().unique(),
    /** What people call it, beside its number. */
    label: text(),
    capacity: integer().notNull(),
    /** The secret part of the table's code. While keys are required, placing an order at the table needs it. */
    key: text().notNull().default(newTableKey),
    status: text({ enum: TABLE_STATUSES }).notNull().default('available'),
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
