import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { RETENTION_MONTHS } from '#shared/contracts/privacy.ts'
import { DEFAULT_KITCHEN_MINUTES, DEFAULT_STATIONS, type Station } from '#shared/domain/kitchen.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { DEFAULT_PICKUP, type Pickup } from '#shared/domain/orders/pickup.ts'
import type { CashRounding } from '#shared/domain/payments/cash.ts'
import { DEFAULT_METHODS, type PaymentMethod } from '#shared/domain/payments/methods.ts'
import type { OpeningHours } from '#shared/domain/time/opening-hours.ts'
import { isBetween, isOneOf, isTime, minorUnits, moment } from './columns.ts'

/** The settings, in one row, because a deployment serves one restaurant. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    language: text({ enum: LANGUAGES }).notNull().default('en'),
    currency: text({ enum: CURRENCIES }).notNull().default('lei'),
    ownerPhoneNumber: text(),
    whatsappNotificationsEnabled: boolean().notNull().default(true),
    ordersPaused: boolean().notNull().default(false),
    /** When a pause ends by itself; null for a pause without an end. */
    ordersPausedUntil: moment(),
    /** Whether placing an order at a table, and joining one, needs the key of the table's code. */
    tableKeysRequired: boolean().notNull().default(false),
    /** Whether guests at a table can call the waiter and ask for the bill. */
    tableCalls: boolean().notNull().default(true),
    /** Whether guests read that delivery is not available yet. */
    deliveryNote: boolean().notNull().default(true),
    /** Whether anybody can register on the sign-in page; before there is an owner, everybody can. */
    registration: boolean().notNull().default(true),
    /** Whether the cart suggests dishes that are often ordered together. */
    suggestions: boolean().notNull().default(true),
    /** The origin of the addresses in the tables' codes; null for the origin in the owner's browser. */
    publicAddress: text(),
    /** Whether the owners have put the list of first steps away. */
    firstStepsAway: boolean().notNull().default(false),
    /** Whether the restaurant has no tables, so that nothing asks an owner for them. */
    noTables: boolean().notNull().default(false),
    /** HH:MM by the restaurant's clock. What happens earlier belongs to the previous business day. */
    businessDayStart: text().notNull().default('04:00'),
    /** 1 to 8; the first one cooks what no other does. */
    stations: jsonb()
      .$type<Station[]>()
      .notNull()
      .default([...DEFAULT_STATIONS]),
    /** The highest id that a station ever had, so that none is used again. */
    lastStationId: integer().notNull().default(1),
    /** After how many minutes the clock of an order begins to fill, and after how many the order is late. */
    kitchenMinutes: integer()
      .array()
      .notNull()
      .default([...DEFAULT_KITCHEN_MINUTES]),
    payments: boolean().notNull().default(false),
    /** 1 to 8. */
    paymentMethods: jsonb()
      .$type<PaymentMethod[]>()
      .notNull()
      .default([...DEFAULT_METHODS]),
    /** The highest id that a method ever had, so that none is used again. */
    lastMethodId: integer().notNull().default(DEFAULT_METHODS.length),
    cashRounding: integer().$type<CashRounding>().notNull().default(0),
    /** The highest payment by a method of the house that the floor may record. */
    houseLimit: minorUnits().notNull().default(0),
    restaurantName: text(),
    restaurantAddress: text(),
    restaurantPhone: text(),
    legalName: text(),
    taxNumber: text(),
    /** When the restaurant is open; null for always. */
    openingHours: jsonb().$type<OpeningHours>(),
    /** How many minutes before closing the last order is taken. */
    lastOrderMinutes: integer().notNull().default(0),
    /** When takeaway orders are picked up. */
    pickup: jsonb().$type<Pickup>().notNull().default(DEFAULT_PICKUP),
    /** Guests' data is erased automatically after this many months; null for never. */
    retentionMonths: integer(),
    /** When `retentionMonths` takes effect. */
    retentionStartsAt: moment(),
  },
  (table) => [
    check('settings_one_row', sql`${table.id} = 1`),
    check('settings_language', isOneOf(table.language, LANGUAGES)),
    check('settings_currency', isOneOf(table.currency, CURRENCIES)),
    check('settings_business_day_start', isTime(table.businessDayStart)),
    check('settings_retention', isBetween(table.retentionMonths, RETENTION_MONTHS.min, RETENTION_MONTHS.max)),
  ],
)

/** One-time words by which phones prove it (docs/product/before-service.md#before-service-phone). */
export const phoneChecks = pgTable('phone_checks', {
  /** SHA-256 of the word. */
  wordHash: text().primaryKey(),
  askedAt: moment().notNull(),
  expiresAt: moment().notNull(),
  reachedAt: moment(),
})
