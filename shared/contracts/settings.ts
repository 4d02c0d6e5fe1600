import * as z from 'zod/mini'
import { MAX_STATIONS } from '../domain/kitchen.ts'
import { LANGUAGES } from '../domain/language.ts'
import { CURRENCIES } from '../domain/money.ts'
import { mapValues } from '../domain/objects.ts'
import { CASH_ROUNDINGS } from '../domain/payments/methods.ts'
import { RESERVATION_NUMBERS, RESERVATION_SLOT_MINUTES } from '../domain/reservations/reservations.ts'
import { GUEST_SWITCHES, RESTAURANT_TEXTS } from '../domain/settings.ts'
import { endpoint } from './base/endpoint.ts'
import { id, isoMoment, minorAmount, optionalLine, sentMoment, singleLine, text, textRule } from './base/fields.ts'
import { openingHoursSchema, pickupSchema, sentOpeningHours } from './hours.ts'
import { amountOrNothing, LISTED_NAME_MAX, paymentMethodSchema, sentMethods } from './payments.ts'
import { retentionMonthsSchema } from './privacy.ts'

const reservationNumbers = mapValues(RESERVATION_NUMBERS, ({ min, max }) => z.int().check(z.gte(min), z.lte(max)))

/** The setting `reservations`, sent whole (docs/product/reservations.md#reservations-setting). */
export const reservationRulesSchema = z
  .object({
    /** Whether the house takes reservations. */
    on: z.boolean(),
    /** Whether guests reserve on their own page. */
    online: z.boolean(),
    slotMinutes: z.literal([...RESERVATION_SLOT_MINUTES]),
    ...reservationNumbers,
    asksFrom: z.nullable(reservationNumbers.asksFrom),
  })
  .check(z.refine(({ on, online }) => on || !online, { error: 'validation.onlineNeedsOn', path: ['online'] }))

/* The server's view and the form of texts are derived from these tables (docs/recipes.md). */

/** The earliest last order, in minutes before closing. */
const MAX_LAST_ORDER_MINUTES = 120

const webAddress = z.url({ protocol: /^https?$/, normalize: true })

/** The normalized origin of an http(s) address; undefined if the text has a path, query or user, or is no URL. */
function originOf(text: string): string | undefined {
  const { data = '' } = webAddress.safeParse(text)
  return /^(https?:\/\/[^/?#@]+)\/$/.exec(data)?.[1]
}

/** The origin of an http(s) address; the empty text becomes null. */
const origin = z.pipe(
  z.nullish(text(200).check(textRule((value) => value === '' || originOf(value) !== undefined, 'validation.origin'))),
  z.transform((value) => originOf(value ?? '') ?? null),
)

/** The settings that everybody may read, and an owner may change as they are. */
const choices = {
  language: z.enum(LANGUAGES),
  currency: z.enum(CURRENCIES),
  whatsappNotificationsEnabled: z.boolean(),
  ordersPaused: z.boolean(),
  /** The end of a timed pause; null for a pause that somebody must end. */
  ordersPausedUntil: z.nullable(isoMoment),
  /** Whether ordering for a table, and joining its shared cart, needs the key of the table's code. */
  tableKeysRequired: z.boolean(),
  ...mapValues(GUEST_SWITCHES, () => z.boolean()),
}

/** The settings that everybody may read. */
const publicSettings = {
  ...choices,
  /** An IANA name; every displayed time uses it. */
  timeZone: z.string(),
  ...mapValues(RESTAURANT_TEXTS, () => z.nullable(z.string())),
}

/** A part of the kitchen that cooks the dishes of some categories (docs/product/orders.md#orders-stations). */
export const stationSchema = z.object({ id, name: z.string(), nameRo: z.string() })

/** The settings that owners and staff with a duty may read, and an owner may change as they are. */
const serviceChoices = {
  /** Whether payments are recorded. */
  payments: z.boolean(),
  /** The step to which cash is rounded, in minor units; 0 for none. */
  cashRounding: z.literal([...CASH_ROUNDINGS]),
  /** Whether each paid bill goes to the fiscal device. Needs payments in lei without rounding, and a device. */
  fiscal: z.boolean(),
  /** Guests read of them what `GET /api/hours` and `GET /api/reservations/times` say. */
  reservations: reservationRulesSchema,
}

/** The settings that only owners may read, and change as they are. */
const ownerChoices = {
  /** Whether the list of first steps on the board is done or put away. */
  firstStepsAway: z.boolean(),
  /** Whether the restaurant has no tables, so that first steps and checks do not ask for them. */
  noTables: z.boolean(),
  registration: z.boolean(),
  /** When takeaway orders are picked up. Guests read it from `GET /api/hours` and `GET /api/pickup` alone. */
  pickup: pickupSchema,
}

const optional = <Shape extends Record<string, z.ZodMiniType>>(shape: Shape) =>
  mapValues(shape, (schema) => z.optional(schema)) as { [Name in keyof Shape]: z.ZodMiniOptional<Shape[Name]> }

/** The settings that owners and staff with a duty may read. */
const serviceSettings = {
  ...optional(serviceChoices),
  businessDayStart: z.optional(z.string()),
  /** The stations of the kitchen; the first one cooks every dish that has no other station. */
  stations: z.optional(z.array(stationSchema)),
  /** After how many minutes an order's clock begins to fill, and after how many the order is late. */
  kitchenMinutes: z.optional(z.array(z.int())),
  paymentMethods: z.optional(z.array(paymentMethodSchema)),
  /** The highest payment by a method of the house that the floor may record; owners may record any. */
  houseLimit: z.optional(minorAmount),
  /** When the restaurant is open; null for always. Guests read them from `GET /api/hours` alone. */
  openingHours: z.optional(z.nullable(openingHoursSchema)),
}

/** A station without an id is new. */
const sentStationSchema = z.object({
  id: z.optional(id),
  name: singleLine(LISTED_NAME_MAX, 1),
  nameRo: z._default(singleLine(LISTED_NAME_MAX), ''),
})
const sentStations = z.array(sentStationSchema).check(
  z.minLength(1),
  z.maxLength(MAX_STATIONS),
  z.refine((stations) => {
    const ids = stations.flatMap((station) => station.id ?? [])
    return new Set(ids).size === ids.length
  }, 'validation.stationTwice'),
)

const kitchenMinute = z.int().check(z.gte(1), z.lte(240))
const sentKitchenMinutes = z
  .tuple([kitchenMinute, kitchenMinute])
  .check(z.refine(([fills, late]) => fills < late, { error: 'validation.kitchenMinutes', path: [1] }))

/** The settings that only owners may read (docs/product/settings.md#settings-public). */
const ownerSettings = {
  /** For If-Match: on what a change is based. */
  version: z.optional(z.int()),
  ownerPhoneNumber: z.optional(z.nullable(z.string())),
  ...optional(ownerChoices),
  /** The origin in the tables' codes; null for the address that the owner's browser shows. */
  publicAddress: z.optional(z.nullable(z.string())),
  retentionMonths: z.optional(z.nullable(z.int())),
  lastOrderMinutes: z.optional(z.int()),
}

export const settingsSchema = z.object({
  ...{ ...publicSettings, ...serviceSettings, ...ownerSettings },
  /** Told to staff while the house takes no reservations: whether some that it took are still to come. */
  reservationsLeft: z.optional(z.boolean()),
})
export type Settings = z.infer<typeof settingsSchema>

export const PUBLIC_SETTINGS = Object.keys(publicSettings) as (keyof typeof publicSettings)[]
export const SERVICE_SETTINGS = Object.keys(serviceSettings) as (keyof typeof serviceSettings)[]
export const OWNER_SETTINGS = Object.keys(ownerSettings) as (keyof typeof ownerSettings)[]

/** The settings that owners change. */
export const changeableSettings = z.object({
  ...{ ...choices, ...serviceChoices, ...ownerChoices },
  ordersPausedUntil: z.nullable(sentMoment),
  businessDayStart: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.time')),
  stations: sentStations,
  kitchenMinutes: sentKitchenMinutes,
  paymentMethods: sentMethods,
  houseLimit: amountOrNothing,
  ownerPhoneNumber: z
    .string('validation.phoneNumberRequired')
    .check(z.minLength(1, 'validation.phoneNumberRequired'), z.regex(/^40\d{9}$/, 'validation.phoneNumberFormat')),
  publicAddress: origin,
  retentionMonths: retentionMonthsSchema,
  openingHours: z.nullable(sentOpeningHours),
  lastOrderMinutes: z.int().check(z.gte(0), z.lte(MAX_LAST_ORDER_MINUTES)),
  ...mapValues(RESTAURANT_TEXTS, optionalLine),
})

/** The changed settings; settings that are absent keep their value. */
export const settingsChangeSchema = z.partial(changeableSettings)
export type SettingsChange = z.infer<typeof settingsChangeSchema>

export const getSettings = endpoint('GET', '/api/settings', 'public', {
  summary:
    "The restaurant's settings: all for an owner; for staff with a duty those that their work needs; otherwise those that guests need.",
  response: settingsSchema,
})

export const pauseOrders = endpoint('POST', '/api/pause', 'service', {
  summary: 'Pauses orders, until a moment or until somebody resumes them, or resumes them.',
  body: z.object({ paused: z.boolean(), until: z.optional(z.nullable(sentMoment)) }),
  response: z.object({ ordersPaused: z.boolean(), ordersPausedUntil: z.nullable(isoMoment) }),
})

export const changeSettings = endpoint('PATCH', '/api/settings', 'owner', {
  summary:
    'Changes the settings that are sent. With If-Match, a change of another version is rejected (409 settings_changed).',
  body: settingsChangeSchema,
  response: settingsSchema,
})
