import { useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react'
import type { Order, OrderLine, Ticket } from '#shared/contracts/orders.ts'
import { isLater } from '#shared/domain/orders/later.ts'
import { linesAtStation } from '#shared/domain/orders/line-options.ts'
import { isInKitchen } from '#shared/domain/orders/order.ts'
import type { TicketKind } from '#shared/domain/printing/print-kinds.ts'
import { createValue, latestOf, stored } from '../../lib/browser/storage.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import {
  guestText,
  isTableName,
  newestFirst,
  useBoardOrders,
  useIsBoardLoaded,
  useShownOrders,
} from '../orders/index.ts'

/**
 * What this device has shown of an order, apart from the changes that somebody must still see. Those, the difference
 * from the current order, are shown struck through until somebody taps "Mark seen" (docs/product/kitchen.md#kitchen-seen).
 */
export interface SeenState {
  /** Ids of the lines that this screen has shown open. */
  open: readonly number[]
  /** How many portions of a line were taken off, by its id; 0 is left out. */
  removed: Readonly<Record<number, number>>
  tableNumber: number | null
}

export type IsMine = (line: OrderLine) => boolean

/** Whether a line is still to be cooked; set menus and fees never are. */
export function isToCook({ quantity, doneAt, cooked }: Pick<OrderLine, 'quantity' | 'doneAt' | 'cooked'>): boolean {
  return quantity > 0 && !doneAt && cooked
}

/** How many portions were taken off a line since this device showed it. */
function takenOff(line: Pick<OrderLine, 'id' | 'removedQuantity'>, seen: SeenState | undefined): number {
  return seen ? line.removedQuantity - (seen.removed[line.id] ?? 0) : 0
}

/**
 * Returns what the device knows of an order after it has shown it once more; undefined for an order that it need not
 * remember. What somebody must still see stays unseen, and what closed with open lines stays as it was. Lines that this
 * device has shown count also while their station is not chosen: it may be chosen again.
 */
export function nextSeenState(seen: SeenState | undefined, order: Order, isMine: IsMine): SeenState | undefined {
  if (!isInKitchen(order.status)) return seen
  const isShown = (line: OrderLine) => isMine(line) || seen?.open.includes(line.id)
  const open = order.items
    .filter((line) => isShown(line) && (isToCook(line) || isTakenOffUnseen(line, seen)))
    .map(({ id }) => id)
  const mine = order.items.filter((line) => isMine(line) || open.includes(line.id))
  if (!seen) return open.length > 0 ? { open, removed: removedOf(mine), tableNumber: order.tableNumber } : undefined
  if (open.length === 0) return undefined
  // Whoever cooks a line has seen it.
  const unseen = mine.filter(({ id }) => open.includes(id) && seen.open.includes(id))
  const removed = removedOf(
    mine.map((line) => (unseen.includes(line) ? { ...line, removedQuantity: seen.removed[line.id] ?? 0 } : line)),
  )
  const next = { open, removed, tableNumber: seen.tableNumber }
  return isEqual(seen, next) ? seen : next
}

/** Whether a line that this screen has shown open was taken off, and nobody has seen that. */
function isTakenOffUnseen(line: OrderLine, seen: SeenState | undefined): boolean {
  return !line.doneAt && takenOff(line, seen) > 0 && seen?.open.includes(line.id) === true
}

/** Returns what the device knows once somebody has seen that portions of a line were taken off. */
export function withSeenLine(seen: SeenState, line: OrderLine): SeenState {
  const open = line.quantity === 0 ? seen.open.filter((id) => id !== line.id) : seen.open
  return { ...seen, open, removed: { ...seen.removed, [line.id]: line.removedQuantity } }
}

export function withSeenMove(seen: SeenState, { tableNumber }: Order): SeenState {
  return { ...seen, tableNumber }
}

function removedOf(lines: readonly OrderLine[]): Record<number, number> {
  return Object.fromEntries(
    lines.flatMap(({ id, removedQuantity }) => (removedQuantity > 0 ? [[id, removedQuantity]] : [])),
  )
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

interface Change {
  at: string
  /** Undefined for a guest. */
  user?: string
}

export interface CardLine {
  line: OrderLine
  /** How many portions are shown struck through beside it, because nobody has seen yet that they were taken off. */
  takenOff: number
  removal?: Change
  /** It stands below the line that it is a part of. */
  isPart?: boolean
}

/** A card, or the part of it in one column. */
export interface CardFragment {
  id: number
  /** Counted from 0 within its card. */
  index: number
  column: number
  top: number
  height: number
  /** Its lines: from the first to before the second. */
  from: number
  to: number
  isLast: boolean
}

/** What the screen shows of one order: only the lines of the chosen stations. */
export interface KitchenCard {
  order: Order
  lines: readonly CardLine[]
  toCook: readonly OrderLine[]
  /** `cancelled`, or `ended` if it was delivered or completed while the screen showed it with open lines. */
  notice?: 'cancelled' | 'ended'
  cancellation?: Change
  /** The screen has shown the order with another table, whose number this is, or null for none. */
  movedFrom?: number | null
}

/** Returns the card of an order; undefined if it has nothing on this screen (docs/product/kitchen.md#kitchen-leaves). */
export function cardOf(order: Order, seen: SeenState | undefined, isMine: IsMine): KitchenCard | undefined {
  const whole = linesAtStation(order.items, isMine)
  const mine = whole.flatMap(({ line, parts }) => [line, ...parts])
  if (!isInKitchen(order.status)) return endedCard(order, mine, seen)
  const toCook = mine.filter(isToCook)
  const isStruck = mine.some((line) => seen?.open.includes(line.id) && !line.doneAt && takenOff(line, seen) > 0)
  if (toCook.length === 0 && !isStruck) return undefined
  const below = new Set(whole.flatMap(({ parts }) => parts))
  const lines = mine
    .map((line) => ({ ...cardLine(order, line, seen), ...(below.has(line) && { isPart: true }) }))
    .filter(({ line, takenOff: portions }) => line.quantity > 0 || portions > 0)
  const isMoved = seen !== undefined && seen.tableNumber !== order.tableNumber
  return { order, lines, toCook, ...(isMoved && { movedFrom: seen.tableNumber }) }
}

function endedCard(order: Order, mine: readonly OrderLine[], seen: SeenState | undefined): KitchenCard | undefined {
  const left = mine.filter(({ id }) => seen?.open.includes(id))
  if (left.length === 0) return undefined
  const isCancelled = order.status === 'cancelled'
  return {
    order,
    lines: left.map((line) => (isCancelled ? { line, takenOff: 0 } : cardLine(order, line, seen))),
    toCook: [],
    notice: isCancelled ? 'cancelled' : 'ended',
    cancellation: isCancelled ? changeOf(lastTicket(order, 'cancellation')) : undefined,
  }
}

function cardLine(order: Order, line: OrderLine, seen: SeenState | undefined): CardLine {
  // What was taken off a set menu, its parts say.
  const portions = line.cooked ? takenOff(line, seen) : 0
  if (portions <= 0) return { line, takenOff: 0 }
  return { line, takenOff: portions, removal: changeOf(lastTicket(order, 'removal', line.id)) }
}

function lastTicket({ tickets }: Order, kind: TicketKind, lineId?: number): Ticket | undefined {
  return tickets.findLast((ticket) => ticket.kind === kind && (lineId === undefined || ticket.itemId === lineId))
}

const changeOf = (ticket: Ticket | undefined): Change | undefined => ticket && { at: ticket.at, user: ticket.user }

/** More orders than can be open on one board; beyond this number, only the newest are remembered. */
const MAX_REMEMBERED = 600
/** Writing to the browser's storage is slow, so several changes are written together. */
const WRITE_AFTER_MS = 300

const storedStates = stored<[number, SeenState][]>('kitchen-known', 1, (value) =>
  Array.isArray(value) ? value : undefined,
)

/** What was seen on this device, by order id; undefined until it is read. */
let states: Map<number, SeenState> | undefined
/** What is not written yet. */
const unwritten = new Map<number, SeenState | undefined>()
let writing: ReturnType<typeof setTimeout> | undefined
/** How often somebody has tapped "Mark seen". */
const taps = createValue(0)

function seenOf({ id }: Pick<Order, 'id'>): SeenState | undefined {
  states ??= new Map(storedStates.read())
  return states.get(id)
}

const put = (to: Map<number, SeenState> | undefined, id: number, seen: SeenState | undefined) =>
  seen ? to?.set(id, seen) : to?.delete(id)

function remember({ id }: Order, next: SeenState | undefined): void {
  put(states, id, next)
  unwritten.set(id, next)
  writing ??= setTimeout(writeStates, WRITE_AFTER_MS)
}

function writeStates(): void {
  clearTimeout(writing)
  if (!writing || !states) return
  writing = undefined
  const all = new Map(latestOf(storedStates, [...states], []))
  for (const [id, seen] of unwritten) put(all, id, seen)
  unwritten.clear()
  storedStates.write([...all].sort(([a], [b]) => a - b).slice(-MAX_REMEMBERED))
}

/** Writes what is not written yet, and forgets it. Call it when the screen is left. */
function closeMemory(): void {
  writeStates()
  states = undefined
}

function see(order: Order, next: (seen: SeenState) => SeenState | undefined): void {
  const seen = seenOf(order)
  remember(order, seen && next(seen))
  taps.set(taps.get() + 1)
}

export const seeLine = (order: Order, line: OrderLine) => see(order, (seen) => withSeenLine(seen, line))
export const seeMove = (order: Order) => see(order, (seen) => withSeenMove(seen, order))
/** Somebody has seen that an order was cancelled, delivered or completed: its card disappears. */
export const seeEnd = (order: Order) => see(order, () => undefined)

/** A card, and what it was made from: it stays the same object until something of that changes. */
interface CachedCard {
  known: Order
  order: Order
  isMine: IsMine
  seen: SeenState | undefined
  card: KitchenCard | undefined
}

export interface Shown {
  /** Whether these are all orders, and not only the oldest, which come first: nothing is counted before. */
  isWhole: boolean
  /** The orders as they are shown, without those of later. */
  orders: readonly Order[]
  /** Those that the kitchen does not start with yet, if the chosen stations cook some of them; the first to begin first. */
  later: readonly Order[]
  /** The oldest first. */
  cards: readonly KitchenCard[]
}

const NOTHING = { due: new Map<number, CachedCard>(), cards: [] }

/** What the screen shows. It is remembered once it is shown, so that what a later copy of an order takes off is known. */
export function useCards(isMine: IsMine): Shown {
  const known = useBoardOrders()
  const shown = useShownOrders()
  const tapped = taps.use()
  const isLoaded = useIsBoardLoaded()
  // The first cards stay in sight and can be tapped while those of the list are made.
  const isMade = useDeferredValue(isLoaded)
  const former = useRef<{ due: ReadonlyMap<number, CachedCard>; cards: readonly KitchenCard[] }>(NOTHING)
  useLayoutEffect(() => {
    addEventListener('pagehide', writeStates)
    return () => {
      removeEventListener('pagehide', writeStates)
      closeMemory()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tap changes what was seen
  const screen = useMemo(() => {
    const now = serverDate()
    const later: Order[] = []
    const due = new Map<number, CachedCard>()
    for (const [i, order] of shown.entries()) {
      const { id } = order
      if (isLoaded && !isMade && !former.current.due.has(id)) continue
      if (!isLater(order, now)) due.set(id, makeCard(former.current.due.get(id), known[i] ?? order, order, isMine))
      else if (hasLines(order, isMine)) later.push(order)
    }
    const cards = [...due.values()].flatMap(({ card }) => card ?? []).sort((a, b) => newestFirst(b.order, a.order))
    const formerCards = former.current.cards
    const isSame = cards.length === formerCards.length && cards.every((card, i) => card === formerCards[i])
    return {
      due,
      isWhole: isLoaded && isMade,
      orders: [...due.values()].map(({ order }) => order),
      later: later.sort((a, b) => newestFirst(b, a)),
      cards: isSame ? formerCards : cards,
    }
  }, [known, shown, tapped, isMine, isLoaded, isMade])
  useLayoutEffect(() => {
    former.current = screen
    for (const { known, seen } of screen.due.values()) if (seen !== seenOf(known)) remember(known, seen)
  }, [screen])
  return screen
}

/** @param known the order without pending changes, which may fail: it alone is remembered */
function makeCard(former: CachedCard | undefined, known: Order, order: Order, isMine: IsMine): CachedCard {
  const isSameFor = former?.isMine === isMine
  if (isSameFor && former.order === order && former.known === known && former.seen === seenOf(known)) return former
  const seen = nextSeenState(seenOf(known), known, isMine)
  const card = cardOf(order, seen, isMine)
  // What the device has just remembered rarely changes a card, nor does the server's response to its own tick.
  return { known, order, isMine, seen, card: isSameFor && isEqual(former.card, card) ? former.card : card }
}

/** Whether an order has a line for the chosen stations that is still to be cooked. */
export const hasLines = ({ items }: Order, isMine: IsMine) => items.some((line) => isMine(line) && isToCook(line))

/** For whom a line is: a guest, or what a waiter wrote, such as "seat 2"; null for the table, also by its name. */
export function guestOfLine({ tableNumber, movedFrom }: Order, { guestName }: OrderLine): string | null {
  if (!guestName || [tableNumber, movedFrom ?? null].some((number) => isTableName(guestName, number))) return null
  return guestText(guestName)
}
