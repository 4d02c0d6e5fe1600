import * as z from 'zod/mini'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { cartKey, MAX_QUANTITY, orderableTotal } from '#shared/domain/orders/cart.ts'

/*
 * The shared cart on one page (docs/decisions/013-shared-table.md): the server's cart as last received, and the
 * list of the page's own changes that this cart does not contain yet, applied over it. A change leaves the list when the
 * server's cart contains it, or when the server rejects it. So a tap shows at once, nothing flickers, and the page
 * differs from the server's cart only by changes to which the server has not responded.
 */

/** What a page shows of a dish before the server has responded; the price is that of a portion with its options. */
const addedDish = z.object({ id: z.int(), name: z.string(), nameRo: z.string(), price: z.int() })
/** The ids of options, each as often as it is taken. */
const options = z.optional(z.readonly(z.array(z.int())))
const notes = z.optional(z.nullable(z.string()))

const tableChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add'),
    dish: addedDish,
    quantity: z.int(),
    options,
    notes,
    /** The line was carried over from the phone's own cart, and returns there if the server rejects it. */
    isCarried: z.optional(z.literal(true)),
  }),
  /** Sets one of the guest's own lines. Quantity 0 removes it; without `notes`, its note stays, as do its options. */
  z.object({
    kind: z.literal('set'),
    menuItemId: z.int(),
    /** The key of the line; without it, the guest's first line of the dish. */
    line: z.optional(z.string()),
    quantity: z.int(),
    notes,
    options,
    /** Of a portion with the new options. */
    price: z.optional(z.int()),
  }),
  z.object({ kind: z.literal('remove'), itemId: z.int() }),
  z.object({ kind: z.literal('ready'), isReady: z.boolean() }),
])
/** A change made here. It names own lines by dish, options and note: a new line has no id at first. */
export type TableChange = z.infer<typeof tableChange>
type Addition = Extract<TableChange, { kind: 'add' }>
/** A line that moves between the phone's own cart and the shared cart. */
export type CarriedLine = Omit<Addition, 'kind' | 'isCarried'>
type Setting = Extract<TableChange, { kind: 'set' }>

/** A change that the server's cart does not contain yet. */
const pendingChange = z.object({
  /** Chosen at random, also across reloads: the server makes the change with this id once, however often it is sent. */
  ref: z.int().check(z.gte(0)),
  change: tableChange,
})
export type PendingChange = z.infer<typeof pendingChange>

/** The unconfirmed changes of one session, as the browser stores them. Any page may send them, any number of times. */
export const unconfirmed = z.object({ sessionId: z.string(), changes: z.array(pendingChange) })
export type Unconfirmed = z.infer<typeof unconfirmed>

/** Lines and guests as a page shows them. */
export interface ShownTable {
  lines: readonly SharedLine[]
  guests: readonly Participant[]
}

/** Everything a page knows about its table: the server's cart and guests, and its own pending changes. */
export interface TableState {
  ownId: string
  /** Whether the whole cart was received on this connection. Until then, `cart` may be out of date. */
  isSynced: boolean
  /** The server's cart as this page last received it. */
  cart: { version: number; lines: readonly SharedLine[] } | undefined
  guests: readonly Participant[]
  /** In the order in which they were made. */
  pending: readonly PendingChange[]
}

/** @param stored the changes left by another page, or by this one before a reload */
export function newTableState(ownId: string, stored?: Unconfirmed): TableState {
  return { ownId, isSynced: false, cart: undefined, guests: [], pending: stored?.changes ?? [] }
}

const shownTables = new WeakMap<TableState, ShownTable>()

/** Cart and guests as the page shows them: the server's, with the pending changes applied. Computed once for a state. */
export function shownTable(state: TableState): ShownTable {
  const { ownId, cart, guests, pending } = state
  const shown =
    shownTables.get(state) ??
    pending.reduce<ShownTable>((shown, { change }) => afterChange(shown, change, ownId), {
      lines: cart?.lines ?? [],
      guests,
    })
  shownTables.set(state, shown)
  return shown
}

/**
 * Lines and guests after one change. A change of the cart removes the ready marks of the guest who makes it and of the
 * guest whose line it changes (docs/product/shared-sessions.md#sessions-ready).
 * @param ownId the participant id of the guest who makes the change
 */
function afterChange({ lines, guests }: ShownTable, change: TableChange, ownId: string): ShownTable {
  const marked = (isReady: boolean, owner = ownId) =>
    guests.map((guest) => (guest.id === ownId || guest.id === owner ? { ...guest, isReady } : guest))
  switch (change.kind) {
    case 'ready':
      return { lines, guests: marked(change.isReady) }
    case 'remove': {
      const removed = lines.find(({ id }) => id === change.itemId)
      return { lines: lines.filter((line) => line !== removed), guests: marked(false, removed?.participantId) }
    }
    case 'set': {
      const line = lineOf(lines, change, ownId)
      const { quantity, notes = line?.notes ?? null, options = line?.options ?? [], price = line?.price ?? 0 } = change
      // Of other options, the server says it.
      const listPrice = price === line?.price ? line.listPrice : undefined
      const changed = line && { ...line, quantity, notes, options: [...options], price, listPrice }
      return { lines: changed ? withLine(lines, changed, line) : lines, guests: marked(false) }
    }
    case 'add':
      return { lines: withLine(lines, newLine(change, ownId, { lines, guests })), guests: marked(false) }
  }
}

/** Adds a line, or puts it in the place of another one; an equal line of its guest is raised instead. */
function withLine(lines: readonly SharedLine[], line: SharedLine, replaced?: SharedLine): SharedLine[] {
  const { participantId, quantity } = line
  const isEqual = (other: SharedLine) =>
    other !== replaced && other.participantId === participantId && keyOfLine(other) === keyOfLine(line)
  const equal = quantity > 0 ? lines.find(isEqual) : undefined
  if (!equal && !replaced) return [...lines, line]
  return lines.flatMap((other) => {
    if (other === equal) return { ...other, quantity: Math.min(MAX_QUANTITY, other.quantity + quantity) }
    if (other !== replaced) return other
    return equal || quantity === 0 ? [] : line
  })
}

/** The key of a line: dish, options and note. */
export const keyOfLine = (line: { menuItemId: number; options: readonly number[]; notes: string | null }): string =>
  cartKey(line.menuItemId, line.options, line.notes)

/** The guest's own line that a change sets. */
function lineOf(lines: readonly SharedLine[], { menuItemId, line: key }: Setting, ownId: string) {
  return lines.find(
    (line) =>
      line.participantId === ownId && (key === undefined ? line.menuItemId === menuItemId : keyOfLine(line) === key),
  )
}

function newLine({ dish, quantity, options = [], notes = null }: Addition, ownId: string, shown: ShownTable) {
  const { id: menuItemId, ...names } = dish
  return {
    // Ids from the server are positive, so a negative one is never confused with them.
    id: Math.min(0, ...shown.lines.map(({ id }) => id)) - 1,
    participantId: ownId,
    guestName: shown.guests.find(({ id }) => id === ownId)?.name ?? '',
    menuItemId,
    ...names,
    isOrderable: true,
    quantity,
    notes,
    options: [...options],
  }
}

export function additionOf({ dish, quantity, notes, options = [] }: CarriedLine): Addition {
  const { id, name, nameRo, price } = dish
  return {
    kind: 'add',
    dish: { id, name, nameRo, price },
    quantity,
    options: options.length > 0 ? options : undefined,
    notes: notes?.trim() || undefined,
  }
}

export function carriedOf({ menuItemId: id, name, nameRo, price, quantity, notes, options }: SharedLine): CarriedLine {
  const chosen = options.length > 0 ? options : undefined
  return { dish: { id, name, nameRo, price }, quantity, notes: notes ?? undefined, options: chosen }
}

/** The lines that the session's order does not contain: they return to the phone's own cart. */
export function linesToGiveBack(state: TableState): CarriedLine[] {
  const ordered = new Map(state.cart?.lines.map((line) => [line.id, line.quantity]))
  return shownTable(state).lines.flatMap((line) => {
    const quantity = line.quantity - (ordered.get(line.id) ?? 0)
    return line.participantId === state.ownId && quantity > 0 ? carriedOf({ ...line, quantity }) : []
  })
}

/** The server's frames that contain the cart or a change of it. */
export type VersionedFrame = Extract<ServerFrame, { version: number }>

/**
 * The cart after a frame. Returns `old` if the page already has a newer cart, and `gap` if an earlier frame is missing:
 * the page must then request the whole cart, and show its own until then
 * (docs/product/shared-sessions.md#sessions-versions).
 */
export function applyCartFrame(cart: TableState['cart'], { version, ...frame }: VersionedFrame) {
  if (frame.type === 'CART_ITEMS' || frame.type === 'CART_UPDATED')
    return cart && version < cart.version ? 'old' : { version, lines: frame.payload }
  if (!cart || version > cart.version + 1) return 'gap'
  if (version <= cart.version) return 'old'
  const { lines } = cart
  if (frame.type === 'ITEM_REMOVED') return { version, lines: lines.filter(({ id }) => id !== frame.payload.itemId) }
  const line = frame.payload
  const isKnown = lines.some(({ id }) => id === line.id)
  return { version, lines: isKnown ? lines.map((known) => (known.id === line.id ? line : known)) : [...lines, line] }
}

/** The frame that sends a change to the server; undefined if the line that it changes no longer exists. */
export type ChangeFrame = Extract<ClientFrame, { type: 'ADD_ITEM' | 'SET_ITEM' | 'REMOVE_ITEM' | 'SET_READY' }> & {
  ref: number
}

export function frameOf({ ownId, cart }: TableState, { change, ref }: PendingChange): ChangeFrame | undefined {
  const lines = cart?.lines ?? []
  switch (change.kind) {
    case 'add': {
      const { dish, quantity, options, notes } = change
      return {
        type: 'ADD_ITEM',
        payload: { menuItemId: dish.id, quantity, options: options && [...options], notes },
        ref,
      }
    }
    case 'set': {
      const { quantity, options, notes } = change
      const itemId = lineOf(lines, change, ownId)?.id
      if (itemId === undefined) return undefined
      return { type: 'SET_ITEM', payload: { itemId, quantity, options: options && [...options], notes }, ref }
    }
    case 'remove': {
      const { itemId } = change
      return lines.some(({ id }) => id === itemId) ? { type: 'REMOVE_ITEM', payload: { itemId }, ref } : undefined
    }
    case 'ready':
      return { type: 'SET_READY', payload: { isReady: change.isReady }, ref }
  }
}

/** A random id, because another page may have stored changes of the same guest. */
export const asPending = (change: TableChange): PendingChange => ({ ref: Math.floor(Math.random() * 2 ** 40), change })

/** The change that does what both do, if the later one overrules the earlier: sent, they would wait for each other. */
export function bothInOne(earlier: TableChange, later: TableChange): TableChange | undefined {
  if (earlier.kind === 'ready' && later.kind === 'ready') return later
  if (earlier.kind !== 'set' || later.kind !== 'set' || earlier.quantity === 0) return undefined
  const isSameLine = earlier.menuItemId === later.menuItemId && earlier.line === later.line
  return isSameLine ? { ...earlier, ...later } : undefined
}

/** The lines of one guest, with their sum in minor units, in which a dish that is sold out does not count. */
interface GuestShare {
  participantId: string
  name: string
  lines: SharedLine[]
  subtotal: number
}

/** The cart by guest: this page's first, then as they joined (docs/product/shared-sessions.md#sessions-subtotals). */
export function guestShares(
  lines: readonly SharedLine[],
  guests: readonly Participant[],
  ownId: string | undefined,
): GuestShare[] {
  const shares = new Map<string, GuestShare>()
  for (const line of lines) {
    const { participantId } = line
    const name = guests.find(({ id }) => id === participantId)?.name ?? line.guestName
    const share = shares.get(participantId) ?? { participantId, name, lines: [], subtotal: 0 }
    share.lines.push(line)
    share.subtotal = orderableTotal(share.lines)
    shares.set(participantId, share)
  }
  const rank = ({ participantId }: GuestShare) =>
    participantId === ownId
      ? 0
      : (guests.find(({ id }) => id === participantId)?.guestNumber ?? Number.MAX_SAFE_INTEGER)
  return [...shares.values()].sort((a, b) => rank(a) - rank(b))
}
