import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { emailAddress, singleLine, text } from '#shared/contracts/base/fields.ts'
import {
  type CateringEvent,
  EVENT_QUANTITY_MAX,
  type EventRequest,
  eventInputSchema,
} from '#shared/contracts/catering.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { LANGUAGES, type Language, type Named, nameIn } from '#shared/domain/language.ts'
import { pick } from '#shared/domain/objects.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { fieldsOf } from '../../kit/fields.tsx'
import { RequestError } from '../../lib/api/request-error.ts'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import { language as pageLanguage, t, toast } from '../../ui/index.ts'
import { useDishes } from '../menu/index.ts'
import { eventsKey, proposalAddress, sendProposal } from './event-requests.ts'

export const STEPS = ['details', 'menu', 'preview'] as const
export type Step = (typeof STEPS)[number]

/** A typed number. 1.000 means a thousand in Romanian, so it must not be parsed as 1. */
const wholeNumber = <Rule extends z.ZodMiniType<number, number>>(rule: Rule) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => (/\d[.,]\d/.test(typed) ? 0.5 : Number(typed))),
    ),
    rule,
  )

/** How often a dish is chosen: 0 for an empty text. */
const quantitySchema = wholeNumber(z.int().check(z.gte(0, 'validation.eventQuantity'), z.lte(EVENT_QUANTITY_MAX)))

const { shape } = eventInputSchema

/** The form of all three steps, laxer about phones than the server, whose rules apply to the rest. */
export const proposalSchema = z.object({
  customerName: singleLine(100, 1, 'catering.nameRequired'),
  customerEmail: emailAddress('catering.emailInvalid'),
  customerPhone: z.pipe(text(40, 1, 'catering.phoneRequired'), z.transform(eventPhone)),
  eventDate: shape.eventDate,
  numberOfGuests: wholeNumber(shape.numberOfGuests),
  /** Empty for the language of the page. */
  language: z.union([z.enum(LANGUAGES), z.literal('')]),
  notes: shape.notes,
  discount: z.pipe(
    z.pipe(
      z.string(),
      // Romanian uses a decimal comma.
      z.transform((typed): number | undefined => Number(typed.trim().replace(',', '.'))),
    ),
    shape.discount,
  ),
  /** Each dish whose quantity was typed, in that order. */
  dishes: z.array(z.object({ id: z.int(), quantity: quantitySchema })),
  step: z.enum(STEPS),
})
export type ProposalForm = z.input<typeof proposalSchema>
export type ProposalInput = z.output<typeof proposalSchema>

export const FIELDS_OF_STEP: Record<Step, readonly (keyof ProposalForm)[]> = {
  details: ['customerName', 'customerEmail', 'customerPhone', 'eventDate', 'numberOfGuests', 'notes'],
  menu: ['discount', 'dishes'],
  preview: [],
}

const EMPTY: ProposalForm = {
  ...{ customerName: '', customerEmail: '', customerPhone: '', eventDate: '', numberOfGuests: '', notes: '' },
  ...{ language: '', discount: '', dishes: [], step: 'details' },
}

type Filled = { [Name in keyof ProposalForm]-?: NonNullable<ProposalForm[Name]> }
export const proposalFields = fieldsOf({ valuesOf: () => EMPTY as Filled })

/** A phone number as events store it, 40 and nine digits, if it can be parsed as such; else as typed. */
export function eventPhone(input: string): string {
  const digits = phoneDigits(input) ?? ''
  return /^40\d{9}$/.test(digits) ? digits : input.trim()
}

/** Returns what a typed field means, or 0 for an invalid text. */
export const discountOf = (typed: string): number => proposalSchema.shape.discount.safeParse(typed).data ?? 0
export const quantityOf = (typed: string): number => quantitySchema.safeParse(typed).data ?? 0

/** Sorts by name, by the language's rules: in Romanian ș follows s. */
export function sortedByName<Item extends Named>(items: readonly Item[], language: Language): Item[] {
  const { compare } = new Intl.Collator(language)
  return [...items].sort((a, b) => compare(nameIn(language, a), nameIn(language, b)))
}

/** The lines of all dishes with a quantity, by name, at today's names and prices. */
export function linesOf(chosen: ProposalForm['dishes'], dishes: readonly MenuItem[], language: Language) {
  const lines = chosen.flatMap(({ id, quantity: typed }, position) => {
    const dish = dishes.find((one) => one.id === id)
    const quantity = quantityOf(typed)
    return dish && quantity > 0
      ? [{ ...pick(dish, ['id', 'name', 'nameRo']), priceAtTimeOfEvent: dish.price, quantity, position }]
      : []
  })
  return sortedByName(lines, language)
}
export type ProposalLine = ReturnType<typeof linesOf>[number]

export function requestOf(input: ProposalInput, lines: readonly ProposalLine[], language: Language) {
  const { step, dishes, ...fields } = input
  const items = lines.map(({ id, quantity, priceAtTimeOfEvent, ...names }) => ({
    ...{ menuItemId: id, quantity, priceAtTimeOfEvent },
    name: nameIn(language, names),
  }))
  return { ...fields, language, status: 'pending', items } satisfies EventRequest
}

/**
 * The proposal of the wizard: one form for its three steps, and its draft (docs/product/catering.md#catering-wizard).
 * @param onGenerated called once the event is made, and the form empty again
 */
export function useProposal(onGenerated: () => void) {
  const menu = useDishes()
  const { mutateAsync } = useOwnerChange({
    mutationFn: sendProposal,
    onSuccess(event) {
      const onAct = () => void window.open(proposalAddress(event, event.language), '_blank', 'noopener')
      toast({ title: t('catering.generated'), action: { label: t('catering.open'), onAct } })
    },
    failure: 'catering.failed',
    refetch: [eventsKey],
  })
  const editor = useEditor<ProposalForm, ProposalInput, CateringEvent>({
    name: 'proposal',
    resolver: zodResolver(proposalSchema),
    saved: null,
    valuesOf: () => EMPTY,
    start: EMPTY,
    async add(input, key) {
      // Not what is shown now: an attempt whose response was lost is sent again as it was.
      const spoken = input.language || pageLanguage
      const chosen = input.dishes.map(({ id, quantity }) => ({ id, quantity: String(quantity) }))
      const lines = linesOf(chosen, menu.data ?? [], spoken)
      try {
        return await mutateAsync({ request: requestOf(input, lines, spoken), key })
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        // The server names a line by its place in the request, the form by that of its dish.
        for (const issue of error.issues) {
          issue.path = issue.path.replace(/^items\.(\d+).*/, (_, i) => `dishes.${lines[i]?.position}.quantity`)
        }
        throw error
      }
    },
    onDone() {
      editor.startOver()
      onGenerated()
    },
  })
  const { form } = editor
  const values: ProposalForm = form.watch()
  const language = values.language || pageLanguage
  const lines: ProposalLine[] = linesOf(values.dishes, menu.data ?? [], language)
  return {
    ...editor,
    menu,
    values,
    /** Of the proposal, not of the page. */
    language,
    lines,
    /**
     * Fills the form with the customer, the dishes and the discount of an event, at today's names and prices
     * (docs/product/catering.md#catering-copy). @returns the lines that are left out, because their dishes are gone
     */
    copy(event: CateringEvent): CateringEvent['items'] {
      const quantities = new Map<number, number>()
      for (const { menuItemId, quantity } of event.items) {
        // An event from another program may have several lines of one dish.
        if (menuItemId !== null) quantities.set(menuItemId, (quantities.get(menuItemId) ?? 0) + quantity)
      }
      const copied: ProposalForm = {
        ...EMPTY,
        ...pick(event, ['customerName', 'customerEmail', 'customerPhone', 'language']),
        eventDate: event.eventDate < localTime(serverDate(), timeZone).day ? '' : event.eventDate,
        numberOfGuests: String(event.numberOfGuests),
        notes: event.notes ?? '',
        discount: event.discount === 0 ? '' : String(event.discount),
        dishes: [...quantities].map(([id, quantity]) => ({ id, quantity: String(quantity) })),
      }
      editor.startOver()
      form.reset(copied)
      return event.items.filter(({ menuItemId }) => menuItemId === null)
    },
  }
}
export type ProposalEditor = ReturnType<typeof useProposal>
