import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { singleLine, text } from '#shared/contracts/base/fields.ts'
import {
  type CateringEvent,
  EVENT_QUANTITY_MAX,
  type EventRequest,
  eventInputSchema,
} from '#shared/contracts/catering.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { isLanguage, LANGUAGES, type Language, type Named, nameIn } from '#shared/domain/language.ts'
import { pick } from '#shared/domain/objects.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { errorMessage, RequestError } from '../../lib/api/request-error.ts'
import { storedDraft } from '../../lib/browser/draft.ts'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { i18n, toast } from '../../ui/index.ts'
import { eventsKey, type ProposalAttempt, sendProposal } from './event-requests.ts'

const detailsFormSchema = z.object({
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
const chosenDishSchema = z.object({ ...bothNames, price: z.int(), quantity: z.string() })
export type ChosenDish = z.infer<typeof chosenDishSchema>

/** A line as previewed and sent, with the price of one portion in minor units. */
const proposalLineSchema = z.object({
  ...bothNames,
  menuItemId: z.int(),
  quantity: z.int(),
  priceAtTimeOfEvent: z.int(),
})
export type ProposalLine = z.infer<typeof proposalLineSchema>

const serverFields = z.pick(eventInputSchema, { eventDate: true, numberOfGuests: true, notes: true })
/** The first step, laxer about phones than the server, whose rules apply to the rest. */
export const detailsSchema = z.extend(serverFields, {
  customerName: singleLine(100, 1, 'catering.nameRequired'),
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

export function proposalLanguage({ language }: Pick<DetailsForm, 'language'>, defaultLanguage: Language): Language {
  return isLanguage(language) ? language : defaultLanguage
}

export const STEPS = ['details', 'menu', 'preview'] as const
export type Step = (typeof STEPS)[number]

const draftSchema = z.object({
  step: z.enum(STEPS),
  details: detailsFormSchema,
  discount: z.string(),
  chosen: z.record(z.string(), chosenDishSchema),
  lines: z.array(proposalLineSchema),
  /** A request without a response: it may have created an event. `sent` is its body, as JSON. */
  unanswered: z.nullable(z.object({ key: z.string(), sent: z.string() })),
  /** Issues that the server found, with paths in the request. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
})
export type Draft = z.infer<typeof draftSchema>

const EMPTY_DRAFT: Draft = {
  step: 'details',
  details: EMPTY_DETAILS,
  discount: '',
  chosen: {},
  lines: [],
  unanswered: null,
  issues: [],
}

const storedProposal = storedDraft(
  'proposal',
  1,
  (value) => z.object({ userId: z.int(), draft: draftSchema }).safeParse(value).data,
)

interface DraftState {
  userId: number | null
  draft: Draft
  /** Whether the draft is a copy of an event in which nothing was typed yet. */
  isNewCopy: boolean
}
const useDraftState = create<DraftState>(() => ({ userId: null, draft: EMPTY_DRAFT, isNewCopy: false }))

/** The draft of the signed-in user; a draft of another user is deleted. It outlasts changes of the dashboard's tab. */
export function useDraft(userId: number): Draft {
  useState(() => loadDraft(userId))
  return useDraftState().draft
}

/** Loads the user's draft, for code that needs it before the wizard is shown. @returns whether anything is typed */
export function hasDraft(userId: number): boolean {
  loadDraft(userId)
  return !isEmptyDraft(currentDraft())
}

function loadDraft(userId: number): void {
  const storedState = storedProposal.read()
  const isOwn = storedState?.userId === userId
  // Without storage, the draft lasts as long as the page.
  if (!isOwn && !storedProposal.isUpToDate() && useDraftState.getState().userId === userId) return
  if (storedState && !isOwn) storedProposal.clear()
  useDraftState.setState({ userId, draft: isOwn ? storedState.draft : EMPTY_DRAFT })
}

export function changeDraft(part: Partial<Draft> | ((draft: Draft) => Partial<Draft>)): void {
  const { userId, draft } = useDraftState.getState()
  const next = { ...draft, ...(typeof part === 'function' ? part(draft) : part) }
  useDraftState.setState({ draft: next, isNewCopy: false })
  if (userId !== null) storedProposal.write({ userId, draft: next })
}

/** Resets the draft to the first step with empty fields. */
export function emptyDraft(): void {
  useDraftState.setState({ draft: EMPTY_DRAFT })
  storedProposal.clear()
}

/** Replaces the draft by a copy of an event, which the wizard does not call a kept draft. */
function startCopy(copy: Partial<Draft>): void {
  emptyDraft()
  changeDraft(copy)
  useDraftState.setState({ isNewCopy: true })
}

/** Whether a wizard that opens now shows what was typed earlier. */
export function opensWithDraft(userId: number): boolean {
  return hasDraft(userId) && !useDraftState.getState().isNewCopy
}

export const isEmptyDraft = (draft: Draft): boolean => draft === EMPTY_DRAFT

/** The current draft, for callbacks that run later. */
export const currentDraft = (): Draft => useDraftState.getState().draft

const mutationKey = ['proposal']

/** Creates the event of the draft, and only one however often it is sent. `isPending` outlasts a change of tab. */
export function useGenerate() {
  const isPending = useIsMutating({ mutationKey }) > 0
  const { mutate, data } = useOwnerChange({
    mutationKey,
    mutationFn: (attempt: ProposalAttempt & { isRepeated: boolean }) => sendProposal(attempt),
    onSuccess() {
      emptyDraft()
      toast({ title: i18n.t('catering.generated') })
    },
    onError(error, { isRepeated }) {
      const issues = error instanceof RequestError ? error.issues : []
      const fieldIssues = issues.filter(({ path }) => stepOf(path))
      const otherMessages = issues.filter(({ path }) => !stepOf(path)).map(({ message }) => message)
      const step = fieldIssues[0] && stepOf(fieldIssues[0].path)
      changeDraft((draft) => ({
        issues: fieldIssues,
        step: step ?? draft.step,
        unanswered: mayBeCreated(error, isRepeated) ? draft.unanswered : null,
      }))
      const description = [errorMessage(error), ...otherMessages].join(' ')
      toastFailure(i18n.t('catering.failed'), error, description)
    },
    refetch: [eventsKey],
  })

  function generate(defaultLanguage: Language): void {
    const { details, discount, lines, unanswered } = currentDraft()
    const request = requestOf(details, discount, lines, defaultLanguage)
    const sent = JSON.stringify(request)
    const isRepeated = unanswered?.sent === sent
    const key = isRepeated ? unanswered.key : randomKey()
    // Store the key before sending: a reload may lose the response.
    changeDraft({ unanswered: { key, sent }, issues: [] })
    mutate({ request, key, isRepeated })
  }

  return { generate, isPending, generated: data }
}

function mayBeCreated(error: Error, isRepeated: boolean): boolean {
  if (!(error instanceof RequestError) || error.status >= 500) return true
  return isRepeated && !error.isDecision
}

/** The step that contains the field of an issue. */
function stepOf(path: string): Draft['step'] | undefined {
  const [field = ''] = path.split('.')
  if (field in EMPTY_DETAILS) return 'details'
  return field === 'discount' || /^items\.\d+/.test(path) ? 'menu' : undefined
}

/**
 * Fills the wizard with the customer, the dishes and the discount of an event. The dishes get today's names and prices
 * (docs/product/catering.md#catering-copy).
 * @param today the restaurant's day, YYYY-MM-DD: an earlier date of the event is left out
 * @returns the lines that are left out, because their dishes are no longer on the menu
 */
export function copyIntoDraft(event: CateringEvent, today: string): CateringEvent['items'] {
  const chosen: Record<string, ChosenDish> = {}
  for (const { menuItemId, name, nameRo, priceAtTimeOfEvent: price, quantity } of event.items) {
    if (menuItemId === null) continue
    // An event from another program may have several lines of one dish.
    const earlier = Number(chosen[menuItemId]?.quantity ?? 0)
    chosen[menuItemId] = { name, nameRo, price, quantity: String(earlier + quantity) }
  }
  startCopy({
    details: {
      ...pick(event, ['customerName', 'customerEmail', 'customerPhone', 'language']),
      eventDate: event.eventDate < today ? '' : event.eventDate,
      numberOfGuests: String(event.numberOfGuests),
      notes: event.notes ?? '',
    },
    discount: event.discount === 0 ? '' : String(event.discount),
    chosen,
  })
  return event.items.filter(({ menuItemId }) => menuItemId === null)
}
