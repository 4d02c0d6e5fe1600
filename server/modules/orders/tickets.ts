import { AppError } from '#server/platform/app-error.ts'
import { isAhead } from '#server/platform/clock.ts'
import { isOpen, type OrderStatus } from '#shared/domain/orders/order.ts'
import type { TicketKind } from '#shared/domain/printing/print-kinds.ts'
import type { TicketRow } from './repo.ts'

/** The duration of a claim on an unprinted ticket (docs/product/tickets-and-receipts.md#receipts-claims). */
const CLAIM_MS = 60_000

/**
 * The number of tickets, including withdrawn ones, from which an order refuses changes that add a slip
 * (docs/product/orders.md#orders-tickets): an order of a hundred lines, nearly all taken off one by one, and moved now
 * and then, has fewer.
 */
const MAX_TICKETS = 200

type Tickets = readonly TicketRow[]

/** Returns the tickets of a new order: one for each station that cooks some of its lines. */
export function ticketsOfNewOrder(lines: readonly { stationId: number; cooked: boolean }[]): TicketRow[] {
  const stations = new Set(lines.filter(({ cooked }) => cooked).map(({ stationId }) => stationId))
  return Array.from(stations, (stationId, i) => ({ id: i + 1, kind: 'kitchen', stationId }))
}

/** Refuses a change that would add a slip to a full order. */
export function refuseFurtherTickets(tickets: Tickets): void {
  if (tickets.length >= MAX_TICKETS) throw new AppError('too_many_changes')
}

export function withTicket(tickets: Tickets, ticket: Omit<TicketRow, 'id'>): TicketRow[] {
  return [...tickets, { id: Math.max(0, ...tickets.map(({ id }) => id)) + 1, ...ticket }]
}

/**
 * Returns the stations that still have something to cook, judging by the tickets: those with a kitchen ticket and a
 * line that was not taken off.
 */
function stationsOf(tickets: Tickets): number[] {
  const ended = new Set(tickets.flatMap(({ stationId, endsStation }) => (endsStation ? [stationId] : [])))
  const cooking = new Set(tickets.flatMap(({ kind, stationId }) => (kind === 'kitchen' ? [stationId] : [])))
  return [...cooking].filter((stationId) => !ended.has(stationId))
}

/** Returns the tickets after a change that gives each station its own slip. */
function atEachStation(tickets: Tickets, change: (tickets: Tickets, stationId: number) => Tickets) {
  return [...stationsOf(tickets).reduce(change, tickets)]
}

/**
 * Returns the tickets after a change of status. Cancelling adds a cancellation slip, even to a full order, which must
 * end; reopening withdraws it if it is not printed. If the slip was printed, or a device may be printing it, reopening
 * adds a new kitchen ticket (docs/product/orders.md#orders-tickets). All of this is done for each station.
 */
export function ticketsAfterStatusChange(
  tickets: Tickets,
  change: { from: OrderStatus; to: OrderStatus; username: string | undefined; now: Date },
): TicketRow[] {
  const { from, to, username, now } = change
  const at = now.toISOString()
  if (from === 'cancelled') refuseFurtherTickets(tickets)
  return atEachStation(tickets, (all, stationId) => {
    if (to === 'cancelled') return withTicket(all, { kind: 'cancellation', stationId, at, username })
    if (from !== 'cancelled') return all
    const slip = all.findLast((ticket) => ticket.kind === 'cancellation' && ticket.stationId === stationId)
    const remaining = withdrawn(all, 'cancellation', stationId, at)
    if (!slip || !isOpen(to) || !(slip.printedAt || isClaimed(slip, now))) return remaining
    const others = withdrawn(withdrawn(remaining, 'kitchen', stationId, at), 'move', stationId, at)
    return withTicket(others, { kind: 'kitchen', stationId, at, username })
  })
}

/** The numbers of the tables that an order moves between; `from` is null if it had none. */
interface TableChange {
  from: number | null
  to: number
}

/**
 * Returns the tickets after a move. Each station gets one slip, from the last table that was printed there: unprinted
 * moves are merged into one, or into none when the order returns. An unprinted kitchen ticket needs no slip, because it
 * shows the new table (docs/product/orders.md#orders-move). A slip that a device may be printing counts as printed.
 */
export function ticketsAfterMove(
  tickets: Tickets,
  { from, to, username, now }: TableChange & { username: string | undefined; now: Date },
): TicketRow[] {
  const at = now.toISOString()
  refuseFurtherTickets(tickets)
  return atEachStation(tickets, (all, stationId) => {
    const isUnprinted = (ticket: TicketRow, kind: TicketKind) =>
      ticket.kind === kind && ticket.stationId === stationId && isWaiting(ticket) && !isClaimed(ticket, now)
    const unprintedMove = all.find((ticket) => isUnprinted(ticket, 'move'))
    const remaining = all.map((ticket) => (isUnprinted(ticket, 'move') ? { ...ticket, withdrawnAt: at } : ticket))
    const knownTable = unprintedMove ? (unprintedMove.fromTable ?? null) : from
    if (knownTable === to || all.some((ticket) => isUnprinted(ticket, 'kitchen'))) return remaining
    const fromTable = knownTable !== null && { fromTable: knownTable }
    return withTicket(remaining, { kind: 'move', stationId, at, username, ...fromTable, toTable: to })
  })
}

/** Returns the tickets after the order's table was renumbered: unprinted move slips get the new number. */
export function ticketsAfterRenumbering(tickets: Tickets, to: number): TicketRow[] {
  return tickets.map((ticket) => (ticket.kind === 'move' && isWaiting(ticket) ? { ...ticket, toTable: to } : ticket))
}

function withdrawn(tickets: Tickets, kind: TicketKind, stationId: number, withdrawnAt: string) {
  return tickets.map((ticket) =>
    ticket.kind === kind && ticket.stationId === stationId && isWaiting(ticket) ? { ...ticket, withdrawnAt } : ticket,
  )
}

/** Whether the ticket is neither printed nor withdrawn; a device may be printing it. */
export function isWaiting({ printedAt, withdrawnAt }: TicketRow): boolean {
  return printedAt === undefined && withdrawnAt === undefined
}

/** Returns the tickets that are shown: all but the withdrawn ones, unless a withdrawn one was printed nevertheless. */
export function shownTickets(tickets: Tickets): TicketRow[] {
  return tickets.filter((ticket) => ticket.printedAt !== undefined || isWaiting(ticket))
}

/** Whether a device may be printing the ticket at `now`. */
export function isClaimed({ claimedUntil }: TicketRow, now: Date): boolean {
  if (claimedUntil === undefined || claimedUntil === FOR_EVER) return claimedUntil !== undefined
  return isAhead(new Date(claimedUntil), now, CLAIM_MS)
}

/** Returns the tickets with one of them claimed from `now` on, and until when. */
export function withClaim(tickets: Tickets, ticketId: number, now: Date): { tickets: TicketRow[]; until: string } {
  const until = new Date(now.getTime() + CLAIM_MS).toISOString()
  return {
    until,
    tickets: tickets.map((ticket) => (ticket.id === ticketId ? { ...ticket, claimedUntil: until } : ticket)),
  }
}

const FOR_EVER = '9999-12-31T00:00:00.000Z'

/** Returns the tickets with one of them claimed until its outcome is known, or without that claim. */
export function withPrinterClaim(tickets: Tickets, ticketId: number, isClaim: boolean): TicketRow[] {
  return tickets.map((ticket) => {
    const { claimedUntil: _, ...free } = ticket
    if (ticket.id !== ticketId) return ticket
    return isClaim ? { ...free, claimedUntil: FOR_EVER } : free
  })
}

/** Returns the tickets with one of them printed; `printedAt` keeps the time of the first print. */
export function withPrinted(tickets: Tickets, ticketId: number, now: Date): TicketRow[] {
  const at = now.toISOString()
  return tickets.map((ticket) => (ticket.id === ticketId ? { ...ticket, printedAt: ticket.printedAt ?? at } : ticket))
}

export function countRemovals(tickets: Tickets): number {
  return tickets.filter(({ kind }) => kind === 'removal').length
}
