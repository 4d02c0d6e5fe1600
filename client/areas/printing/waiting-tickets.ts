import type { Order, Ticket } from '#shared/contracts/orders.ts'
import { isTicketNeeded } from '#shared/domain/printing/print-kinds.ts'

export interface WaitingTicket {
  order: Order
  ticket: Ticket
}

/**
 * An older ticket is printed only after a confirmation: its dishes may already be cooked
 * (docs/product/tickets-and-receipts.md#receipts-claims).
 */
const LATE_AFTER_MS = 10 * 60_000

/**
 * The unprinted tickets that the kitchen still needs, oldest first.
 * @param isForDevice whether the device prints the tickets of a stored station
 */
export function waitingTickets(
  orders: readonly Order[],
  isForDevice: (stationId: number | null) => boolean,
): WaitingTicket[] {
  return orders
    .flatMap((order) => order.tickets.map((ticket) => ({ order, ticket })))
    .filter(({ order, ticket }) => ticket.printedAt === null && isTicketNeeded(ticket.kind, order.status))
    .filter(({ ticket: { stationId = null } }) => isForDevice(stationId))
    .sort((a, b) => a.ticket.at.localeCompare(b.ticket.at) || a.order.id - b.order.id || a.ticket.id - b.ticket.id)
}

export function isLate({ ticket }: WaitingTicket, now: number): boolean {
  return now - Date.parse(ticket.at) > LATE_AFTER_MS
}

export function keyOfTicket({ order, ticket }: WaitingTicket): string {
  return `${order.id}/${ticket.id}`
}
