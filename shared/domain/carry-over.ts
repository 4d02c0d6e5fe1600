import { MAX_QUANTITY } from './cart.ts'
import type { TableChange } from './table-changes.ts'
import { type PendingChange, pageOf, shownTable, type TableView } from './table-view.ts'

/*
 * What lay in a phone's own cart, on its way into the table's. The changes that take it there have a name and numbers
 * of their own, kept outside the page: whichever page says them, and however often, the server makes each once.
 */

/** A dish as a change names it, how many of it, and the guest's note. */
export interface CarriedLine {
  dish: { id: number; name: string; nameRo: string; price: number }
  quantity: number
  notes?: string | undefined
}

/** What is on its way, as it is kept. */
export interface Carried {
  sessionId: string
  page: string
  changes: { change: TableChange; ref: number | null }[]
}

/**
 * The view with these lines under way. All dishes come before all notes: a note waits until its line has an id.
 * @param page a name that no page at this table has had
 */
export function carryOver(view: TableView, lines: readonly CarriedLine[], page: string): TableView {
  if (view.pending.length > 0) throw new Error('What is tapped goes first: it has the lower numbers.')
  const { lines: shown } = shownTable(view)
  const added = lines.map(
    ({ dish: { id, name, nameRo, price }, quantity }): TableChange => ({
      kind: 'add',
      dish: { id, name, nameRo, price },
      quantity,
    }),
  )
  const noted = lines.flatMap(({ dish: { id }, quantity, notes }): TableChange[] => {
    if (!notes?.trim()) return []
    const there = shown.find(({ participantId, menuItemId }) => participantId === view.own && menuItemId === id)
    const together = Math.min(MAX_QUANTITY, (there?.quantity ?? 0) + quantity)
    return [{ kind: 'set', menuItemId: id, quantity: together, notes: notes.trim() }]
  })
  const changes = [...added, ...noted]
  const pending = changes.map(
    (change, i): PendingChange => ({ change, page, ref: view.lastRef + i + 1, isSaid: false }),
  )
  return { ...view, pending, lastRef: view.lastRef + changes.length }
}

/** The view of a page that has just sat down, going on with what another page, or this one before a reload, began. */
export function carryOn(view: TableView, { page, changes }: Carried): TableView {
  const pending = changes.map(({ change, ref }): PendingChange => ({ change, page, ref, isSaid: false }))
  return { ...view, pending, lastRef: Math.max(view.lastRef, ...changes.map(({ ref }) => ref ?? 0)) }
}

/** What of it the table does not have yet, to be kept; undefined when nothing is on its way. */
export function stillCarried({ pending, page }: TableView, sessionId: string): Carried | undefined {
  const carried = pending.filter((waiting) => waiting.page !== page)
  const [first] = carried
  return first && { sessionId, page: first.page, changes: carried.map(({ change, ref }) => ({ change, ref })) }
}

/** What a session that ends, whichever way, has not taken: it stays this guest's own. */
export function notTaken(view: TableView): CarriedLine[] {
  // Who is ready after a change has seen it done: an order that is placed then has it in it.
  const lastReady = view.pending.findLastIndex(
    ({ change, isSaid }) => isSaid && change.kind === 'ready' && change.isReady,
  )
  const before = new Map(ownLines({ ...view, pending: view.pending.slice(0, lastReady + 1) }))
  return ownLines(view).flatMap(([id, line]) => {
    const quantity = line.quantity - (before.get(id)?.quantity ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** The lines of what was kept, where no page can go on with it. */
export function linesCarried({ page, changes }: Carried): CarriedLine[] {
  const nobody: TableView = { own: '', page: '', isHeard: false, cart: undefined, guests: [], pending: [], lastRef: 0 }
  return notTaken(carryOn(nobody, { sessionId: '', page, changes }))
}

function ownLines(view: TableView): [number, CarriedLine][] {
  return shownTable(view)
    .lines.filter(({ participantId }) => participantId === view.own)
    .map(({ menuItemId: id, name, nameRo, price, quantity, notes }) => [
      id,
      { dish: { id, name, nameRo, price }, quantity, ...(notes && { notes }) },
    ])
}

/** Whether what was carried over is not all there yet. */
export function isCarrying(view: TableView): boolean {
  return pageOf(view) !== view.page
}
