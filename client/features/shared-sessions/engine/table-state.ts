import type { ClientFrame } from '#shared/contracts/live.ts'
import type { Participant } from '#shared/contracts/shared-sessions.ts'
import { type CartFrame, type KnownCart, takeCartFrame } from './shared-cart.ts'
import { afterChange, type ShownTable, type TableChange } from './table-changes.ts'

/*
 * The state of one page at a shared table (docs/decisions/014-optimism-with-truth.md). A page shows the server's cart
 * with its own pending changes applied on top. A change stops being pending when the server's cart contains it, or when
 * the server refuses it. So a tap shows at once, nothing flickers, and the page differs from the server's cart only by
 * changes that the server has not answered.
 */

/** A change that the server's cart does not contain yet. */
export interface PendingChange {
  change: TableChange
  /** The name of the page that made the change; the server counts refs for each name. That page may be gone. */
  page: string
  /** The number of the change under that name. The server makes changes in the order of their numbers, each once. */
  ref: number
  /** Whether it was sent on this connection. */
  isSent: boolean
}

/** All that a page knows of its table. */
export interface TableState {
  /** The id of the participant who uses this page. */
  own: string
  /** The name under which the server counts the changes of this page. Each loading of a page needs a new one. */
  page: string
  /** Whether the whole cart was received on this connection. Until then `cart` may be out of date. */
  isSynced: boolean
  cart: KnownCart | undefined
  guests: readonly Participant[]
  pending: readonly PendingChange[]
  lastRef: number
}

/** The frame that sends a change to the server. */
export type ChangeFrame = Extract<ClientFrame, { type: 'ADD_ITEM' | 'SET_ITEM' | 'REMOVE_ITEM' | 'SET_READY' }> & {
  ref: number
}

/** How many changes may wait for an answer: a large cart that is carried over must not exceed the server's frame limit. */
export const CHANGES_UNDER_WAY = 20

/** The state of a page that has not joined yet. @param page a name that no page at this table has used */
export function newTableState(own: string, page: string): TableState {
  return { own, page, isSynced: false, cart: undefined, guests: [], pending: [], lastRef: 0 }
}

/**
 * The page name to join under: that of the first pending change. Changes that an earlier page left are sent first, under
 * that page's name; then the page joins again under its own name and sends the rest.
 */
export function pageToJoinAs({ pending, page }: TableState): string {
  return pending[0]?.page ?? page
}

/** Cart and guests as the page shows them: the server's, with the pending changes applied. */
export function shownTable({ own, cart, guests, pending }: TableState): ShownTable {
  return pending.reduce<ShownTable>((shown, { change }) => afterChange(shown, change, own), {
    lines: cart?.lines ?? [],
    guests,
  })
}

/** Adds a pending change; `nextFrames` will send it. */
export function makeChange(view: TableState, change: TableChange): TableState {
  const ref = view.lastRef + 1
  return { ...view, pending: [...view.pending, { change, page: view.page, ref, isSent: false }], lastRef: ref }
}

/**
 * The frames that can be sent now, in order, and the state in which they are marked as sent. A change of a line whose id
 * is not known yet waits, and so does every change after it, because the server makes changes in the order of their
 * refs. A change of a line that is gone is dropped.
 * @param most how many may be sent now
 */
export function nextFrames(
  view: TableState,
  most = Number.POSITIVE_INFINITY,
): { view: TableState; says: ChangeFrame[] } {
  const says: ChangeFrame[] = []
  const pending: PendingChange[] = []
  const page = pageToJoinAs(view)
  let isHeld = false
  let inProgress = view.pending.filter(({ isSent }) => isSent).length
  for (const waiting of view.pending) {
    const target: Target = isHeld || waiting.isSent ? undefined : targetOf(view, pending, waiting.change)
    if (target === 'gone') continue
    const isFull = inProgress >= CHANGES_UNDER_WAY || says.length >= most
    isHeld ||= target === 'unnamed' || waiting.page !== page || (!waiting.isSent && isFull)
    if (waiting.isSent || isHeld) {
      pending.push(waiting)
      continue
    }
    inProgress += 1
    says.push(frameOf(waiting.change, typeof target === 'number' ? target : 0, waiting.ref))
    pending.push({ ...waiting, isSent: true })
  }
  return { view: { ...view, pending }, says }
}

/** The state after a disconnect: no change counts as sent. The ref of the next cart says which ones the server made. */
export function markUnsent(view: TableState): TableState {
  return { ...view, isSynced: false, pending: view.pending.map((waiting) => ({ ...waiting, isSent: false })) }
}

/** The state after a cart frame; `gap` and `old` as in `takeCartFrame`, in which case nothing changes. */
export function receiveCart(
  view: TableState,
  frame: CartFrame & { ref?: number | undefined },
): TableState | 'old' | 'gap' {
  // A restored database may have a lower version than this page has seen: after a reconnect the server is right.
  const cart = takeCartFrame(view.isSynced ? view.cart : undefined, frame)
  if (cart === 'old' || cart === 'gap') return cart
  const { pending } = withoutDone(view, frame.ref)
  // A number that the server has counted under this name must not be used again.
  const lastRef = Math.max(view.lastRef, frame.ref ?? 0)
  return { ...view, isSynced: true, cart, pending, lastRef }
}

/** The state without the changes up to `ref` under the page name in use: the server has made them. */
export function withoutDone(view: TableState, ref = 0): TableState {
  const page = pageToJoinAs(view)
  return { ...view, pending: view.pending.filter((waiting) => waiting.page !== page || waiting.ref > ref) }
}

/**
 * The state after PARTICIPANTS_UPDATED. The server sends it before the cart that confirms changes, so the page knows the
 * ready marks before it drops the changes that set them.
 */
export function receiveGuests(view: TableState, guests: readonly Participant[]): TableState {
  return { ...view, guests }
}

/** The state after an ERROR that refuses one change. */
export function receiveRefusal(view: TableState, ref: number): TableState {
  return { ...view, pending: view.pending.filter((waiting) => waiting.ref !== ref) }
}

/**
 * The state after `too_many_frames`, which refuses one change. The server may have made a later change, so the refused
 * one gets a new, higher number and moves behind the other changes of its page, unless a later change overrules it.
 * Pending changes under other page names get new numbers as well, so that their numbers stay above those of this page.
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
    isSent: false,
  }))
  return { ...view, pending: [...kept.slice(0, end), ...renumbered], lastRef: view.lastRef + renumbered.length }
}

function overrules(later: TableChange, change: TableChange): boolean {
  // Any later change removes the ready mark anyway.
  if (change.kind === 'ready') return later.kind === 'ready' || change.isReady
  if (later.kind !== 'set' || change.kind !== 'set') return false
  const saysAll = later.notes !== undefined || change.notes === undefined || later.quantity === 0
  return later.menuItemId === change.menuItemId && saysAll
}

/** Whether the two changes must keep their order: they concern one dish, or a guest marked ready after seeing the change. */
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

/** The id of the line to change; `unnamed` if the server has not given it an id yet, `gone` if there is no such line. */
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
  // A line that is removed and added again gets another id.
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
