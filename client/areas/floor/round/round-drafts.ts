import { create } from 'zustand'
import { isRecord } from '#shared/domain/objects.ts'
import { storedDraft } from '../../../lib/browser/draft.ts'
import type { Round, RoundLine } from './round-lines.ts'

interface RoundDraft {
  lines: Round
  /** What the kitchen reads once, for the whole round. */
  notes: string
}

/** The rounds that are being taken, by the table's id. */
type RoundDrafts = Readonly<Record<string, RoundDraft>>

const storedRounds = storedDraft<RoundDrafts>('rounds', 2, (value) => (isDrafts(value) ? value : undefined))
const useDrafts = create<{ rounds: RoundDrafts }>(() => ({ rounds: {} }))

const EMPTY: RoundDraft = { lines: [], notes: '' }

/** The lines of the round that is being taken at a table. */
export function useRoundDraft(tableId: number): Round {
  return useDrafts(({ rounds }) => (rounds[tableId] ?? EMPTY).lines)
}

/** The note of that round. */
export function useRoundNotes(tableId: number): string {
  return useDrafts(({ rounds }) => (rounds[tableId] ?? EMPTY).notes)
}

/** Reads the stored drafts. Call it once the user is known: drafts of another user are then removed. */
export function restoreRoundDrafts(): void {
  useDrafts.setState({ rounds: storedRounds.read() ?? {} })
}

/** Changes the lines of a round; a round without lines is dropped, with its note. */
export function changeRoundDraft(tableId: number, change: (round: Round) => Round): void {
  changeDraft(tableId, (draft) => ({ ...draft, lines: change(draft.lines) }))
}

export function changeRoundNotes(tableId: number, notes: string): void {
  changeDraft(tableId, (draft) => ({ ...draft, notes }))
}

export function dropRoundDraft(tableId: number): void {
  changeDraft(tableId, () => EMPTY)
}

function changeDraft(tableId: number, change: (draft: RoundDraft) => RoundDraft): void {
  const { [tableId]: draft = EMPTY, ...others } = useDrafts.getState().rounds
  const changed = change(draft)
  const rounds = changed.lines.length > 0 ? { ...others, [tableId]: changed } : others
  useDrafts.setState({ rounds })
  storedRounds.write(rounds)
}

// By hand, as zod alone is larger than the page (docs/decisions/030-little-script.md).
function isDrafts(value: unknown): value is RoundDrafts {
  return isRecord(value) && Object.values(value).every(isDraft)
}

function isDraft(value: unknown): value is RoundDraft {
  if (!isRecord(value)) return false
  const { lines, notes } = value
  return Array.isArray(lines) && lines.every(isLine) && typeof notes === 'string'
}

function isLine(value: unknown): value is RoundLine {
  if (!isRecord(value)) return false
  const { menuItemId, guestName, quantity, notes } = value
  const isSeat = guestName === null || typeof guestName === 'string'
  return Number.isInteger(menuItemId) && Number.isInteger(quantity) && typeof notes === 'string' && isSeat
}
