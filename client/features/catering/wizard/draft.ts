import { useState } from 'react'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { LANGUAGES } from '#shared/domain/language.ts'
import { stored } from '../../../lib/browser/storage.ts'
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
  /** In percent, as it is typed. */
  discount: z.string(),
  /** By the ids of the dishes. */
  chosen: z.record(z.string(), z.object({ ...named, price: z.int(), quantity: z.string() })),
  /** As they were last previewed. */
  lines: z.array(z.object({ ...named, menuItemId: z.int(), quantity: z.int(), priceAtTimeOfEvent: z.int() })),
  /** What was sent and not answered: it may have been made. */
  unanswered: z.nullable(z.object({ key: z.string(), sent: z.string() })),
  /** What the server refused, by the paths of what was sent. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
})
/** A proposal that is being made. */
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

/** Kept as long as this browser's tab lives, for the person who types it: a reload takes nothing. */
const storedDraft = stored(
  'proposal',
  1,
  (value) => z.object({ userId: z.int(), draft: draftSchema }).safeParse(value).data,
  'tab',
)

interface Held {
  userId: number | null
  draft: Draft
}
const useHeld = create<Held>(() => ({ userId: null, draft: EMPTY_DRAFT }))

/** The draft of the person who is signed in, whatever tab of the dashboard is open; it is shown to nobody else. */
export function useDraft(userId: number): Draft {
  useState(() => take(userId))
  return useHeld().draft
}

function take(userId: number): void {
  const kept = storedDraft.read()
  const isKept = kept?.userId === userId
  // Where nothing can be stored, the draft lives as long as the page.
  if (!isKept && !storedDraft.isKept() && useHeld.getState().userId === userId) return
  if (kept && !isKept) storedDraft.clear()
  useHeld.setState({ userId, draft: isKept ? kept.draft : EMPTY_DRAFT })
}

/** Changes a part of the draft as it is now. */
export function changeDraft(part: Partial<Draft> | ((draft: Draft) => Partial<Draft>)): void {
  const { userId, draft } = useHeld.getState()
  const next = { ...draft, ...(typeof part === 'function' ? part(draft) : part) }
  useHeld.setState({ draft: next })
  if (userId !== null) storedDraft.write({ userId, draft: next })
}

/** Back to the first step, with nothing typed. */
export function emptyDraft(): void {
  useHeld.setState({ draft: EMPTY_DRAFT })
  storedDraft.clear()
}

export const isEmptyDraft = (draft: Draft): boolean => draft === EMPTY_DRAFT

/** The draft as it is now, for what has waited. */
export const currentDraft = (): Draft => useHeld.getState().draft
