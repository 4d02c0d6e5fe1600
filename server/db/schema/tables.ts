import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'

export const tables = pgTable(
  'tables',
  {
    id: identity(),
    number: integer().notNull().unique(),
    capacity: integer().notNull(),
    status: text({ enum: ['available', 'occupied', 'reserved'] })
      .notNull()
      .default('available'),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    check('tables_number', sql`${table.number} >= 1`),
    check('tables_capacity', sql`${table.capacity} >= 1`),
    check('tables_status', sql`${table.status} in ('available', 'occupied', 'reserved')`),
  ],
)
