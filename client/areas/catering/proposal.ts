import * as z from 'zod/mini'
import { text } from '#shared/contracts/base/fields.ts'
import { EVENT_QUANTITY_MAX, type EventRequest, eventInputSchema } from '#shared/contracts/catering.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { isLanguage, LANGUAGES, type Language, type Named, nameIn } from '#shared/domain/language.ts'

export const detailsFormSchema = z.object({
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  /** YYYY-MM-DD, or empty. */
  eventDate: z.string(),
  numberOfGuests: z.string(),
  /** Empty for the language of the settings. */
  language: z.union([z.enum(LANGUAGES), z.literal('')]),
  notes: z.string(),
})
export type DetailsForm = z.infer<typeof detailsFormSchema>
const FIELDS = Object.keys(detailsFormSchema.shape) as (keyof DetailsForm)[]
export const EMPTY_DETAILS = Object.fromEntries(FIELDS.map((field) => [field, ''])) as DetailsForm

const bothNames = { name: z.string(), nameRo: z.string() }

/** A chosen dish: its typed quantity, and its names and price in case it is deleted. */
export const chosenDishSchema = z.object({ ...bothNames, price: z.int(), quantity: z.string() })
export type ChosenDish = z.infer<typeof chosenDishSchema>

/** A line as previewed and sent, with the price of one portion in minor units. */
export const proposalLineSchema = z.object({
  ...bothNames,
  menuItemId: z.int(),
  quantity: z.int(),
  priceAtTimeOfEvent: z.int(),
})
export type ProposalLine = z.infer<typeof proposalLineSchema>

const serverFields = z.pick(eventInputSchema, { eventDate: true, numberOfGuests: true, notes: true })
/** The first step, laxer about phones than the server, whose rules apply to the rest. */
export const detailsSchema = z.extend(serverFields, {
  customerName: text(100, 1, 'catering.nameRequired'),
  customerEmail: z.string().check(
    z.overwrite((input) => input.trim()),
    z.maxLength(254, { error: 'catering.emailInvalid', abort: true }),
    z.email('catering.emailInvalid'),
  ),
  customerPhone: text(40, 1, 'catering.phoneRequired'),
})
export type Details = z.infer<typeof detailsSchema>

/** Converts the typed fields for `detailsSchema`; a text that is not a whole number fails there. */
export function parseDetails({ numberOfGuests, language, ...fields }: DetailsForm) {
  return { ...fields, numberOfGuests: parseWhole(numberOfGuests) }
}

/** A phone number as events store it, 40 and nine digits, if it can be parsed as such; else as typed. */
export function eventPhone(input: string): string {
  const digits = phoneDigits(input) ?? ''
  return /^40\d{9}$/.test(digits) ? digits : input.trim()
}

const NOT_WHOLE = 0.5

/** Parses a whole number. 1.000 means a thousand in Romanian, so it must not be parsed as 1. */
function parseWhole(input: string): number {
  return /\d[.,]\d/.test(input) ? NOT_WHOLE : Number(input)
}

const quantitySchema = z.int().check(z.gte(1, 'validation.eventQuantity'), z.lte(EVENT_QUANTITY_MAX))

/** Parses a quantity: 0 for empty or invalid text. `error` is a translation key. */
export function parseQuantity(input: string): { quantity: number; error?: string } {
  const quantity = parseWhole(input)
  if (quantity === 0) return { quantity: 0 }
  const { error } = quantitySchema.safeParse(quantity)
  return error ? { quantity: 0, error: error.issues[0]?.message } : { quantity }
}

const discountSchema = z.pick(eventInputSchema, { discount: true })

/** Parses a discount in percent: 0 for empty or invalid text. `error` is a translation key. */
export function parseDiscount(input: string): { discount: number; error?: string } {
  // Romanian uses a decimal comma.
  const { data, error } = discountSchema.safeParse({ discount: Number(input.trim().replace(',', '.')) })
  return data ?? { discount: 0, error: error?.issues[0]?.message }
}

/** The lines of all dishes with a quantity: names and prices from the menu, or from `chosen` for deleted dishes. */
export function linesOf(
  chosen: Readonly<Record<string, ChosenDish>>,
  dishes: ReadonlyMap<number, MenuItem>,
  language: Language,
): ProposalLine[] {
  const lines = Object.entries(chosen).flatMap(([id, chosenDish]) => {
    const menuItemId = Number(id)
    const { name, nameRo, price } = dishes.get(menuItemId) ?? chosenDish
    const { quantity } = parseQuantity(chosenDish.quantity)
    return quantity > 0 ? [{ menuItemId, name, nameRo, priceAtTimeOfEvent: price, quantity }] : []
  })
  return sortedByName(lines, language)
}

export function selectionFromLines(lines: readonly ProposalLine[]): Record<string, ChosenDish> {
  return Object.fromEntries(
    lines.map(({ menuItemId, name, nameRo, priceAtTimeOfEvent: price, quantity }) => [
      menuItemId,
      { name, nameRo, price, quantity: String(quantity) },
    ]),
  )
}

/** Sorts by name, by the language's rules: in Romanian ș follows s. */
export function sortedByName<Item extends Named>(items: readonly Item[], language: Language): Item[] {
  const { compare } = new Intl.Collator(language)
  return [...items].sort((a, b) => compare(nameIn(language, a), nameIn(language, b)))
}

export function requestOf(
  details: DetailsForm,
  typedDiscount: string,
  lines: readonly ProposalLine[],
  defaultLanguage: Language,
): EventRequest {
  const { customerName, customerEmail, customerPhone, eventDate, numberOfGuests, notes } = parseDetails(details)
  const language = proposalLanguage(details, defaultLanguage)
  return {
    customerName: customerName.trim(),
    customerEmail: customerEmail.trim(),
    customerPhone: eventPhone(customerPhone),
    eventDate,
    numberOfGuests,
    discount: parseDiscount(typedDiscount).discount,
    notes: notes.trim() || null,
    language,
    status: 'pending',
    items: lines.map((line) => ({
      menuItemId: line.menuItemId,
      quantity: line.quantity,
      name: nameIn(language, line),
      priceAtTimeOfEvent: line.priceAtTimeOfEvent,
    })),
  }
}

/** The language of the proposal: the chosen one, or the default. */
export function proposalLanguage({ language }: Pick<DetailsForm, 'language'>, defaultLanguage: Language): Language {
  return isLanguage(language) ? language : defaultLanguage
}
