import { isOpen, type OrderStatus } from '#shared/domain/order-status.ts'
import type { TicketKind } from '#shared/domain/print-kinds.ts'
import type { TicketRow } from './repo.ts'

/** How long a device may hold a ticket that it has not printed (docs/product.md#receipts-claims). */
const CLAIM_MS = 60_000

type Tickets = readonly TicketRow[]

/** One more ticket, numbered after the last. */
export function withTicket(tickets: Tickets, ticket: Omit<TicketRow, 'id'>): TicketRow[] {
  return [...tickets, { id: Math.max(0, ...tickets.map(({ id }) => id)) + 1, ...ticket }]
}

/**
 * The tickets after a change of status: a cancellation has its slip, which is withdrawn with it. Where the kitchen has
 * that slip already, or a device is about to print it, a new ticket tells of the order (docs/product.md#orders-tickets).
 */
export function ticketsAfter(
  tickets: Tickets,
  change: { from: OrderStatus; to: OrderStatus; username: string | undefined; now: Date },
): TicketRow[] {
  const { from, to, username, now } = change
  const at = now.toISOString()
  if (to === 'cancelled') return withTicket(tickets, { kind: 'cancellation', at, username })
  if (from !== 'cancelled') return [...tickets]
  const slip = tickets.findLast(({ kind }) => kind === 'cancellation')
  const left = withdrawn(tickets, 'cancellation', at)
  if (!slip || !isOpen(to) || !(slip.printedAt || isClaimed(slip, now))) return left
  return withTicket(withdrawn(left, 'kitchen', at), { kind: 'kitchen', at, username })
}

/** The tickets, of which none of a kind waits any more. */
function withdrawn(tickets: Tickets, kind: TicketKind, withdrawnAt: string): TicketRow[] {
  return tickets.map((one) => (one.kind === kind && isWaiting(one) ? { ...one, withdrawnAt } : one))
}

/** Whether it is to be printed still; another device may be at it. */
export function isWaiting({ printedAt, withdrawnAt }: TicketRow): boolean {
  return printedAt === undefined && withdrawnAt === undefined
}

/** What is shown of the tickets: not the withdrawn ones, unless one was printed all the same. */
export function shownTickets(tickets: Tickets): TicketRow[] {
  return tickets.filter((ticket) => ticket.printedAt !== undefined || isWaiting(ticket))
}

/** Whether a device may be printing it at this moment. */
export function isClaimed({ claimedUntil }: TicketRow, now: Date): boolean {
  return claimedUntil !== undefined && Date.parse(claimedUntil) > now.getTime()
}

/** The tickets with one that a device holds from now on, and until when. */
export function claimed(tickets: Tickets, ticketId: number, now: Date): { tickets: TicketRow[]; until: string } {
  const until = new Date(now.getTime() + CLAIM_MS).toISOString()
  return { until, tickets: tickets.map((one) => (one.id === ticketId ? { ...one, claimedUntil: until } : one)) }
}

/** The tickets with one that is printed; the first time counts. */
export function printed(tickets: Tickets, ticketId: number, now: Date): TicketRow[] {
  const at = now.toISOString()
  return tickets.map((one) => (one.id === ticketId ? { ...one, printedAt: one.printedAt ?? at } : one))
}

/** How often something was taken off the order. */
export function removalsIn(tickets: Tickets): number {
  return tickets.filter(({ kind }) => kind === 'removal').length
}
