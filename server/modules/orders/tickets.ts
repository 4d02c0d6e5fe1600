import type { OrderStatus } from '#shared/domain/order-status.ts'
import type { TicketRow } from './repo.ts'

/** How long a device may hold a ticket that it has not printed (docs/product.md#receipts-claims). */
const CLAIM_MS = 60_000

type Tickets = readonly TicketRow[]

/** One more ticket, numbered after the last. */
export function withTicket(tickets: Tickets, ticket: Omit<TicketRow, 'id'>): TicketRow[] {
  return [...tickets, { id: Math.max(0, ...tickets.map(({ id }) => id)) + 1, ...ticket }]
}

/**
 * The tickets after a change of status: a cancellation has its slip, which goes again with it unless a device has it
 * (docs/product.md#orders-tickets).
 */
export function ticketsAfter(
  tickets: Tickets,
  change: { from: OrderStatus; to: OrderStatus; username: string | undefined; now: Date },
): TicketRow[] {
  const { from, to, username, now } = change
  if (to === 'cancelled') return withTicket(tickets, { kind: 'cancellation', at: now.toISOString(), username })
  if (from !== 'cancelled') return [...tickets]
  return tickets.filter((ticket) => ticket.kind !== 'cancellation' || ticket.printedAt || isClaimed(ticket, now))
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
