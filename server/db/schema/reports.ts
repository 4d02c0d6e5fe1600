import { json, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** The sums of past months (docs/decisions/020-reports.md). A trigger deletes a row when one of its orders changes. */
export const reportMonths = pgTable('report_months', {
  /** YYYY-MM, of business days. */
  month: text().primaryKey(),
  startsAt: moment().notNull(),
  endsAt: moment().notNull(),
  /** Start of the business day (HH:MM) and time zone that the sums were computed with: other values give other sums. */
  dayStart: text().notNull(),
  timeZone: text().notNull(),
  sums: json().notNull(),
})
