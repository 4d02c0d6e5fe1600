import { useState } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { LANGUAGES } from '#shared/domain/language.ts'
import { storedDraft } from '../../../lib/browser/draft.ts'
import { EMPTY_DETAILS } from './proposal.ts'

export const STEPS = ['details', 'menu', 'preview'] as const
export type Step = (typeof STEPS)[number]

const named = { name: z.string(), nameRo: z.string() }

const draftSchema = z.object({
  step: z.enum(STEPS),
  details: z.object({
    customerName: z.string(),
    customerEmail: z.string(),
    customerPhone: z.string(),
    eventDate: z.string(),
    numberOfGuests: z.string(),
    language: z.union([z.enum(LANGUAGES), z.literal('')]),
    notes: z.string(),
  }),
  /** The typed discount, in percent. */
  discount: z.string(),
  /** The chosen dishes, keyed by dish id. */
  chosen: z.record(z.string(), z.object({ ...named, price: z.int(), quantity: z.string() })),
  /** The lines of the last preview. */
  lines: z.array(z.object({ ...named, menuItemId: z.int(), quantity: z.int(), priceAtTimeOfEvent: z.int() })),
  /** A request without a response: it may have created an event. `sent` is its body, as JSON. */
  unanswered: z.nullable(z.object({ key: z.string(), sent: z.string() })),
  /** Issues that the server found, with paths in the request. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
})
/** A proposal that is being typed. */
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
export function startCopy(copy: Partial<Draft>): void {
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
