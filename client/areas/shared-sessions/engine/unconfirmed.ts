import type { CarriedLine } from './carry-over.ts'
import type { TableChange } from './table-changes.ts'
import { shownTable, type TableState } from './table-state.ts'

/*
 * Changes that the server has not confirmed are stored in the browser, each with its page name and number. Any page
 * may send them again, any number of times: the server applies each change once.
 */

/** The unconfirmed changes of one session, in the form in which they are stored. */
export interface Unconfirmed {
  sessionId: string
  changes: { change: TableChange; page: string; ref: number }[]
}

/**
 * The unconfirmed changes in the form to store; undefined if there are none
 * (docs/product/shared-sessions.md#sessions-offline-tap).
 */
export function unconfirmed({ pending }: TableState, sessionId: string): Unconfirmed | undefined {
  if (pending.length === 0) return undefined
  return { sessionId, changes: pending.map(({ change, page, ref }) => ({ change, page, ref })) }
}

/**
 * The page that made the changes may still be open in another tab and go on counting. The new page starts this far
 * above its numbers, so that it never mistakes a confirmation of the other page's changes for one of its own.
 */
const REF_GAP = 1_000

/** The state of a new page that sends the changes left by another page, or by itself before a reload. */
export function resumeChanges(state: TableState, { changes }: Unconfirmed): TableState {
  const pending = changes.map((change) => ({ ...change, isSent: false }))
  return { ...state, pending, lastRef: Math.max(state.lastRef, ...changes.map(({ ref }) => ref)) + REF_GAP }
}

/** The lines that the session's order does not contain: they return to the phone's own cart. */
export function linesToGiveBack(state: TableState): CarriedLine[] {
  // An order is placed only after every ready mark, so it contains each change that was sent before the mark.
  const lastReady = state.pending.findLastIndex(
    ({ change, isSent }) => isSent && change.kind === 'ready' && change.isReady,
  )
  const ordered = new Map(ownLines({ ...state, pending: state.pending.slice(0, lastReady + 1) }))
  return ownLines(state).flatMap(([id, line]) => {
    const quantity = line.quantity - (ordered.get(id)?.quantity ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** The lines of stored changes whose session this browser is no longer in. */
export function unconfirmedLines(stored: Unconfirmed): CarriedLine[] {
  const empty: TableState = {
    ownId: '',
    page: '',
    isSynced: false,
    cart: undefined,
    guests: [],
    pending: [],
    lastRef: 0,
  }
  return linesToGiveBack(resumeChanges(empty, stored))
}

function ownLines(state: TableState): [number, CarriedLine][] {
  return shownTable(state)
    .lines.filter(({ participantId }) => participantId === state.ownId)
    .map(({ menuItemId: id, name, nameRo, price, quantity, notes }) => [
      id,
      { dish: { id, name, nameRo, price }, quantity, ...(notes && { notes }) },
    ])
}
