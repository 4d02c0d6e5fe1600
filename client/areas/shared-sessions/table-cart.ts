import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { cartKey, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'

/*
 * The shared cart on one page (docs/decisions/014-optimism-with-truth.md): the server's cart as last received, and the
 * list of the page's own changes that this cart does not contain yet, applied over it. A change leaves the list when the
 * server's cart contains it, or when the server rejects it. So a tap shows at once, nothing flickers, and the page
 * differs from the server's cart only by changes to which the server has not responded.
 */

/** What a page shows of a dish before the server has responded; the price is that of a portion with its options. */
export type AddedDish = Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'price'>

/** A change made here. It names own lines by dish, options and note: a new line has no id at first. */
export type TableChange =
  | {
      kind: 'add'
      dish: AddedDish
      quantity: number
      /** The ids of its options, each as often as it is taken. */
      options?: readonly number[]
      notes?: string | null
      /** The line was carried over from the phone's own cart, and returns there if the server rejects it. */
      isCarried?: true
    }
  /** Sets one of the guest's own lines. Quantity 0 removes it; without `notes`, its note stays, as do its options. */
  | {
      kind: 'set'
      menuItemId: number
      /** The key of the line; missing in changes that older versions of Masa stored, which knew one line of each dish. */
      line?: string
      quantity: number
      notes?: string | null
      options?: readonly number[]
      /** Of a portion with the new options. */
      price?: number
    }
  | { kind: 'remove'; itemId: number }
  | { kind: 'ready'; isReady: boolean }

/** Lines and guests as a page shows them. */
export interface ShownTable {
  lines: readonly SharedLine[]
  guests: readonly Participant[]
}

/**
 * Lines and guests after one change. A change of the cart removes the ready marks of the guest who makes it and of the
 * guest whose line it changes (docs/product/shared-sessions.md#sessions-ready).
 * @param ownId the participant id of the guest who makes the change
 */
function afterChange({ lines, guests }: ShownTable, change: TableChange, ownId: string): ShownTable {
  const ownEqual = (wanted: Parameters<typeof keyOfLine>[0], but?: SharedLine) =>
    lines.find((line) => line !== but && line.participantId === ownId && keyOfLine(line) === keyOfLine(wanted))
  const raised = (line: SharedLine, by: number) => ({ ...line, quantity: Math.min(MAX_QUANTITY, line.quantity + by) })
  switch (change.kind) {
    case 'ready':
      return { lines, guests: withReadyMark(guests, [ownId], change.isReady) }
    case 'remove': {
      const owner = lines.find(({ id }) => id === change.itemId)?.participantId
      return {
        lines: lines.filter(({ id }) => id !== change.itemId),
        guests: withReadyMark(guests, owner === undefined ? [ownId] : [ownId, owner], false),
      }
    }
    case 'set': {
      const { quantity, notes, options, price } = change
      const line = lineOf(lines, change, ownId)
      const changed = line && {
        ...line,
        quantity,
        notes: notes === undefined ? line.notes : notes,
        options: options ? [...options] : line.options,
        price: price ?? line.price,
      }
      const equal = changed && quantity > 0 ? ownEqual(changed, line) : undefined
      return {
        lines: lines.flatMap((other) => {
          if (other === equal) return raised(other, quantity)
          if (other !== line) return other
          return changed && quantity > 0 && !equal ? changed : []
        }),
        guests: withReadyMark(guests, [ownId], false),
      }
    }
    case 'add': {
      const { dish, quantity, options = [], notes = null } = change
      const equal = ownEqual({ menuItemId: dish.id, options, notes })
      return {
        lines: equal
          ? lines.map((line) => (line === equal ? raised(line, quantity) : line))
          : [...lines, newLine(change, ownId, { lines, guests })],
        guests: withReadyMark(guests, [ownId], false),
      }
    }
  }
}

export const keyOfLine = ({
  menuItemId,
  options,
  notes,
}: {
  menuItemId: number
  options: readonly number[]
  notes: string | null
}): string => cartKey(menuItemId, options, notes)

/** The guest's own line that a change sets. */
function lineOf(
  lines: readonly SharedLine[],
  { menuItemId, line: key }: Extract<TableChange, { kind: 'set' }>,
  ownId: string,
): SharedLine | undefined {
  return lines.find(
    (line) =>
      line.participantId === ownId && (key === undefined ? line.menuItemId === menuItemId : keyOfLine(line) === key),
  )
}

function withReadyMark(
  guests: readonly Participant[],
  ids: readonly string[],
  isReady: boolean,
): readonly Participant[] {
  return guests.map((guest) => (ids.includes(guest.id) ? { ...guest, isReady } : guest))
}

function newLine(
  { dish, quantity, options = [], notes = null }: Extract<TableChange, { kind: 'add' }>,
  ownId: string,
  { lines, guests }: ShownTable,
): SharedLine {
  return {
    // Ids from the server are positive, so a negative one is never confused with them.
    id: Math.min(0, ...lines.map(({ id }) => id)) - 1,
    participantId: ownId,
    guestName: guests.find(({ id }) => id === ownId)?.name ?? '',
    menuItemId: dish.id,
    name: dish.name,
    nameRo: dish.nameRo,
    price: dish.price,
    isOrderable: true,
    quantity,
    notes,
    options: [...options],
  }
}

/** The server's cart as this page last received it. */
export interface KnownCart {
  version: number
  lines: readonly SharedLine[]
}

/** The server's frames that contain the cart or a change of it. */
export type VersionedFrame = Extract<ServerFrame, { version: number }>

/**
 * The cart after a frame. Returns `old` if the page already has a newer cart, and `gap` if an earlier frame is missing:
 * the page must then request the whole cart, and show its own until then
 * (docs/product/shared-sessions.md#sessions-versions).
 */
export function applyCartFrame(cart: KnownCart | undefined, frame: VersionedFrame): KnownCart | 'old' | 'gap' {
  const { version } = frame
  if (frame.type === 'CART_ITEMS' || frame.type === 'CART_UPDATED') {
    return cart && version < cart.version ? 'old' : { version, lines: frame.payload }
  }
  if (!cart || version > cart.version + 1) return 'gap'
  if (version <= cart.version) return 'old'
  return { version, lines: linesAfter(cart.lines, frame) }
}

function linesAfter(
  lines: readonly SharedLine[],
  frame: Extract<VersionedFrame, { type: 'ITEM_ADDED' | 'ITEM_REMOVED' }>,
): SharedLine[] {
  if (frame.type === 'ITEM_REMOVED') return lines.filter(({ id }) => id !== frame.payload.itemId)
  const line = frame.payload
  return lines.some(({ id }) => id === line.id)
    ? lines.map((known) => (known.id === line.id ? line : known))
    : [...lines, line]
}

/** A change that the server's cart does not contain yet. */
export interface PendingChange {
  /** Chosen at random, also across reloads: the server makes the change with this id once, however often it is sent. */
  ref: number
  change: TableChange
  isSent: boolean
}

/** The unconfirmed changes of one session, as the browser stores them. Any page may send them, any number of times. */
export interface Unconfirmed {
  sessionId: string
  changes: readonly Pick<PendingChange, 'ref' | 'change'>[]
}

/** Everything a page knows about its table: the server's cart and guests, and its own pending changes. */
export interface TableState {
  ownId: string
  /** Whether the whole cart was received on this connection. Until then, `cart` may be out of date. */
  isSynced: boolean
  cart: KnownCart | undefined
  guests: readonly Participant[]
  /** In the order in which they were made, those that were sent first. */
  pending: readonly PendingChange[]
}

/** A line that moves between the phone's own cart and the shared cart. */
export interface CarriedLine {
  dish: AddedDish
  quantity: number
  notes?: string | undefined
  options?: readonly number[] | undefined
}

/** The frame that sends a change to the server. */
export type ChangeFrame = Extract<ClientFrame, { type: 'ADD_ITEM' | 'SET_ITEM' | 'REMOVE_ITEM' | 'SET_READY' }> & {
  ref: number
}

/** How many sent changes may be unanswered: carrying over a large cart must not exceed the server's frame limit. */
export const MAX_UNANSWERED_CHANGES = 20

/** @param stored the changes left by another page, or by this one before a reload */
export function newTableState(ownId: string, stored?: Unconfirmed): TableState {
  const pending = (stored?.changes ?? []).map((change) => ({ ...change, isSent: false }))
  return { ownId, isSynced: false, cart: undefined, guests: [], pending }
}

/** Cart and guests as the page shows them: the server's, with the pending changes applied. */
export function shownTable({ ownId, cart, guests, pending }: Omit<TableState, 'isSynced'>): ShownTable {
  return pending.reduce<ShownTable>((shown, { change }) => afterChange(shown, change, ownId), {
    lines: cart?.lines ?? [],
    guests,
  })
}

/** Adds a pending change; `nextFrames` will send it. It replaces the one before it if that waits and is overruled. */
export function addPendingChange(state: TableState, change: TableChange): TableState {
  const last = state.pending.at(-1)
  const merged = last && !last.isSent && overruled(last.change, change)
  const kept = merged ? state.pending.slice(0, -1) : state.pending
  // A random id: another page may have stored changes of the same guest.
  const ref = Math.floor(Math.random() * 2 ** 40)
  return { ...state, pending: [...kept, { ref, change: merged || change, isSent: false }] }
}

/** The change that does what both do, if the later one overrules the earlier: sent, they would wait for each other. */
function overruled(earlier: TableChange, later: TableChange): TableChange | undefined {
  if (earlier.kind === 'ready' && later.kind === 'ready') return later
  if (earlier.kind !== 'set' || later.kind !== 'set') return undefined
  const isSameLine = earlier.menuItemId === later.menuItemId && earlier.line === later.line
  return isSameLine && earlier.quantity > 0 ? { ...earlier, ...later } : undefined
}

export function addCarriedLines(state: TableState, lines: readonly CarriedLine[]): TableState {
  return lines.map((line) => additionOf(line, { isCarried: true })).reduce(addPendingChange, state)
}

export function additionOf(
  { dish: { id, name, nameRo, price }, quantity, notes, options = [] }: CarriedLine,
  carried: { isCarried?: true } = {},
): TableChange {
  return {
    kind: 'add',
    dish: { id, name, nameRo, price },
    quantity,
    ...(options.length > 0 && { options }),
    ...(notes?.trim() && { notes: notes.trim() }),
    ...carried,
  }
}

/**
 * The frames that can be sent now, in order, and the state in which they are marked as sent. Additions follow each
 * other at once. Any other change waits until all before it are confirmed, and all after it wait for it: it needs the
 * id of its line, and must not overtake an addition that the server refuses as one frame too many. A change of a line
 * that no longer exists is dropped.
 * @param maxFrames how many frames may be sent now
 */
export function nextFrames(
  state: TableState,
  maxFrames = Number.POSITIVE_INFINITY,
): { state: TableState; frames: ChangeFrame[] } {
  const sent = state.pending.filter(({ isSent }) => isSent)
  const waiting = state.pending.filter(({ isSent }) => !isSent)
  const frames: ChangeFrame[] = []
  while (waiting[0] && frames.length < maxFrames && sent.length < MAX_UNANSWERED_CHANGES) {
    const { change, ref } = waiting[0]
    const mustWait = change.kind === 'add' ? sent.some((other) => other.change.kind !== 'add') : sent.length > 0
    if (mustWait) break
    waiting.shift()
    const frame = frameOf(state, change, ref)
    if (!frame) continue
    frames.push(frame)
    sent.push({ change, ref, isSent: true })
  }
  return { state: { ...state, pending: [...sent, ...waiting] }, frames }
}

/** The state after a disconnect: no change counts as sent. The next cart names those that the server has made. */
export function markUnsent(state: TableState): TableState {
  return { ...state, isSynced: false, pending: state.pending.map((pending) => ({ ...pending, isSent: false })) }
}

/** The state after a cart frame. Returns `gap` or `old`, as `applyCartFrame` does, if the frame cannot be applied. */
export function receiveCart(state: TableState, frame: VersionedFrame): TableState | 'old' | 'gap' {
  // A restored database may have a lower version than this page has received, so the first cart always applies.
  const cart = applyCartFrame(state.isSynced ? state.cart : undefined, frame)
  if (cart === 'old' || cart === 'gap') return cart
  return { ...dropChanges(state, frame.refs), isSynced: true, cart }
}

/** The state without these changes: the server has made them, or has refused one. */
export function dropChanges(state: TableState, refs: readonly number[] = []): TableState {
  return { ...state, pending: state.pending.filter(({ ref }) => !refs.includes(ref)) }
}

/** The server sends these before the cart that confirms changes: the page has the marks before it drops those. */
export function receiveGuests(state: TableState, guests: readonly Participant[]): TableState {
  return { ...state, guests }
}

/** The state after `too_many_frames` for one change: it is sent again, after those that may still be made. */
export function receiveTooManyFrames(state: TableState, ref: number): TableState {
  const pending = state.pending.map((pending) => (pending.ref === ref ? { ...pending, isSent: false } : pending))
  return { ...state, pending: [...pending.filter(({ isSent }) => isSent), ...pending.filter(({ isSent }) => !isSent)] }
}

/** The unconfirmed changes in the form to store; undefined if there are none. */
export function unconfirmed({ pending }: TableState, sessionId: string): Unconfirmed | undefined {
  if (pending.length === 0) return undefined
  return { sessionId, changes: pending.map(({ ref, change }) => ({ ref, change })) }
}

/** The lines that the session's order does not contain: they return to the phone's own cart. */
export function linesToGiveBack(state: TableState): CarriedLine[] {
  const ordered = new Map(ownLines({ ...state, pending: [] }))
  return ownLines(state).flatMap(([id, line]) => {
    const quantity = line.quantity - (ordered.get(id)?.quantity ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

function ownLines(state: TableState): [number, CarriedLine][] {
  return shownTable(state)
    .lines.filter(({ participantId }) => participantId === state.ownId)
    .map((line) => {
      const { menuItemId: id, name, nameRo, price, quantity, notes, options } = line
      const carried = { dish: { id, name, nameRo, price }, quantity, ...(notes && { notes }) }
      return [line.id, { ...carried, ...(options.length > 0 && { options }) }]
    })
}

/** The frame of a change; undefined if the line that it changes no longer exists. */
function frameOf({ ownId, cart }: TableState, change: TableChange, ref: number): ChangeFrame | undefined {
  switch (change.kind) {
    case 'add': {
      const { dish, quantity, options, notes } = change
      const payload = {
        menuItemId: dish.id,
        quantity,
        ...(options && { options: [...options] }),
        ...(notes && { notes }),
      }
      return { type: 'ADD_ITEM', payload, ref }
    }
    case 'set': {
      const { quantity, notes, options } = change
      const line = lineOf(cart?.lines ?? [], change, ownId)
      const changed = { ...(notes !== undefined && { notes }), ...(options && { options: [...options] }) }
      return line && { type: 'SET_ITEM', payload: { itemId: line.id, quantity, ...changed }, ref }
    }
    case 'remove': {
      const { itemId } = change
      return cart?.lines.some(({ id }) => id === itemId) ? { type: 'REMOVE_ITEM', payload: { itemId }, ref } : undefined
    }
    case 'ready':
      return { type: 'SET_READY', payload: { isReady: change.isReady }, ref }
  }
}
