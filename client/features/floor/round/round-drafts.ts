import * as z from 'zod/mini'
import { create } from 'zustand'
import { storedDraft } from '../../../lib/browser/draft.ts'
import type { Round, RoundLine } from './round-lines.ts'

const draftsSchema = z.record(
  z.string(),
  z.array(
    z.object({
      menuItemId: z.int(),
      guestName: z.nullable(z.string()),
      quantity: z.int(),
      notes: z.string(),
    }),
  ),
)
const storedRounds = storedDraft('rounds', 1, (value) => draftsSchema.safeParse(value).data)

interface RoundDrafts {
  /** The rounds that are being taken, by the table's id. */
  rounds: Readonly<Record<string, Round>>
}

const useDrafts = create<RoundDrafts>(() => ({ rounds: {} }))

const EMPTY: Round = []

/** The round that is being taken at a table. */
export function useRoundDraft(tableId: number): Round {
  return useDrafts(({ rounds }) => rounds[tableId] ?? EMPTY)
}

/** Reads what was kept. Call it once the user is known: drafts of another one are gone then. */
export function restoreRoundDrafts(): void {
  useDrafts.setState({ rounds: storedRounds.read() ?? {} })
}

export function changeRoundDraft(tableId: number, change: (round: Round) => Round): void {
  const { [tableId]: round = EMPTY, ...others } = useDrafts.getState().rounds
  const changed = change(round)
  const rounds = changed.length > 0 ? { ...others, [tableId]: changed } : others
  useDrafts.setState({ rounds })
  storedRounds.write(rounds as Record<string, RoundLine[]>)
}

export function dropRoundDraft(tableId: number): void {
  changeRoundDraft(tableId, () => EMPTY)
}
