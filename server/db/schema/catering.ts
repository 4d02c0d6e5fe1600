import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { EVENT_QUANTITY_MAX } from '#shared/contracts/catering.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { AllergenCode } from '#shared/domain/allergens.ts'
import { EVENT_STATUSES } from '#shared/domain/event-status.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { CURRENCIES } from '#shared/domain/money.ts'
import { identity, isBetween, isOneOf, minorUnits, moment, reference } from './columns.ts'
import { menuItems } from './menu.ts'

/** What a proposal says of the restaurant, as it was then. */
export type StoredRestaurant = Pick<
  Settings,
  'restaurantName' | 'restaurantAddress' | 'restaurantPhone' | 'legalName' | 'taxNumber'
>

/** A catering event: what its proposal shows is kept here, and no later change of menu or settings alters it. */
export const events = pgTable(
  'events',
  {
    id: identity(),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    /** The digits of E.164. */
    customerPhone: text().notNull(),
    /** Whole days of the restaurant's calendar. */
    eventDate: date({ mode: 'string' }).notNull(),
    validUntil: date({ mode: 'string' }).notNull(),
    numberOfGuests: integer().notNull(),
    /** In percent. */
    discount: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull().default(0),
    notes: text(),
    language: text({ enum: LANGUAGES }).notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    restaurant: jsonb().$type<StoredRestaurant>().notNull(),
    status: text({ enum: EVENT_STATUSES }).notNull().default('draft'),
    /** Random and never shown: erasing writes it down, so that a restored backup is erased again. */
    erasureKey: uuid().notNull().defaultRandom(),
    /** When what it says of a person was taken out. */
    erasedAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    // For erasing by the number.
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
    /** The dish, while it exists; all else is of the moment of the proposal and stays. */
    menuItemId: reference().references(() => menuItems.id, { onDelete: 'set null' }),
    quantity: integer().notNull(),
    name: text().notNull(),
    nameRo: text().notNull(),
    priceAtTimeOfEvent: minorUnits().notNull(),
    allergenCodes: text().array().notNull().default([]).$type<AllergenCode[]>(),
    allergens: text(),
  },
  (table) => [
    index().on(table.eventId),
    index().on(table.menuItemId),
    check('event_items_quantity', isBetween(table.quantity, 1, EVENT_QUANTITY_MAX)),
    check('event_items_price', sql`${table.priceAtTimeOfEvent} >= 0`),
  ],
)
