import * as z from 'zod/mini'
import { LANGUAGES } from '../domain/language.ts'
import { CURRENCIES } from '../domain/money.ts'
import { endpoint } from './endpoint.ts'
import { isoMoment, optionalText, text, textRule } from './fields.ts'
import { retentionMonthsSchema } from './privacy.ts'

const restaurantFields = {
  restaurantName: optionalText(80),
  restaurantAddress: optionalText(200),
  restaurantPhone: optionalText(40),
  legalName: optionalText(120),
  taxNumber: optionalText(20),
}

const webAddress = z.url({ protocol: /^https?$/, normalize: true })

/** An address without path, query and user, in the one way of writing it; undefined for any other text. */
function originOf(typed: string): string | undefined {
  const { data = '' } = webAddress.safeParse(typed)
  return /^(https?:\/\/[^/?#@]+)\/$/.exec(data)?.[1]
}

/** The origin of an http(s) address; the empty text becomes null. */
const origin = z.pipe(
  z.nullish(text(200).check(textRule((typed) => typed === '' || originOf(typed) !== undefined, 'validation.origin'))),
  z.transform((typed) => originOf(typed ?? '') ?? null),
)

export const settingsSchema = z.object({
  language: z.enum(LANGUAGES),
  currency: z.enum(CURRENCIES),
  whatsappNotificationsEnabled: z.boolean(),
  ordersPaused: z.boolean(),
  /** When the pause ends by itself; null for one that somebody must end. */
  ordersPausedUntil: z.nullable(isoMoment),
  /** Whether an order for a table, and joining one, needs the key of the table's code. */
  tableKeysRequired: z.boolean(),
  /** An IANA name; every time shown uses it. */
  timeZone: z.string(),
  restaurantName: z.nullable(z.string()),
  restaurantAddress: z.nullable(z.string()),
  restaurantPhone: z.nullable(z.string()),
  legalName: z.nullable(z.string()),
  taxNumber: z.nullable(z.string()),
  /** Only owners receive these (docs/product.md#settings-public). */
  ownerPhoneNumber: z.optional(z.nullable(z.string())),
  businessDayStart: z.optional(z.string()),
  /** The origin that the tables' codes lead to; null for the address that the owner's browser shows. */
  publicAddress: z.optional(z.nullable(z.string())),
  /** After how many months guests' data goes by itself; null for never. */
  retentionMonths: z.optional(z.nullable(z.int())),
})
export type Settings = z.infer<typeof settingsSchema>

export const settingsChangeSchema = z.partial(
  z.object({
    language: z.enum(LANGUAGES),
    currency: z.enum(CURRENCIES),
    whatsappNotificationsEnabled: z.boolean(),
    ordersPaused: z.boolean(),
    ordersPausedUntil: z.nullable(isoMoment),
    tableKeysRequired: z.boolean(),
    businessDayStart: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.time')),
    ownerPhoneNumber: z
      .string('validation.phoneNumberRequired')
      .check(z.minLength(1, 'validation.phoneNumberRequired'), z.regex(/^40\d{9}$/, 'validation.phoneNumberFormat')),
    publicAddress: origin,
    retentionMonths: retentionMonthsSchema,
    ...restaurantFields,
  }),
)
export type SettingsChange = z.infer<typeof settingsChangeSchema>

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'public',
  says: "The restaurant's settings: those that guests need, and for an owner all.",
  answer: settingsSchema,
})

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings',
  access: 'owner',
  says: 'Changes the settings that are sent.',
  body: settingsChangeSchema,
  answer: settingsSchema,
})
