import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { TABLE_STATUSES } from '#shared/domain/table-status.ts'
import { identity, isOneOf, moment } from './columns.ts'

export const tables = pgTable(
  'tables',
  {
    id: identity(),
    number: integer().notNull().unique(),
    capacity: integer().notNull(),
    status: text({ enum: TABLE_STATUSES }).notNull().default('available'),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    check('tables_number', sql`${table.number} >= 1`),
    check('tables_capacity', sql`${table.capacity} >= 1`),
    check('tables_status', isOneOf(table.status, TABLE_STATUSES)),
  ],
)
