import { isOpen, type OrderStatus } from '#shared/domain/order-status.ts'
import type { TicketKind } from '#shared/domain/print-kinds.ts'
import type { TicketRow } from '../repo.ts'

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
  const others = withdrawn(withdrawn(left, 'kitchen', at), 'move', at)
  return withTicket(others, { kind: 'kitchen', at, username })
}

/** Between which tables an order moves, by their numbers; null where it had none. */
interface TableChange {
  from: number | null
  to: number
}

/**
 * The tickets after a move. The kitchen is told of it by one slip, from the table that it knows: moves that nobody has
 * printed become one, or none, and a kitchen ticket that is still to be printed says the table itself
 * (docs/product.md#orders-move). A slip that a device may be printing at this moment counts as printed.
 */
export function ticketsAfterMove(
  tickets: Tickets,
  { from, to, username, now }: TableChange & { username: string | undefined; now: Date },
): TicketRow[] {
  const at = now.toISOString()
  const isUntold = (ticket: TicketRow, kind: TicketKind) =>
    ticket.kind === kind && isWaiting(ticket) && !isClaimed(ticket, now)
  const untold = tickets.find((ticket) => isUntold(ticket, 'move'))
  const left = tickets.map((ticket) => (isUntold(ticket, 'move') ? { ...ticket, withdrawnAt: at } : ticket))
  const known = untold ? (untold.fromTable ?? null) : from
  if (known === to || tickets.some((ticket) => isUntold(ticket, 'kitchen'))) return left
  return withTicket(left, { kind: 'move', at, username, ...(known !== null && { fromTable: known }), toTable: to })
}

/** The tickets after the order's table has another number: a slip that is still to be printed leads there. */
export function ticketsAfterRenumbering(tickets: Tickets, to: number): TicketRow[] {
  return tickets.map((one) => (one.kind === 'move' && isWaiting(one) ? { ...one, toTable: to } : one))
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
