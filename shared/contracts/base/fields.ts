import * as z from 'zod/mini'
import { LANGUAGES } from '../../domain/language.ts'
import { MAX_PRICE } from '../../domain/money.ts'
import { cleanText, oneLine, visibleLength } from '../../domain/text.ts'
import { DATES } from '../../domain/time/local-time.ts'
import { wording } from './wording.ts'

/* Types that areas share. Messages are translation keys; without one, `wording.ts` has the rule's general one. */

// PostgreSQL stores no NUL, and no other control character belongs in what a guest types.
const UNPRINTABLE = /[^\P{Cc}\t\n\r]/u

/** Cleaned by `cleanText`, with at least `minLength` visible characters; length is checked first. */
export function text(maxLength: number, minLength = 0, message?: string) {
  const cleaned = z.overwrite<string>((value) => cleanText(value, maxLength))
  const printable = textRule((value) => !UNPRINTABLE.test(value), 'validation.unprintable')
  const visible = textRule(
    (value) => visibleLength(value) >= minLength,
    message ?? `validation.atLeastCharacters ${minLength}`,
  )
  const short = z.minLength(minLength, message)
  return z.string(message).check(cleaned, z.maxLength(maxLength, { error: wording }), printable, short, visible)
}

/** A `text` in one line, for names and for the guest's words on paper. */
export function singleLine(maxLength: number, minLength = 0, message?: string) {
  return text(maxLength, minLength, message).check(z.overwrite(oneLine))
}

/** Skipped if the text is invalid already; not by `abort`, which would skip rules across fields too. */
export function textRule(isValid: (value: string) => boolean, error: string) {
  return z.refine<string>(isValid, { error, when: ({ issues }) => issues.length === 0 })
}

/** What a schema accepts, changed by a function. */
export const mapped = <Schema extends z.ZodMiniType, Out>(schema: Schema, change: (value: z.output<Schema>) => Out) =>
  z.pipe(
    schema,
    z.transform((value: z.output<Schema>) => change(value)),
  )

/** Some of these values, at least one, in their order. */
export const someOf = <const Value extends string>(values: readonly Value[]) =>
  mapped(z.array(z.enum(values)).check(z.minLength(1), z.maxLength(values.length * 2)), (sent) =>
    values.filter((value) => (sent as readonly string[]).includes(value)),
  )

/** A list, cut before its entries are read: one that is far too long is rejected by its length alone. */
export const cutFirst = <Entry extends z.ZodMiniType>(list: z.ZodMiniArray<Entry>, max: number) =>
  z.pipe(
    z.transform((sent: z.input<Entry>[]) => (Array.isArray(sent) ? sent.slice(0, max + 1) : sent)),
    list,
  )

const orNull = <Text extends z.ZodMiniType<string, string>>(schema: Text) =>
  mapped(z.nullish(schema), (value) => value || null)

/** Optional text; the empty text becomes null. */
export const optionalText = (maxLength: number) => orNull(text(maxLength))

/** Optional text without line ends. */
export const optionalLine = (maxLength: number) => orNull(singleLine(maxLength))

/**
 * An email address: up to 64 characters of RFC 6531, and a domain in letters of any script or in Punycode. No quoted
 * name and no IP address, as in the forms of browsers.
 */
const EMAIL =
  /^(?=.{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:xn--[a-z\d-]{0,58}[a-z\d]|[\p{L}\p{M}]{2,63})$/iu

/** An email address without the spaces around it. */
export const emailAddress = (message: string) =>
  z.string(message).check(
    z.overwrite((value) => value.trim()),
    z.maxLength(254, { error: message, abort: true }),
    z.regex(EMAIL, message),
  )

/** The largest number that PostgreSQL's `integer` holds; ids and counts stay within it. */
const MAX_INTEGER = 2 ** 31 - 1

export const id = z.int().check(z.gte(1), z.lte(MAX_INTEGER))

/** An existing password, which need not follow today's rules. */
export const givenPassword = z
  .string('validation.passwordRequired')
  .check(z.minLength(1, 'validation.passwordRequired'), z.maxLength(200, { error: wording }))

/** The id of a row in a path, where it is text. */
export const idParam = z.pipe(
  z
    .string()
    .check(z.regex(/^\d{1,10}$/, 'validation.wholeNumber'))
    .check(textRule((value) => Number(value) <= MAX_INTEGER, `validation.atMost ${MAX_INTEGER}`)),
  z.transform(Number),
)
export const idParams = z.object({ id: idParam })

/** The query of a response that may be a file. It has the language because a link cannot set a header. */
export const fileQuery = <Format extends string>(format: Format) => ({
  as: z.optional(z.enum(['json', format])),
  lang: z.optional(z.enum(LANGUAGES)),
})

/** Whole minor units (bani, cents), not negative. */
export const minorAmount = z.int().check(z.gte(0))

export const price = minorAmount.check(z.lte(MAX_PRICE))

/** A moment that goes out, as ISO 8601 text in UTC: made of a `Date`, or of what is text already. */
export const isoMoment = z.pipe(
  z.transform((at: Date | string) => (at instanceof Date ? at.toISOString() : at)),
  z.iso.datetime(),
)

/** True of a stored row that cannot be read: only those who can delete it get it, with empty values where it is wrong. */
export const isBroken = z.optional(z.literal(true))

const isEntered = (sent: string) => sent.slice(0, 10) >= DATES.first && sent.slice(0, 10) <= DATES.last
const withinDates = textRule(isEntered, 'validation.date')

/** A calendar day that comes in, YYYY-MM-DD. */
export const sentDay = z.iso.date('validation.date').check(withinDates)

/** A moment that comes in, as ISO 8601 text in UTC. */
export const sentMoment = z.iso.datetime('validation.date').check(withinDates)

const [isDay, isOffsetMoment] = [z.iso.date(), z.iso.datetime({ offset: true })]
/** A calendar day that comes in, or a moment of it at the restaurant (`localDayOf`). */
export const sentDayOrMoment = z
  // Not `z.union`: forms would show its members' messages.
  .string('validation.date')
  .check(
    textRule((sent) => isDay.safeParse(sent).success || isOffsetMoment.safeParse(sent).success, 'validation.date'),
    withinDates,
  )
