import { useLayoutEffect, useMemo, useRef } from 'react'
import type { Order, OrderLine, Ticket } from '#shared/contracts/orders.ts'
import { countsFrom, isLater } from '#shared/domain/orders/later.ts'
import { linesAtStation } from '#shared/domain/orders/line-options.ts'
import { isInKitchen } from '#shared/domain/orders/order.ts'
import type { TicketKind } from '#shared/domain/printing/print-kinds.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { currentBoard, isTableName, subscribeBoard, useShownOrders } from '../orders/index.ts'
import {
  type IsMine,
  isToCook,
  loadSeenStates,
  recordShown,
  type SeenState,
  seenStates,
  takenOff,
  unloadSeenStates,
  writeSeenStates,
} from './seen.ts'

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

/** What the screen shows of one order: only the lines of the chosen stations. */
export interface KitchenCard {
  order: Order
  /** When it began to count, in milliseconds since 1970: all cards are sorted and counted by it at each tick. */
  since: number
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
  return {
    order,
    since: Date.parse(countsFrom(order)),
    lines,
    toCook,
    ...(isMoved && { movedFrom: seen.tableNumber }),
  }
}

function endedCard(order: Order, mine: readonly OrderLine[], seen: SeenState | undefined): KitchenCard | undefined {
  const left = mine.filter(({ id }) => seen?.open.includes(id))
  if (left.length === 0) return undefined
  const isCancelled = order.status === 'cancelled'
  return {
    order,
    since: Date.parse(countsFrom(order)),
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

/** Compares two cards by age, the oldest first. */
function oldestFirst(a: KitchenCard, b: KitchenCard): number {
  return a.since - b.since || a.order.id - b.order.id
}

/** The values from which a card was made: the card stays the same object until one of them changes. */
interface Made {
  order: Order
  seen: SeenState | undefined
  isMine: IsMine
  card: KitchenCard | undefined
}

interface Shown {
  /** The orders as they are shown, without those of later. */
  orders: readonly Order[]
  /** Those that the kitchen does not start with yet, if the chosen stations cook some of them; the first to begin first. */
  later: readonly Order[]
  cards: readonly KitchenCard[]
}

export function useCards(isMine: IsMine): Shown {
  const orders = useShownOrders()
  const seenByOrder = seenStates.use()
  const made = useRef<ReadonlyMap<number, Made>>(new Map())
  return useMemo(() => {
    const now = serverDate()
    const due = orders.filter((order) => !isLater(order, now))
    const later = orders.filter((order) => isLater(order, now) && hasLines(order, isMine))
    made.current = new Map(
      due.map((order) => [order.id, make(made.current.get(order.id), order, seenByOrder.get(order.id), isMine)]),
    )
    return {
      orders: due,
      later: later.sort((a, b) => Date.parse(countsFrom(a)) - Date.parse(countsFrom(b))),
      cards: [...made.current.values()].flatMap(({ card }) => card ?? []).sort(oldestFirst),
    }
  }, [orders, seenByOrder, isMine])
}

/** Whether an order has a line for the chosen stations that is still to be cooked. */
export const hasLines = ({ items }: Order, isMine: IsMine) => items.some((line) => isMine(line) && isToCook(line))

function make(former: Made | undefined, order: Order, seen: SeenState | undefined, isMine: IsMine): Made {
  const isSame = former?.order === order && former.isMine === isMine
  if (isSame && former.seen === seen) return former
  const card = cardOf(order, seen, isMine)
  return { order, seen, isMine, card: isSame && isEqual(former.card, card) ? former.card : card }
}

/** What the device has just remembered rarely changes a card. */
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Remembers on this device what the screen shows of each order.
 * @param shown the orders that the screen shows, which are not always those that are due: its clock may be set meanwhile
 */
export function useRemembered(isMine: IsMine, shown: readonly Order[]): void {
  // Layout effects: a frame may arrive before other effects run, and what it takes off was in sight.
  useLayoutEffect(() => {
    loadSeenStates()
    addEventListener('pagehide', writeSeenStates)
    return () => {
      removeEventListener('pagehide', writeSeenStates)
      unloadSeenStates()
    }
  }, [])
  const record = useMemo(() => {
    const recorded = new WeakSet<Order>()
    return (orders: readonly Order[]) => {
      const changed = orders.filter((order) => !recorded.has(order))
      for (const order of changed) recorded.add(order)
      if (changed.length > 0) recordShown(changed, isMine)
    }
  }, [isMine])
  useLayoutEffect(() => {
    // A render may skip a state between two frames.
    const recordDue = () => {
      const now = serverDate()
      record([...currentBoard().orders.values()].filter((order) => !isLater(order, now)))
    }
    recordDue()
    return subscribeBoard(recordDue)
  }, [record])
  // Without pending changes, which may fail.
  useLayoutEffect(() => record(shown.flatMap(({ id }) => currentBoard().orders.get(id) ?? [])), [record, shown])
}

/** For whom a line is: a guest, or what a waiter wrote, such as "seat 2"; null for the table, also by its name. */
export function guestOfLine({ tableNumber, movedFrom }: Order, { guestName }: OrderLine): string | null {
  if (!guestName || [tableNumber, movedFrom ?? null].some((number) => isTableName(guestName, number))) return null
  return guestName
}
