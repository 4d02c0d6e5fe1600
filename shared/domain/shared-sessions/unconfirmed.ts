import type { CarriedLine } from './carry-over.ts'
import type { TableChange } from './table-changes.ts'
import { shownTable, type TableState } from './table-view.ts'

/*
 * What a page has changed and the server has not confirmed outlives the page: it is kept with the names and numbers
 * under which the server counts it. Whichever page says it, and however often, the server does each change once.
 */

/** Changes that the table may not have yet, as they are kept outside the page. */
export interface Unconfirmed {
  sessionId: string
  changes: { change: TableChange; page: string; ref: number }[]
}

/** What the table may not have yet, to be kept; undefined when all is confirmed. */
export function unconfirmed({ pending }: TableState, sessionId: string): Unconfirmed | undefined {
  if (pending.length === 0) return undefined
  return { sessionId, changes: pending.map(({ change, page, ref }) => ({ change, page, ref })) }
}

/**
 * The page that began may still be there, in another tab, and count on under its name: so far above its numbers this one
 * begins, so that what is told of that name is never taken for one of its own.
 */
const NUMBERS_APART = 1_000

/** The view of a page that has just sat down, going on with what another page, or this one before a reload, began. */
export function resume(view: TableState, { changes }: Unconfirmed): TableState {
  const pending = changes.map((change) => ({ ...change, isSaid: false }))
  return { ...view, pending, lastRef: Math.max(view.lastRef, ...changes.map(({ ref }) => ref)) + NUMBERS_APART }
}

/** What a session that ends, whichever way, has not taken: it stays this guest's own. */
export function linesNotTaken(view: TableState): CarriedLine[] {
  // Who is ready after a change has seen it done: an order that is placed then has it in it.
  const lastReady = view.pending.findLastIndex(
    ({ change, isSent }) => isSent && change.kind === 'ready' && change.isReady,
  )
  const before = new Map(ownLines({ ...view, pending: view.pending.slice(0, lastReady + 1) }))
  return ownLines(view).flatMap(([id, line]) => {
    const quantity = line.quantity - (before.get(id)?.quantity ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** The lines of what was kept, where no page can go on with it. */
export function unconfirmedLines(kept: Unconfirmed): CarriedLine[] {
  const nobody: TableState = { own: '', page: '', isSynced: false, cart: undefined, guests: [], pending: [], lastRef: 0 }
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
