import type { ClientFrame } from '../../contracts/live.ts'
import { type CartFrame, type KnownCart, type Participant, takeCartFrame } from './shared-cart.ts'
import { afterChange, type ShownTable, type TableChange } from './table-changes.ts'

/*
 * Optimism with truth, for one page at a shared table. What this page changes is shown at once, by applying it over the
 * server's cart, and is forgotten as soon as that cart contains it (or the server refused it). So a tap never waits,
 * nothing flickers, and what is shown can stray from the server's cart only by what the server has not answered yet.
 */

/** A change that the server's cart does not contain yet. */
export interface PendingChange {
  change: TableChange
  /** Under this name the server counts it: that of the page that made it, which may be gone. */
  page: string
  /** Its number under that name: the server does changes in the order of their numbers, and each once. */
  ref: number
  /** Whether it was said on this connection. */
  isSent: boolean
}

/** All that a page knows of its table. */
export interface TableState {
  /** The participant that this page is. */
  own: string
  /** Under this name the server counts what this page changes, from 1: a page that sits down anew needs a new one. */
  page: string
  /** Whether the whole cart was heard on this connection: until then what is known may be of another age. */
  isSynced: boolean
  cart: KnownCart | undefined
  guests: readonly Participant[]
  pending: readonly PendingChange[]
  lastRef: number
}

/** A change as it is said to the server. */
export type ChangeFrame = Extract<ClientFrame, { type: 'ADD_ITEM' | 'SET_ITEM' | 'REMOVE_ITEM' | 'SET_READY' }> & {
  ref: number
}

/** So many changes are under way at most: a cart that is carried over must not meet the server's limit of frames. */
export const CHANGES_UNDER_WAY = 20

/** A page that has just sat down. @param page a name that no page at this table has had */
export function newTableState(own: string, page: string): TableState {
  return { own, page, isSynced: false, cart: undefined, guests: [], pending: [], lastRef: 0 }
}

/**
 * The name to join under: that of what has to be said first. What a page before this one has left goes first, under its
 * name; everything else waits until that is done and the page has joined under its own.
 */
export function pageToJoinAs({ pending, page }: TableState): string {
  return pending[0]?.page ?? page
}

/** The cart and the guests as they are shown: the server's, with this page's pending changes over them. */
export function shownTable({ own, cart, guests, pending }: TableState): ShownTable {
  return pending.reduce<ShownTable>((shown, { change }) => afterChange(shown, change, own), {
    lines: cart?.lines ?? [],
    guests,
  })
}

/** Takes in a change of this page: it waits until `sayChanges` says it. */
export function makeChange(view: TableState, change: TableChange): TableState {
  const ref = view.lastRef + 1
  return { ...view, pending: [...view.pending, { change, page: view.page, ref, isSent: false }], lastRef: ref }
}

/**
 * What can be said now, in order, and the view with that noted. A change of a line that the server has not named yet
 * waits, and so does everything after it: the server does changes in the order of their refs. What is about a line that
 * is gone is dropped.
 * @param most how many may be said now
 */
export function nextFrames(view: TableState, most = Number.POSITIVE_INFINITY): { view: TableState; says: ChangeFrame[] } {
  const says: ChangeFrame[] = []
  const pending: PendingChange[] = []
  const page = pageToJoinAs(view)
  let isHeld = false
  let underWay = view.pending.filter(({ isSent }) => isSent).length
  for (const waiting of view.pending) {
    const target: Target = isHeld || waiting.isSent ? undefined : targetOf(view, pending, waiting.change)
    if (target === 'gone') continue
    const isFull = underWay >= CHANGES_UNDER_WAY || says.length >= most
    isHeld ||= target === 'unnamed' || waiting.page !== page || (!waiting.isSent && isFull)
    if (waiting.isSent || isHeld) {
      pending.push(waiting)
      continue
    }
    underWay += 1
    says.push(frameOf(waiting.change, typeof target === 'number' ? target : 0, waiting.ref))
    pending.push({ ...waiting, isSent: true })
  }
  return { view: { ...view, pending }, says }
}

/** After a disconnect: nothing counts as said; what the server has done all the same, its next cart tells by its ref. */
export function markUnsent(view: TableState): TableState {
  return { ...view, isSynced: false, pending: view.pending.map((waiting) => ({ ...waiting, isSaid: false })) }
}

/** The view after the server's word on the cart; `gap` and `old` as `takeCartFrame` says, and then nothing changes. */
export function receiveCart(view: TableState, frame: CartFrame & { ref?: number | undefined }): TableState | 'old' | 'gap' {
  // A server whose database was restored may be further back than what was heard before: what it says now counts.
  const cart = takeCartFrame(view.isSynced ? view.cart : undefined, frame)
  if (cart === 'old' || cart === 'gap') return cart
  const { pending } = withoutDone(view, frame.ref)
  // What the server counts under this name already is never counted again.
  const lastRef = Math.max(view.lastRef, frame.ref ?? 0)
  return { ...view, isSynced: true, cart, pending, lastRef }
}

/** The view without what is done: a cart, or an order, contains all that was said under the name in use up to this number. */
export function withoutDone(view: TableState, ref = 0): TableState {
  const page = pageToJoinAs(view)
  return { ...view, pending: view.pending.filter((waiting) => waiting.page !== page || waiting.ref > ref) }
}

/**
 * The view after PARTICIPANTS_UPDATED. The server sends it before the cart that tells which changes are done, so that
 * what those did to the ready marks is known by then, and never guessed.
 */
export function receiveGuests(view: TableState, guests: readonly Participant[]): TableState {
  return { ...view, guests }
}

/** The view after an ERROR about one change: it did not happen. */
export function receiveRefusal(view: TableState, ref: number): TableState {
  return { ...view, pending: view.pending.filter((waiting) => waiting.ref !== ref) }
}

/**
 * The view after an ERROR that says: too much at once. The change did not happen. It is said again under a new number,
 * since a later one may have been taken, and therefore last; unless something later overrules it anyway. What follows
 * under other names gets new numbers too: theirs stay above all that is ever told of this one.
 */
export function receiveTooManyFrames(view: TableState, ref: number): TableState {
  const at = view.pending.findIndex((waiting) => waiting.ref === ref)
  const refused = view.pending[at]
  if (!refused) return view
  const { page, change: first } = refused
  const later = view.pending.slice(at + 1)
  if (later.some(({ change }) => overrules(change, first))) return receiveRefusal(view, ref)
  const isMoved = (waiting: PendingChange) =>
    waiting === refused ||
    (later.includes(waiting) && waiting.page === page && !waiting.isSent && staysAfter(waiting.change, first))
  const kept = view.pending.filter((waiting) => !isMoved(waiting))
  const end = kept.findLastIndex((waiting) => waiting.page === page) + 1
  const renumbered = [...view.pending.filter(isMoved), ...kept.slice(end)].map((waiting, i) => ({
    ...waiting,
    ref: view.lastRef + 1 + i,
    isSaid: false,
  }))
  return { ...view, pending: [...kept.slice(0, end), ...renumbered], lastRef: view.lastRef + renumbered.length }
}

function overrules(later: TableChange, change: TableChange): boolean {
  // Whatever is changed takes back the mark of whoever was ready before.
  if (change.kind === 'ready') return later.kind === 'ready' || change.isReady
  if (later.kind !== 'set' || change.kind !== 'set') return false
  const saysAll = later.notes !== undefined || change.notes === undefined || later.quantity === 0
  return later.menuItemId === change.menuItemId && saysAll
}

/** Whether the order of the two matters: they are about one dish, or who was ready then had seen the change. */
function staysAfter(later: TableChange, change: TableChange): boolean {
  return later.kind === 'ready' || sameDish(later, change)
}

function sameDish(one: TableChange, other: TableChange): boolean {
  const dish = dishOf(one)
  return dish !== undefined && dish === dishOf(other)
}

function dishOf(change: TableChange): number | undefined {
  if (change.kind === 'add') return change.dish.id
  return change.kind === 'set' ? change.menuItemId : undefined
}

/** The id of the line that a change is about; `unnamed` where the server has yet to give one, `gone` where none is left. */
type Target = number | 'unnamed' | 'gone' | undefined

function targetOf({ own, cart }: TableState, before: readonly PendingChange[], change: TableChange): Target {
  const lines = cart?.lines ?? []
  if (change.kind === 'remove') return lines.some(({ id }) => id === change.itemId) ? change.itemId : 'gone'
  if (change.kind !== 'set') return undefined
  const line = lines.find(({ participantId, menuItemId }) => participantId === own && menuItemId === change.menuItemId)
  const isBeingAdded = before.some(
    (waiting) => waiting.change.kind === 'add' && waiting.change.dish.id === change.menuItemId,
  )
  const isBeingRemoved = before.some(
    (waiting) =>
      (waiting.change.kind === 'set' &&
        waiting.change.menuItemId === change.menuItemId &&
        waiting.change.quantity === 0) ||
      (waiting.change.kind === 'remove' && waiting.change.itemId === line?.id),
  )
  // A line that goes and comes back under way comes back under another id.
  if (isBeingAdded && (!line || isBeingRemoved)) return 'unnamed'
  return line?.id ?? 'gone'
}

function frameOf(change: TableChange, itemId: number, ref: number): ChangeFrame {
  switch (change.kind) {
    case 'add':
      return { type: 'ADD_ITEM', payload: { menuItemId: change.dish.id, quantity: change.quantity }, ref }
    case 'set': {
      const { quantity, notes } = change
      return { type: 'SET_ITEM', payload: { itemId, quantity, ...(notes !== undefined && { notes }) }, ref }
    }
    case 'remove':
      return { type: 'REMOVE_ITEM', payload: { itemId: change.itemId }, ref }
    case 'ready':
      return { type: 'SET_READY', payload: { isReady: change.isReady }, ref }
  }
}
