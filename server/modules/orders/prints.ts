import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { readStationsWithPrinter, withdrawJobs } from '#server/modules/printing/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Order } from '#shared/contracts/orders.ts'
import type { Rights } from '#shared/domain/access.ts'
import { isAtStations } from '#shared/domain/kitchen.ts'
import { isTicketKind, isTicketNeeded, type PrintKind } from '#shared/domain/printing/print-kinds.ts'
import { lockedOrder, readOrderView, sees } from './read.ts'
import type { OrderRow, TicketRow } from './repo.ts'
import * as repo from './repo.ts'
import { isClaimed, isWaiting, shownTickets, withClaim, withPrinted, withPrinterClaim } from './tickets.ts'

/** An order keeps its newest prints: recording one is never refused, because the paper is out already. */
const MAX_PRINTS = 50

export interface PrintRecord {
  orderId: number
  kind: PrintKind
  ticketId?: number | undefined
  by: Viewer
  now: Date
}

/** Records that a ticket, receipt or bill of an order was printed (docs/product/orders.md#orders-prints). */
export async function storePrint(tx: Tx, { orderId, kind, ticketId, by, now }: PrintRecord): Promise<Order> {
  const order = await lockedOrder(tx, orderId, { by, now })
  const ticket = ticketOf(order.tickets, kind, ticketId)
  const print = { kind, ticketId: ticket?.id ?? null, username: by.username, at: now }
  const after = await writePrint(tx, order, print)
  // The person has the ticket in hand, so a waiting print job would be a second copy.
  if (ticket) await withdrawJobs(tx, orderId, [ticket.id])
  return readOrderView(tx, after)
}

interface PrintToWrite {
  kind: PrintKind
  /** Null for a receipt or bill. */
  ticketId: number | null
  /** The name of the user or the printer. */
  username: string
  at: Date
}

/** Records a print of a locked order, and marks its ticket as printed. */
export async function writePrint(tx: Tx, order: OrderRow, print: PrintToWrite): Promise<OrderRow> {
  const { ticketId, at } = print
  const marks = ticketId === null ? {} : { tickets: withPrinted(order.tickets, ticketId, at) }
  const after = await repo.markOrder(tx, order.id, marks, at)
  await repo.addPrint(tx, { ...print, orderId: order.id }, MAX_PRINTS)
  await announceChange(tx, { topic: repo.ORDER_TOPIC, id: order.id })
  return after
}

/** Claims a ticket of a locked order for a printer until its outcome is known, or ends that claim. */
export async function claimForPrinter(
  tx: Tx,
  { id, tickets }: OrderRow,
  ticketId: number,
  isClaim: boolean,
): Promise<void> {
  await repo.writeClaim(tx, id, withPrinterClaim(tickets, ticketId, isClaim))
}

export interface BillPrint {
  tableId: number
  /** The orders on the bill; undefined for all open orders of the table. */
  orderIds: readonly number[] | undefined
  by: Rights & { username: string }
  now: Date
}

/**
 * Records with each order of a bill that it was printed. Orders that have left the table, or that the user does not
 * see, are left out.
 * @returns the ids of the other orders
 */
export async function noteBillPrint(tx: Tx, { tableId, orderIds, by, now }: BillPrint): Promise<number[]> {
  const atTable = await repo.lockTableOrders(tx, tableId, orderIds)
  const billed = atTable.filter((order) => sees(by, order, now))
  const print = { kind: 'bill', ticketId: null, username: by.username, at: now } as const
  for (const order of billed) await writePrint(tx, order, print)
  return billed.map(({ id }) => id)
}

/** Finds the printed ticket; undefined for receipts and bills, and for orders without tickets. */
function ticketOf(tickets: readonly TicketRow[], kind: PrintKind, ticketId: number | undefined) {
  if (!isTicketKind(kind)) {
    if (ticketId !== undefined) throw inputError('ticketId', 'validation.wrong')
    return undefined
  }
  if (ticketId === undefined) {
    if (kind !== 'kitchen') throw inputError('ticketId', 'validation.required')
    const kitchenTickets = shownTickets(tickets).filter((ticket) => ticket.kind === 'kitchen')
    return kitchenTickets.find(isWaiting) ?? kitchenTickets[0]
  }
  const ticket = required(tickets.find(({ id }) => id === ticketId))
  if (ticket.kind !== kind) {
    const ids = tickets.flatMap(({ id, kind: other }) => (other === kind ? id : []))
    throw inputError('ticketId', ids.length > 0 ? `validation.oneOf ${ids.join(', ')}` : 'validation.wrong')
  }
  return ticket
}

export interface TicketClaim {
  orderId: number
  ticketId: number | undefined
  stations: readonly number[] | undefined
  by: Viewer
  now: Date
}

/**
 * Lets one of several devices print a ticket (docs/product/tickets-and-receipts.md#receipts-claims). Nothing is
 * announced: the devices that print check by themselves.
 * @param ticketId undefined selects the oldest ticket that is needed and neither printed nor claimed
 * @param stations the stations whose tickets the device prints; undefined for all
 * @returns the claimed ticket, and until when the claim lasts, as ISO 8601 in UTC
 */
export function claimTicket(db: Database, { orderId, ticketId, stations: chosen, by, now }: TicketClaim) {
  return inTransaction(db, async (tx) => {
    const order = await lockedOrder(tx, orderId, { by, now })
    const withPrinter = await readStationsWithPrinter(tx)
    const stations = chosen || withPrinter.length > 0 ? (await readSettings(tx)).stations : []
    const isAt = (some: readonly number[], { stationId }: TicketRow) => isAtStations(stations, some, stationId)
    const isForDevice = (ticket: TicketRow) => !chosen || isAt(chosen, ticket)
    const isForPrinter = (ticket: TicketRow) => isAt(withPrinter, ticket)
    const ticket = claimableTicket(order, { ticketId, isForDevice, isForPrinter, now })
    const { tickets: after, until } = withClaim(order.tickets, ticket.id, now)
    await repo.writeClaim(tx, orderId, after)
    return { ticketId: ticket.id, until }
  })
}

interface Claimable {
  ticketId: number | undefined
  isForDevice: (ticket: TicketRow) => boolean
  /** Whether a printer on the network prints the ticket. */
  isForPrinter: (ticket: TicketRow) => boolean
  now: Date
}

function claimableTicket({ tickets, status, startAt }: OrderRow, claim: Claimable): TicketRow {
  const { ticketId, isForDevice, isForPrinter, now } = claim
  const requested = ticketId === undefined ? tickets : tickets.filter(({ id }) => id === ticketId)
  if (ticketId !== undefined && requested.length === 0) throw new AppError('not_found')
  const ofDevice = requested.filter(isForDevice)
  if (ofDevice.length === 0 && requested.length > 0) throw new AppError('nothing_to_print')
  // The kitchen starts on the order later, but a person may ask for its ticket earlier.
  if (ticketId === undefined && status === 'pending' && startAt && startAt > now) throw new AppError('nothing_to_print')
  const unprinted = ofDevice.filter(({ printedAt }) => printedAt === undefined)
  if (unprinted.length === 0) throw new AppError('printed')
  const needed = unprinted.filter((ticket) => isWaiting(ticket) && isTicketNeeded(ticket.kind, status))
  if (needed.length === 0) throw new AppError('nothing_to_print')
  return required(
    needed.find((ticket) => !isClaimed(ticket, now) && !isForPrinter(ticket)),
    'claimed',
  )
}
