import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import type { Language } from '#shared/domain/language.ts'
import { pick } from '#shared/domain/objects.ts'
import { randomKey } from '../../lib/api/random-key.ts'
import { errorMessage, RequestError } from '../../lib/api/request-error.ts'
import { storedDraft } from '../../lib/browser/draft.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../lib/changes/use-owner-change.ts'
import { i18n, toast } from '../../ui/index.ts'
import { eventsKey, type ProposalAttempt, sendProposal } from './event-requests.ts'
import {
  type ChosenDish,
  chosenDishSchema,
  detailsFormSchema,
  EMPTY_DETAILS,
  proposalLineSchema,
  requestOf,
} from './proposal.ts'

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

/** Changes a part of the current draft, and stores it. */
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
