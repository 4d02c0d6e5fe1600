import type { CarriedLine } from './carry-over.ts'
import type { TableChange } from './table-changes.ts'
import { shownTable, type TableState } from './table-state.ts'

/*
 * Changes that the server has not confirmed are stored outside the page, each with its page name and number. Any page
 * may send them again, any number of times: the server makes each change once.
 */

/** Unconfirmed changes, as they are stored. */
export interface Unconfirmed {
  sessionId: string
  changes: { change: TableChange; page: string; ref: number }[]
}

/** The unconfirmed changes, to be stored; undefined if there are none (docs/product.md#sessions-offline-tap). */
export function unconfirmed({ pending }: TableState, sessionId: string): Unconfirmed | undefined {
  if (pending.length === 0) return undefined
  return { sessionId, changes: pending.map(({ change, page, ref }) => ({ change, page, ref })) }
}

/**
 * The page that made the changes may still be open in another tab and go on counting. The new page begins this far above
 * its numbers, so that it never takes an answer about the other page's changes for an answer about its own.
 */
const NUMBERS_APART = 1_000

/** The state of a new page that sends the changes left by another page, or by itself before a reload. */
export function resume(view: TableState, { changes }: Unconfirmed): TableState {
  const pending = changes.map((change) => ({ ...change, isSent: false }))
  return { ...view, pending, lastRef: Math.max(view.lastRef, ...changes.map(({ ref }) => ref)) + NUMBERS_APART }
}

/** The lines that the session did not take before it ended: they return to the guest's own cart. */
export function linesNotTaken(view: TableState): CarriedLine[] {
  // An order is placed only after the ready mark, so it contains every change that was sent before the mark.
  const lastReady = view.pending.findLastIndex(
    ({ change, isSent }) => isSent && change.kind === 'ready' && change.isReady,
  )
  const before = new Map(ownLines({ ...view, pending: view.pending.slice(0, lastReady + 1) }))
  return ownLines(view).flatMap(([id, line]) => {
    const quantity = line.quantity - (before.get(id)?.quantity ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** The lines of stored changes that no page can send any more. */
export function unconfirmedLines(kept: Unconfirmed): CarriedLine[] {
  const nobody: TableState = {
    own: '',
    page: '',
    isSynced: false,
    cart: undefined,
    guests: [],
    pending: [],
    lastRef: 0,
  }
  return linesNotTaken(resume(nobody, kept))
}

function ownLines(view: TableState): [number, CarriedLine][] {
  return shownTable(view)
    .lines.filter(({ participantId }) => participantId === view.own)
    .map(({ menuItemId: id, name, nameRo, price, quantity, notes }) => [
      id,
      { dish: { id, name, nameRo, price }, quantity, ...(notes && { notes }) },
    ])
}
