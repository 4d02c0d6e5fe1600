import * as z from 'zod/mini'
import { EVENT_QUANTITY_MAX, type EventRequest, eventInputSchema } from '#shared/contracts/catering.ts'
import { text } from '#shared/contracts/fields.ts'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { isLanguage, type Language, type Named, nameIn } from '#shared/domain/language.ts'
import { phoneDigits } from '#shared/domain/phone.ts'

/** The first step as it is typed. */
export interface DetailsForm {
  customerName: string
  customerEmail: string
  customerPhone: string
  /** YYYY-MM-DD, or empty. */
  eventDate: string
  numberOfGuests: string
  /** Empty: that of the settings. */
  language: Language | ''
  notes: string
}
export const EMPTY_DETAILS: DetailsForm = {
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  eventDate: '',
  numberOfGuests: '',
  language: '',
  notes: '',
}

interface BothNames {
  name: string
  nameRo: string
}

/** A dish of the proposal: the quantity as it is typed, and what is known of the dish should it be deleted. */
export interface ChosenDish extends BothNames {
  quantity: string
  price: number
}

/** A line as it is previewed and sent. */
export interface ProposalLine extends BothNames {
  menuItemId: number
  quantity: number
  /** Of one portion, in minor units. */
  priceAtTimeOfEvent: number
}

const asOnServer = z.pick(eventInputSchema, { eventDate: true, numberOfGuests: true, notes: true })
/**
 * What the first step asks for, in the words of its form. It is laxer about phones than the server, whose rules hold for
 * the rest (docs/product.md#catering-wizard).
 */
export const detailsSchema = z.extend(asOnServer, {
  customerName: text(100, 1, 'catering.nameRequired'),
  customerEmail: z.string().check(
    z.overwrite((typed) => typed.trim()),
    z.maxLength(254, { error: 'catering.emailInvalid', abort: true }),
    z.email('catering.emailInvalid'),
  ),
  customerPhone: text(40, 1, 'catering.phoneRequired'),
})
export type Details = z.infer<typeof detailsSchema>

/** The typed form as its rules read it: what is no number fails as such. */
export function typedDetails({ numberOfGuests, language, ...typed }: DetailsForm) {
  return { ...typed, numberOfGuests: typedWhole(numberOfGuests) }
}

/** A phone number as events have it, 40 and nine digits, where it can be read as such; else as typed. */
export function eventPhone(typed: string): string {
  const digits = phoneDigits(typed) ?? ''
  return /^40\d{9}$/.test(digits) ? digits : typed.trim()
}

const NOT_WHOLE = 0.5

/** A whole number as it is typed. 1.000 is a thousand to whoever types it in Romanian: it must not pass for 1. */
function typedWhole(typed: string): number {
  return /\d[.,]\d/.test(typed) ? NOT_WHOLE : Number(typed)
}

const quantitySchema = z.int().check(z.gte(1, 'validation.eventQuantity'), z.lte(EVENT_QUANTITY_MAX))

/** How many of a dish: 0 where nothing or 0 is typed, and why it cannot be, as a translation key. */
export function typedQuantity(typed: string): { quantity: number; fault?: string } {
  const quantity = typedWhole(typed)
  if (quantity === 0) return { quantity: 0 }
  const { error } = quantitySchema.safeParse(quantity)
  return error ? { quantity: 0, fault: error.issues[0]?.message } : { quantity }
}

const discountSchema = z.pick(eventInputSchema, { discount: true })

/** The discount in percent: 0 where nothing is typed, and why it cannot be, as a translation key. */
export function typedDiscount(typed: string): { discount: number; fault?: string } {
  // A comma is how Romanian writes decimals.
  const { data, error } = discountSchema.safeParse({ discount: Number(typed.trim().replace(',', '.')) })
  return data ?? { discount: 0, fault: error?.issues[0]?.message }
}

/** The lines of all dishes with a quantity: by the menu where they are on it, else as they were when they were chosen. */
export function linesOf(
  chosen: Readonly<Record<string, ChosenDish>>,
  dishes: ReadonlyMap<number, MenuItem>,
  language: Language,
): ProposalLine[] {
  const lines = Object.entries(chosen).flatMap(([id, last]) => {
    const menuItemId = Number(id)
    const { name, nameRo, price } = dishes.get(menuItemId) ?? last
    const { quantity } = typedQuantity(last.quantity)
    return quantity > 0 ? [{ menuItemId, name, nameRo, priceAtTimeOfEvent: price, quantity }] : []
  })
  return sortedByName(lines, language)
}

/** What is kept of the dishes of these lines, should they be deleted. */
export function chosenAs(lines: readonly ProposalLine[]): Record<string, ChosenDish> {
  return Object.fromEntries(
    lines.map(({ menuItemId, name, nameRo, priceAtTimeOfEvent: price, quantity }) => [
      menuItemId,
      { name, nameRo, price, quantity: String(quantity) },
    ]),
  )
}

/** By name, as the language sorts: in Romanian ș follows s. */
export function sortedByName<Item extends Named>(items: readonly Item[], language: Language): Item[] {
  const { compare } = new Intl.Collator(language)
  return [...items].sort((one, other) => compare(nameIn(language, one), nameIn(language, other)))
}

/** What is sent: the lines with the names and prices that were previewed. */
export function requestOf(
  details: DetailsForm,
  typedPercent: string,
  lines: readonly ProposalLine[],
  defaultLanguage: Language,
): EventRequest {
  const { customerName, customerEmail, customerPhone, eventDate, numberOfGuests, notes } = typedDetails(details)
  const language = proposalLanguage(details, defaultLanguage)
  return {
    customerName: customerName.trim(),
    customerEmail: customerEmail.trim(),
    customerPhone: eventPhone(customerPhone),
    eventDate,
    numberOfGuests,
    discount: typedDiscount(typedPercent).discount,
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

/** The language of the proposal. */
export function proposalLanguage({ language }: Pick<DetailsForm, 'language'>, byDefault: Language): Language {
  return isLanguage(language) ? language : byDefault
}
