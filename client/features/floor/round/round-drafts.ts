import * as z from 'zod/mini'
import { create } from 'zustand'
import { storedDraft } from '../../../lib/browser/draft.ts'
import type { Round } from './round-lines.ts'

const draftsSchema = z.record(
  z.string(),
  z.object({
    lines: z.array(
      z.object({
        menuItemId: z.int(),
        guestName: z.nullable(z.string()),
        quantity: z.int(),
        notes: z.string(),
      }),
    ),
    notes: z.string(),
  }),
)
const storedRounds = storedDraft('rounds', 2, (value) => draftsSchema.safeParse(value).data)

interface RoundDraft {
  lines: Round
  /** What the kitchen reads once, for the whole round. */
  notes: string
}

interface RoundDrafts {
  /** The rounds that are being taken, by the table's id. */
  rounds: Readonly<Record<string, RoundDraft>>
}

const useDrafts = create<RoundDrafts>(() => ({ rounds: {} }))

const EMPTY: RoundDraft = { lines: [], notes: '' }

/** The lines of the round that is being taken at a table. */
export function useRoundDraft(tableId: number): Round {
  return useDrafts(({ rounds }) => (rounds[tableId] ?? EMPTY).lines)
}

/** The note of that round. */
export function useRoundNotes(tableId: number): string {
  return useDrafts(({ rounds }) => (rounds[tableId] ?? EMPTY).notes)
}

/** Reads what was kept. Call it once the user is known: drafts of another one are gone then. */
export function restoreRoundDrafts(): void {
  useDrafts.setState({ rounds: storedRounds.read() ?? {} })
}

/** Changes the lines of a round; without any it is dropped, with its note. */
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
  storedRounds.write(rounds as z.infer<typeof draftsSchema>)
}
