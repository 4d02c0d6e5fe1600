import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** One row: one deployment serves one restaurant. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    language: text({ enum: ['en', 'ro'] })
      .notNull()
      .default('en'),
    currency: text({ enum: ['lei', 'eur'] })
      .notNull()
      .default('lei'),
    ownerPhoneNumber: text(),
    whatsappNotificationsEnabled: boolean().notNull().default(true),
    ordersPaused: boolean().notNull().default(false),
    /** HH:MM by the restaurant's clock: what happens before it belongs to the day before. */
    businessDayStart: text().notNull().default('04:00'),
    restaurantName: text(),
    restaurantAddress: text(),
    restaurantPhone: text(),
    legalName: text(),
    taxNumber: text(),
  },
  (table) => [
    check('settings_one_row', sql`${table.id} = 1`),
    check('settings_language', sql`${table.language} in ('en', 'ro')`),
    check('settings_currency', sql`${table.currency} in ('lei', 'eur')`),
    check('settings_business_day_start', sql`${table.businessDayStart} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
  ],
)
