import { type Database, inTransaction } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Attempt, storeAnswer, storedAnswer } from '#server/platform/idempotency.ts'
import { inputError } from '#server/platform/input-error.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { isTicketKind, isTicketNeeded, type PrintKind } from '#shared/domain/print-kinds.ts'
import { lockedOrder, wholeOrder } from '../lock.ts'
import { addPrint, markOrder, type OrderRow, type TicketRow, writeClaim } from '../repo.ts'
import { ORDER_TOPIC } from '../topic.ts'
import { claimed, isClaimed, isWaiting, printed, shownTickets } from './tickets.ts'

export interface Printed {
  orderId: number
  kind: PrintKind
  ticketId: number | undefined
  attempt: Attempt | undefined
  username: string
  now: Date
}

/**
 * Keeps that something was printed of an order (docs/product.md#orders-prints).
 * @returns the body of the answer: the stored one, if this attempt was answered before
 * @throws AppError `not_found` for an unknown order or ticket; InputError for a ticket that does not fit the kind
 */
export function storePrint(db: Database, printing: Printed): Promise<string> {
  const { orderId, kind, ticketId, attempt, username, now } = printing
  return inTransaction(db, async (tx, last) => {
    const stored = attempt && (await storedAnswer(tx, attempt))
    if (stored !== undefined) return stored
    const { tickets } = await lockedOrder(tx, orderId)
    const ticket = ticketOf(tickets, kind, ticketId)
    const after = await markOrder(tx, orderId, ticket ? { tickets: printed(tickets, ticket.id, now) } : {}, now)
    await addPrint(tx, { orderId, kind, ticketId: ticket?.id ?? null, username, at: now })
    await announceChange(tx, { topic: ORDER_TOPIC, id: orderId })
    const answer = JSON.stringify(await wholeOrder(tx, after))
    if (attempt) storeAnswer(last, attempt, { answer, orderId, now })
    return answer
  })
}

/** The ticket that a print is of; none for papers that are no tickets, and for orders that are older than tickets. */
function ticketOf(tickets: readonly TicketRow[], kind: PrintKind, ticketId: number | undefined) {
  if (!isTicketKind(kind)) {
    if (ticketId !== undefined) throw inputError('ticketId', 'validation.wrong')
    return undefined
  }
  if (ticketId === undefined) {
    if (kind !== 'kitchen') throw inputError('ticketId', 'validation.required')
    const ofOrder = shownTickets(tickets).filter((ticket) => ticket.kind === 'kitchen')
    return ofOrder.find(isWaiting) ?? ofOrder[0]
  }
  const ticket = tickets.find(({ id }) => id === ticketId)
  if (!ticket) throw new AppError('not_found')
  if (ticket.kind !== kind) throw inputError('ticketId', `validation.oneOf ${idsOf(tickets, kind)}`)
  return ticket
}

function idsOf(tickets: readonly TicketRow[], wanted: PrintKind): string {
  return tickets.flatMap(({ id, kind }) => (kind === wanted ? id : [])).join(', ')
}

/**
 * Lets one device print a ticket, of all that ask (docs/product.md#receipts-claims). Nobody is told: only devices that
 * print want to know, and they ask.
 * @param ticketId undefined for the oldest that is needed and neither printed nor claimed
 * @throws AppError `not_found`, `claimed`, `printed`, `nothing_to_print`
 */
export function claimTicket(
  db: Database,
  { orderId, ticketId, now }: { orderId: number; ticketId: number | undefined; now: Date },
): Promise<{ ticketId: number; until: string }> {
  return inTransaction(db, async (tx) => {
    const order = await lockedOrder(tx, orderId)
    const ticket = free(order, ticketId, now)
    const { tickets: after, until } = claimed(order.tickets, ticket.id, now)
    await writeClaim(tx, orderId, after)
    return { ticketId: ticket.id, until }
  })
}

function free({ tickets, status }: OrderRow, ticketId: number | undefined, now: Date): TicketRow {
  const asked = ticketId === undefined ? tickets : tickets.filter(({ id }) => id === ticketId)
  if (ticketId !== undefined && asked.length === 0) throw new AppError('not_found')
  const unprinted = asked.filter(({ printedAt }) => printedAt === undefined)
  if (unprinted.length === 0) throw new AppError('printed')
  const needed = unprinted.filter((one) => isWaiting(one) && isTicketNeeded(one.kind, status))
  if (needed.length === 0) throw new AppError('nothing_to_print')
  const ticket = needed.find((one) => !isClaimed(one, now))
  if (!ticket) throw new AppError('claimed')
  return ticket
}
