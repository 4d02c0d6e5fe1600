import type { Order, OrderLine, Ticket } from '#shared/contracts/orders.ts'
import { isInKitchen } from '#shared/domain/orders/order-status.ts'
import type { TicketKind } from '#shared/domain/printing/print-kinds.ts'
import { type IsMine, isToCook, type Known, takenOff } from './known.ts'

/** Who changed an order, and when. */
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
}

/** What the screen shows of one order: only the lines of the chosen stations. */
export interface KitchenCard {
  order: Order
  /** When it was placed, in milliseconds since 1970: all cards are sorted and counted by it at each tick. */
  placedAt: number
  lines: readonly CardLine[]
  /** Lines that are still to be cooked. */
  toCook: readonly OrderLine[]
  /** `cancelled`, or `ended` if it was delivered or completed while the screen showed it with open lines. */
  notice?: 'cancelled' | 'ended'
  cancellation?: Change
  /** The screen has shown the order with another table, whose number this is, or null for none. */
  movedFrom?: number | null
}

/** Returns the card of an order; undefined if it has nothing on this screen (docs/product/kitchen.md#kitchen-leaves). */
export function cardOf(order: Order, known: Known | undefined, isMine: IsMine): KitchenCard | undefined {
  const mine = order.items.filter(isMine)
  if (!isInKitchen(order.status)) return endedCard(order, mine, known)
  const toCook = mine.filter(isToCook)
  const isStruck = mine.some((line) => known?.open.includes(line.id) && !line.doneAt && takenOff(line, known) > 0)
  if (toCook.length === 0 && !isStruck) return undefined
  const lines = mine
    .map((line) => cardLine(order, line, known))
    .filter(({ line, takenOff: portions }) => line.quantity > 0 || portions > 0)
  const isMoved = known !== undefined && known.tableNumber !== order.tableNumber
  return {
    order,
    placedAt: Date.parse(order.createdAt),
    lines,
    toCook,
    ...(isMoved && { movedFrom: known.tableNumber }),
  }
}

function endedCard(order: Order, mine: readonly OrderLine[], known: Known | undefined): KitchenCard | undefined {
  const left = mine.filter(({ id }) => known?.open.includes(id))
  if (left.length === 0) return undefined
  const isCancelled = order.status === 'cancelled'
  return {
    order,
    placedAt: Date.parse(order.createdAt),
    lines: left.map((line) => (isCancelled ? { line, takenOff: 0 } : cardLine(order, line, known))),
    toCook: [],
    notice: isCancelled ? 'cancelled' : 'ended',
    cancellation: isCancelled ? changeOf(lastTicket(order, 'cancellation')) : undefined,
  }
}

function cardLine(order: Order, line: OrderLine, known: Known | undefined): CardLine {
  const portions = takenOff(line, known)
  if (portions <= 0) return { line, takenOff: 0 }
  return { line, takenOff: portions, removal: changeOf(lastTicket(order, 'removal', line.id)) }
}

function lastTicket({ tickets }: Order, kind: TicketKind, lineId?: number): Ticket | undefined {
  return tickets.findLast((ticket) => ticket.kind === kind && (lineId === undefined || ticket.itemId === lineId))
}

const changeOf = (ticket: Ticket | undefined): Change | undefined => ticket && { at: ticket.at, user: ticket.user }

/** Compares two cards by age, the oldest first. */
export function oldestFirst(a: KitchenCard, b: KitchenCard): number {
  return a.placedAt - b.placedAt || a.order.id - b.order.id
}
