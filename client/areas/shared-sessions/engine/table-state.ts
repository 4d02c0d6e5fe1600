import type { ClientFrame } from '#shared/contracts/live.ts'
import type { Participant } from '#shared/contracts/shared-sessions.ts'
import { applyCartFrame, type CartFrame, type KnownCart } from './shared-cart.ts'
import { afterChange, type ShownTable, type TableChange } from './table-changes.ts'

/*
 * The state of one page at a shared table (docs/decisions/014-optimism-with-truth.md). A page shows the server's cart
 * with its own pending changes applied on top. A change stops being pending when the server's cart contains it, or when
 * the server rejects it. So a tap shows at once, nothing flickers, and the page differs from the server's cart only by
 * changes to which the server has not responded.
 */

/** A change that the server's cart does not contain yet. */
export interface PendingChange {
  change: TableChange
  /** The name of the page that made the change; the server counts refs per name. That page may no longer be open. */
  page: string
  /** The number of the change under that name. The server applies changes in the order of their numbers, each once. */
  ref: number
  /** Whether it was sent on this connection. */
  isSent: boolean
}

/** Everything a page knows about its table: the server's cart and guests, and its own pending changes. */
export interface TableState {
  /** The participant id of the guest who uses this page. */
  ownId: string
  /** The name under which the server counts the changes of this page. Each page load needs a new one. */
  page: string
  /** Whether the whole cart was received on this connection. Until then, `cart` may be out of date. */
  isSynced: boolean
  cart: KnownCart | undefined
  guests: readonly Participant[]
  pending: readonly PendingChange[]
  /** The highest number used under `page` so far. */
  lastRef: number
}

/** The frame that sends a change to the server. */
export type ChangeFrame = Extract<ClientFrame, { type: 'ADD_ITEM' | 'SET_ITEM' | 'REMOVE_ITEM' | 'SET_READY' }> & {
  ref: number
}

/** How many sent changes may be unanswered: carrying over a large cart must not exceed the server's frame limit. */
export const MAX_UNANSWERED_CHANGES = 20

/** The state of a page that has not joined yet. @param page a name that no page at this table has used before */
export function newTableState(ownId: string, page: string): TableState {
  return { ownId, page, isSynced: false, cart: undefined, guests: [], pending: [], lastRef: 0 }
}

/**
 * The page name to join under: that of the first pending change. Changes left by an earlier page are sent first, under
 * that page's name. Then the page joins again under its own name and sends the rest.
 */
export function pageToJoinAs({ pending, page }: TableState): string {
  return pending[0]?.page ?? page
}

/** Cart and guests as the page shows them: the server's, with the pending changes applied. */
export function shownTable({ ownId, cart, guests, pending }: TableState): ShownTable {
  return pending.reduce<ShownTable>((shown, { change }) => afterChange(shown, change, ownId), {
    lines: cart?.lines ?? [],
    guests,
  })
}

/** Adds a pending change; `nextFrames` will send it. */
export function addPendingChange(state: TableState, change: TableChange): TableState {
  const ref = state.lastRef + 1
  return { ...state, pending: [...state.pending, { change, page: state.page, ref, isSent: false }], lastRef: ref }
}

/**
 * The frames that can be sent now, in order, and the state in which they are marked as sent. A change of a line whose
 * id is not known yet waits, and so does every change after it, because the server applies changes in the order of
 * their refs. A change of a line that no longer exists is dropped.
 * @param maxFrames how many frames may be sent now
 */
export function nextFrames(
  state: TableState,
  maxFrames = Number.POSITIVE_INFINITY,
): { state: TableState; frames: ChangeFrame[] } {
  const frames: ChangeFrame[] = []
  const pending: PendingChange[] = []
  const page = pageToJoinAs(state)
  let mustWait = false
  let unansweredCount = state.pending.filter(({ isSent }) => isSent).length
  for (const pendingChange of state.pending) {
    const target: Target = mustWait || pendingChange.isSent ? undefined : targetOf(state, pending, pendingChange.change)
    if (target === 'gone') continue
    const isFull = unansweredCount >= MAX_UNANSWERED_CHANGES || frames.length >= maxFrames
    mustWait ||= target === 'noIdYet' || pendingChange.page !== page || (!pendingChange.isSent && isFull)
    if (pendingChange.isSent || mustWait) {
      pending.push(pendingChange)
      continue
    }
    unansweredCount += 1
    frames.push(frameOf(pendingChange.change, typeof target === 'number' ? target : 0, pendingChange.ref))
    pending.push({ ...pendingChange, isSent: true })
  }
  return { state: { ...state, pending }, frames }
}

/**
 * The state after a disconnect: no change counts as sent. The ref of the next cart frame shows which ones the server
 * made.
 */
export function markUnsent(state: TableState): TableState {
  return {
    ...state,
    isSynced: false,
    pending: state.pending.map((pendingChange) => ({ ...pendingChange, isSent: false })),
  }
}

/** The state after a cart frame. Returns `gap` or `old`, as `applyCartFrame` does, if the frame cannot be applied. */
export function receiveCart(
  state: TableState,
  frame: CartFrame & { ref?: number | undefined },
): TableState | 'old' | 'gap' {
  // A restored database may have a lower version than this page has received, so the first cart always applies.
  const cart = applyCartFrame(state.isSynced ? state.cart : undefined, frame)
  if (cart === 'old' || cart === 'gap') return cart
  const { pending } = dropConfirmed(state, frame.ref)
  // The server ignores a number that it has already counted under this name.
  const lastRef = Math.max(state.lastRef, frame.ref ?? 0)
  return { ...state, isSynced: true, cart, pending, lastRef }
}

/** The state without the changes up to `ref` under the joined page name: the server has applied them. */
export function dropConfirmed(state: TableState, ref = 0): TableState {
  const page = pageToJoinAs(state)
  return {
    ...state,
    pending: state.pending.filter((pendingChange) => pendingChange.page !== page || pendingChange.ref > ref),
  }
}

/**
 * The state after PARTICIPANTS_UPDATED. The server sends it before the cart that confirms changes, so the page has the
 * new ready marks before it drops the changes that set them.
 */
export function receiveGuests(state: TableState, guests: readonly Participant[]): TableState {
  return { ...state, guests }
}

/** The state after an ERROR frame that rejects one change. */
export function receiveRefusal(state: TableState, ref: number): TableState {
  return { ...state, pending: state.pending.filter((pendingChange) => pendingChange.ref !== ref) }
}

/**
 * The state after `too_many_frames`, which rejects one change. The server may have applied a later change already, so
 * the rejected one gets a new, higher number and moves behind the other changes of its page, unless a later change
 * overrules it. Pending changes under other page names are renumbered too, so that their numbers stay above those of
 * this page.
 */
export function receiveTooManyFrames(state: TableState, ref: number): TableState {
  const refusedIndex = state.pending.findIndex((pendingChange) => pendingChange.ref === ref)
  const refused = state.pending[refusedIndex]
  if (!refused) return state
  const { page, change: refusedChange } = refused
  const later = state.pending.slice(refusedIndex + 1)
  if (later.some(({ change }) => overrules(change, refusedChange))) return receiveRefusal(state, ref)
  const isMoved = (pendingChange: PendingChange) =>
    pendingChange === refused ||
    (later.includes(pendingChange) &&
      pendingChange.page === page &&
      !pendingChange.isSent &&
      staysAfter(pendingChange.change, refusedChange))
  const staying = state.pending.filter((pendingChange) => !isMoved(pendingChange))
  const end = staying.findLastIndex((pendingChange) => pendingChange.page === page) + 1
  const renumbered = [...state.pending.filter(isMoved), ...staying.slice(end)].map((pendingChange, i) => ({
    ...pendingChange,
    ref: state.lastRef + 1 + i,
    isSent: false,
  }))
  return { ...state, pending: [...staying.slice(0, end), ...renumbered], lastRef: state.lastRef + renumbered.length }
}

function overrules(later: TableChange, change: TableChange): boolean {
  // Every later change of the cart removes the ready mark anyway.
  if (change.kind === 'ready') return later.kind === 'ready' || change.isReady
  if (later.kind !== 'set' || change.kind !== 'set') return false
  const setsEverything = later.notes !== undefined || change.notes === undefined || later.quantity === 0
  return later.menuItemId === change.menuItemId && setsEverything
}

/** Whether two changes must keep their order: they concern the same dish, or the later one is a ready mark. */
function staysAfter(later: TableChange, change: TableChange): boolean {
  return later.kind === 'ready' || sameDish(later, change)
}

function sameDish(first: TableChange, second: TableChange): boolean {
  const dishId = dishIdOf(first)
  return dishId !== undefined && dishId === dishIdOf(second)
}

function dishIdOf(change: TableChange): number | undefined {
  if (change.kind === 'add') return change.dish.id
  return change.kind === 'set' ? change.menuItemId : undefined
}

/**
 * The id of the line that a change concerns, undefined if it concerns none; `noIdYet` before the server has sent it,
 * `gone` if the line no longer exists.
 */
type Target = number | 'noIdYet' | 'gone' | undefined

function targetOf({ ownId, cart }: TableState, earlier: readonly PendingChange[], change: TableChange): Target {
  const lines = cart?.lines ?? []
  if (change.kind === 'remove') return lines.some(({ id }) => id === change.itemId) ? change.itemId : 'gone'
  if (change.kind !== 'set') return undefined
  const line = lines.find(
    ({ participantId, menuItemId }) => participantId === ownId && menuItemId === change.menuItemId,
  )
  const isBeingAdded = earlier.some(
    (pendingChange) => pendingChange.change.kind === 'add' && pendingChange.change.dish.id === change.menuItemId,
  )
  const isBeingRemoved = earlier.some(
    (pendingChange) =>
      (pendingChange.change.kind === 'set' &&
        pendingChange.change.menuItemId === change.menuItemId &&
        pendingChange.change.quantity === 0) ||
      (pendingChange.change.kind === 'remove' && pendingChange.change.itemId === line?.id),
  )
  // A line that is removed and added again gets a new id.
  if (isBeingAdded && (!line || isBeingRemoved)) return 'noIdYet'
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
