import { json, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * The sums of the orders of whole months that are over, so that a report needn't read them all
 * (docs/decisions/020-reports.md). A change of such an order removes its month's row (triggers.sql).
 */
export const reportMonths = pgTable('report_months', {
  /** YYYY-MM, of business days. */
  month: text().primaryKey(),
  startsAt: moment().notNull(),
  endsAt: moment().notNull(),
  /** When its business days began, HH:MM, and by which clock: other days have other sums. */
  dayStart: text().notNull(),
  timeZone: text().notNull(),
  sums: json().notNull(),
})
