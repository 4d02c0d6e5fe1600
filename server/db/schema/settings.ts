import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { RETENTION_MONTHS } from '#shared/contracts/privacy.ts'
import { DEFAULT_KITCHEN_MINUTES, DEFAULT_STATIONS, type Station } from '#shared/domain/kitchen.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { mapValues } from '#shared/domain/objects.ts'
import { DEFAULT_PICKUP, type Pickup } from '#shared/domain/orders/pickup.ts'
import { type CashRounding, DEFAULT_METHODS, type PaymentMethod } from '#shared/domain/payments/methods.ts'
import { DEFAULT_RESERVATIONS, type ReservationRules } from '#shared/domain/reservations/reservations.ts'
import { GUEST_SWITCHES, RESTAURANT_TEXTS } from '#shared/domain/settings.ts'
import type { OpeningHours } from '#shared/domain/time/opening-hours.ts'
import { isBetween, isOneOf, isTime, minorUnits, moment } from './columns.ts'

/** The settings, in one row, because a deployment serves one restaurant. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    /** Raised by each change that an owner makes. */
    version: integer().notNull().default(1),
    language: text({ enum: LANGUAGES }).notNull().default('en'),
    currency: text({ enum: CURRENCIES }).notNull().default('lei'),
    ownerPhoneNumber: text(),
    whatsappNotificationsEnabled: boolean().notNull().default(true),
    ordersPaused: boolean().notNull().default(false),
    /** When a pause ends by itself; null for a pause without an end. */
    ordersPausedUntil: moment(),
    tableKeysRequired: boolean().notNull().default(false),
    ...mapValues(GUEST_SWITCHES, (usual) => boolean().notNull().default(usual)),
    /** Whether anybody can register on the sign-in page; before there is an owner, everybody can. */
    registration: boolean().notNull().default(true),
    publicAddress: text(),
    /** The host in the code to scan while no address is set, and the last asked one by which a guest came. */
    askedHost: text(),
    reachedHost: text(),
    firstStepsAway: boolean().notNull().default(false),
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
    kitchenMinutes: integer()
      .array()
      .notNull()
      .default([...DEFAULT_KITCHEN_MINUTES]),
    payments: boolean().notNull().default(false),
    paymentMethods: jsonb()
      .$type<PaymentMethod[]>()
      .notNull()
      .default([...DEFAULT_METHODS]),
    /** The highest id that a method ever had, so that none is used again. */
    lastMethodId: integer().notNull().default(DEFAULT_METHODS.length),
    cashRounding: integer().$type<CashRounding>().notNull().default(0),
    houseLimit: minorUnits().notNull().default(0),
    fiscal: boolean().notNull().default(false),
    ...mapValues(RESTAURANT_TEXTS, () => text()),
    openingHours: jsonb().$type<OpeningHours>(),
    lastOrderMinutes: integer().notNull().default(0),
    pickup: jsonb().$type<Pickup>().notNull().default(DEFAULT_PICKUP),
    reservations: jsonb().$type<ReservationRules>().notNull().default(DEFAULT_RESERVATIONS),
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
