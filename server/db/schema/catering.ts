import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { EVENT_QUANTITY_MAX } from '#shared/contracts/catering.ts'
import type { OrderOption } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { EVENT_STATUSES } from '#shared/domain/catering.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import type { AllergenCode } from '#shared/domain/menu/allergens.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { day, identity, isBetween, isOneOf, minorUnits, moment, reference } from './columns.ts'
import { menuItems } from './menu.ts'

/** The restaurant's details that a proposal shows. */
export type StoredRestaurant = Pick<
  Settings,
  'restaurantName' | 'restaurantAddress' | 'restaurantPhone' | 'legalName' | 'taxNumber'
>

/** A catering event. It stores all that its proposal shows, so that no later change of menu or settings alters it. */
export const events = pgTable(
  'events',
  {
    id: identity(),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    /** The digits of E.164. */
    customerPhone: text().notNull(),
    /** Calendar days of the restaurant. */
    eventDate: day().notNull(),
    validUntil: day().notNull(),
    numberOfGuests: integer().notNull(),
    /** Percent off the sum of the dishes. */
    discount: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull().default(0),
    notes: text(),
    language: text({ enum: LANGUAGES }).notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    restaurant: jsonb().$type<StoredRestaurant>().notNull(),
    status: text({ enum: EVENT_STATUSES }).notNull().default('draft'),
    /** Random and never shown. In `erasures`, so that the event is erased again after a backup is restored. */
    erasureKey: uuid().notNull().defaultRandom(),
    /** When the personal data was erased. */
    erasedAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    // For erasing by phone number.
    index().on(table.customerPhone),
    check('events_guests', sql`${table.numberOfGuests} >= 1`),
    check('events_discount', isBetween(table.discount, 0, 100)),
    check('events_language', isOneOf(table.language, LANGUAGES)),
    check('events_currency', isOneOf(table.currency, CURRENCIES)),
    check('events_status', isOneOf(table.status, EVENT_STATUSES)),
  ],
)

export const eventItems = pgTable(
  'event_items',
  {
    id: identity(),
    eventId: reference()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The dish, while it exists; the other columns are copies from when the proposal was made. */
    menuItemId: reference().references(() => menuItems.id, { onDelete: 'set null' }),
    quantity: integer().notNull(),
    name: text().notNull(),
    nameRo: text().notNull(),
    priceAtTimeOfEvent: minorUnits().notNull(),
    /** The chosen options at that moment, as `orderOptionSchema`. */
    options: jsonb().$type<OrderOption[]>().notNull().default([]),
    allergenCodes: text().array().notNull().default([]).$type<AllergenCode[]>(),
    allergens: text(),
    /** Null if unknown: the line was made before Masa recorded it, or without a dish. */
    allergensChecked: boolean(),
  },
  (table) => [
    index().on(table.eventId),
    index().on(table.menuItemId),
    check('event_items_quantity', isBetween(table.quantity, 1, EVENT_QUANTITY_MAX)),
    check('event_items_price', sql`${table.priceAtTimeOfEvent} >= 0`),
  ],
)
