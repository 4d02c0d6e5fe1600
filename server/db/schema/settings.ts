import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { RETENTION_MONTHS } from '#shared/contracts/privacy.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { isBetween, isOneOf, isTime, moment } from './columns.ts'

/** One row: one deployment serves one restaurant. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    language: text({ enum: LANGUAGES }).notNull().default('en'),
    currency: text({ enum: CURRENCIES }).notNull().default('lei'),
    ownerPhoneNumber: text(),
    whatsappNotificationsEnabled: boolean().notNull().default(true),
    ordersPaused: boolean().notNull().default(false),
    /** When a pause ends by itself; null for one that somebody must end. */
    ordersPausedUntil: moment(),
    /** Whether an order for a table, and joining one, needs the key of the table's code. */
    tableKeysRequired: boolean().notNull().default(false),
    /** The origin that the tables' codes lead to; null for the address that the owner's browser shows. */
    publicAddress: text(),
    /** HH:MM by the restaurant's clock: what happens before it belongs to the day before. */
    businessDayStart: text().notNull().default('04:00'),
    restaurantName: text(),
    restaurantAddress: text(),
    restaurantPhone: text(),
    legalName: text(),
    taxNumber: text(),
    /** After how many months guests' data goes by itself; null for never. */
    retentionMonths: integer(),
    /** From when on that holds. */
    retentionStartsAt: moment(),
  },
  (table) => [
    check('settings_one_row', sql`${table.id} = 1`),
    check('settings_language', isOneOf(table.language, LANGUAGES)),
    check('settings_currency', isOneOf(table.currency, CURRENCIES)),
    check('settings_business_day_start', isTime(table.businessDayStart)),
    check('settings_retention', isBetween(table.retentionMonths, RETENTION_MONTHS.least, RETENTION_MONTHS.most)),
  ],
)
