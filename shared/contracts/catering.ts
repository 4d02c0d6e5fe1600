import * as z from 'zod/mini'
import { EVENT_STATUSES, hasAtMostTwoDecimals } from '../domain/catering.ts'
import { LANGUAGES } from '../domain/language.ts'
import { ALLERGEN_CODES } from '../domain/menu/allergens.ts'
import { CURRENCIES } from '../domain/money.ts'
import { endpoint } from './base/endpoint.ts'
import {
  emailAddress,
  id,
  idParam,
  idParams,
  isoMoment,
  minorAmount,
  optionalText,
  price,
  sentDayOrMoment,
  singleLine,
  text,
} from './base/fields.ts'
import { lineOptions, orderOptionSchema } from './orders.ts'

/* Catering events and their proposals (docs/product/catering.md#catering-frozen). */

export const EVENT_GUESTS_MAX = 100_000
export const EVENT_QUANTITY_MAX = 9999
export const EVENT_LINES_MAX = 500
export const EVENT_NOTES_MAX = 2000
/** The longest text to search events for. */
const EVENT_SEARCH_MAX = 100
export const EVENTS_PER_PAGE = 200

/** Percent, with at most two decimals. */
const discount = z.number().check(z.gte(0), z.lte(100), z.refine(hasAtMostTwoDecimals, 'validation.twoDecimals'))

const eventLineInput = z.object({
  menuItemId: id,
  quantity: z.int().check(z.gte(1, 'validation.eventQuantity'), z.lte(EVENT_QUANTITY_MAX)),
  /** With `priceAtTimeOfEvent`, keeps the line of a dish that has been deleted. */
  name: z.optional(singleLine(200)),
  /** Today's price with these options, if absent. */
  priceAtTimeOfEvent: z.nullish(price),
  /** The ids of chosen options; an id that is repeated is taken that often. */
  options: z.optional(lineOptions),
})

export const eventInputSchema = z.object({
  customerName: singleLine(100, 1, 'validation.eventCustomerName'),
  customerEmail: emailAddress('validation.eventCustomerEmail'),
  customerPhone: z.string('validation.phoneNumberFormat').check(z.regex(/^40\d{9}$/, 'validation.phoneNumberFormat')),
  eventDate: sentDayOrMoment,
  numberOfGuests: z.int().check(z.gte(1, 'validation.eventGuests'), z.lte(EVENT_GUESTS_MAX)),
  discount: z._default(discount, 0),
  notes: optionalText(EVENT_NOTES_MAX),
  /** The language of the settings, if absent. */
  language: z.optional(z.enum(LANGUAGES)),
  items: z._default(z.array(eventLineInput).check(z.maxLength(EVENT_LINES_MAX)), []),
  status: z._default(z.enum(EVENT_STATUSES, 'validation.eventStatus'), 'draft'),
})
export type EventInput = z.infer<typeof eventInputSchema>
export type EventRequest = z.input<typeof eventInputSchema>

/** A line of the proposal; it does not change with the dish. */
export const eventLineSchema = z.object({
  id,
  /** Null once the dish is deleted. */
  menuItemId: z.nullable(id),
  quantity: z.int(),
  name: z.string(),
  nameRo: z.string(),
  /** The price of one portion with its options, in minor units. */
  priceAtTimeOfEvent: minorAmount,
  /** The chosen options, dishes among them too, those without something first. */
  options: z.array(orderOptionSchema),
  allergenCodes: z.array(z.enum(ALLERGEN_CODES)),
  allergens: z.nullable(z.string()),
  /** As of the dish; null if unknown. */
  allergensChecked: z.nullable(z.boolean()),
})
export type EventLine = z.infer<typeof eventLineSchema>

export const eventSchema = z.object({
  id,
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  /** A whole day of the restaurant's calendar, YYYY-MM-DD, as is `validUntil`. */
  eventDate: z.iso.date(),
  numberOfGuests: z.int(),
  /** In percent. */
  discount: z.number(),
  notes: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  status: z.enum(EVENT_STATUSES),
  currency: z.enum(CURRENCIES),
  items: z.array(eventLineSchema),
  /** In minor units. */
  total: minorAmount,
  totalAfterDiscount: minorAmount,
  validUntil: z.iso.date(),
  createdAt: isoMoment,
  updatedAt: isoMoment,
})
export type CateringEvent = z.infer<typeof eventSchema>

export const listEvents = endpoint('GET', '/api/events', 'owner', {
  summary:
    'The newest 200 events, newest first; `before`, the id of the last one, gives the next page. `q` searches names, emails, phone numbers and notes.',
  query: z.object({ before: z.optional(idParam), q: z.optional(text(EVENT_SEARCH_MAX)) }),
  response: z.array(eventSchema),
})

export const createEvent = endpoint('POST', '/api/events', 'owner', {
  summary:
    'Creates an event with the names, prices and allergens of its dishes. An Idempotency-Key makes it safe to repeat.',
  body: eventInputSchema,
  stored: 'event',
  status: 201,
  response: eventSchema,
})

export const changeEvent = endpoint('PATCH', '/api/events/:id', 'owner', {
  summary: 'Sets the status of an event.',
  params: idParams,
  body: z.object({ status: z.enum(EVENT_STATUSES, 'validation.eventStatus') }),
  response: eventSchema,
})

export const deleteEvent = endpoint('DELETE', '/api/events/:id', 'owner', {
  summary: 'Deletes an event that is a draft or pending, with its proposal.',
  params: idParams,
  status: 204,
})

export const getProposal = endpoint('GET', '/api/events/:id/proposal', 'owner', {
  summary: 'The proposal as PDF, in the language of the event or in another.',
  params: idParams,
  query: z.object({ language: z.optional(z.enum(LANGUAGES)) }),
})
