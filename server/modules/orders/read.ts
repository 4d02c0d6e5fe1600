import { type Database, onOneConnection, type Reader, type Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { listOrders, Order, OrderLine, Print, Ticket } from '#shared/contracts/orders.ts'
import { mayUse, type Rights } from '#shared/domain/access.ts'
import { phonePart } from '#shared/domain/customers/stored-phone.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { pick } from '#shared/domain/objects.ts'
import { isOpen, MAX_KNOWN_ORDERS, OPEN_ON_BOARD, ORDERS_PER_PAGE } from '#shared/domain/orders/order.ts'
import { dueOf } from '#shared/domain/payments/due.ts'
import { TICKET_KINDS } from '#shared/domain/printing/print-kinds.ts'
import type { JOB_KINDS } from '#shared/domain/printing/printers.ts'
import { searchedText } from '#shared/domain/search.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { translator } from '#shared/i18n/words/index.ts'
import { newestOrders, type OrderFilter, searchOrders } from './list-repo.ts'
import type { OrderLineRow, OrderRow, PrintRow, ReadLineRow, TicketRow } from './repo.ts'
import * as repo from './repo.ts'
import { shownTickets } from './tickets.ts'

/**
 * The words of the language in which an order's customer name only names its table ("Table 5"), as waiters and shared
 * carts send it; undefined for any other name.
 */
export function wordsOfTableName({
  customerName,
  tableNumber,
}: Pick<Order, 'customerName' | 'tableNumber'>): TFunction | undefined {
  if (tableNumber === null) return undefined
  return LANGUAGES.map(translator).find((t) => customerName === t('common.table', { number: tableNumber }))
}

/** A line as it was read; a line that is just being placed does not know whether payments are on. */
type ShownLine = OrderLineRow & Partial<Pick<ReadLineRow, 'hasPayments'>>

/** Returns the public fields of an order. */
export function orderView(row: OrderRow, lines: readonly ShownLine[], prints: readonly PrintRow[]): Order {
  const { id, customerName, phoneNumber, email, diningOption, tableId, tableNumber, tableLabel } = row
  const { movedFrom, notes, total, currency, status, version, asap } = row
  const createdAt = row.createdAt.toISOString()
  return {
    ...{ id, customerName, phoneNumber, email, diningOption, tableId, tableNumber, tableLabel },
    ...{ movedFrom, notes, total, currency, status, version, asap },
    createdAt,
    pickupAt: row.pickupAt?.toISOString() ?? null,
    startAt: row.startAt?.toISOString() ?? createdAt,
    updatedAt: row.updatedAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
    items: lines.map(lineView),
    tickets: shownTickets(row.tickets).map((ticket) => ticketView(ticket, createdAt)),
    prints: prints.map(printView),
    ...(row.program !== null && { program: row.program }),
    ...(row.isTest && { test: true }),
    ...(!row.isProven && { unproven: true }),
    ...(lines[0]?.hasPayments && { paid: row.paid, due: dueOf(row) }),
  }
}

function orderViews(rows: readonly OrderRow[], lines: readonly ShownLine[], prints: readonly PrintRow[]): Order[] {
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const printsOf = Map.groupBy(prints, ({ orderId }) => orderId)
  return rows.map((row) => orderView(row, linesOf.get(row.id) ?? [], printsOf.get(row.id) ?? []))
}

// Boards read a thousand lines at once: this makes one object of each, and no copies.
function lineView(line: ShownLine): OrderLine {
  const { id, menuItemId, quantity, removedQuantity, name, nameRo, price, notes, guestName, options } = line
  const { partOf, cooked, stationId, doneAt } = line
  const { listPrice, rule } = reductionView(line)
  return {
    id,
    menuItemId,
    quantity,
    removedQuantity,
    name,
    nameRo,
    price,
    listPrice,
    rule,
    notes,
    guestName,
    options,
    partOf,
    cooked,
    stationId,
    doneAt: doneAt?.toISOString() ?? null,
  }
}

/** What a line answers about the rule that priced it. */
export function reductionView({ price, listPrice, rule }: Pick<OrderLineRow, 'price' | 'listPrice' | 'rule'>) {
  return { listPrice: listPrice ?? price, rule: rule && pick(rule, ['name', 'nameRo']) }
}

function ticketView(ticket: TicketRow, createdAt: string): Ticket {
  const { id, kind, at = createdAt, itemId = null, quantity = null, printedAt = null } = ticket
  const { stationId, fromTable = null, toTable = null, username } = ticket
  const by = username && { user: username }
  return { id, kind, stationId, at, itemId, quantity, fromTable, toTable, printedAt, ...by }
}

function printView({ kind, ticketId, at, username }: PrintRow): Print {
  return { kind, ticketId, at: at.toISOString(), user: username }
}

/** Staff still see an order for so long after it ended (docs/product/orders.md#orders-staff). */
const SEEN_AFTER_END_MS = 30 * 60_000

/** Returns the moment since which ended orders are visible to staff. */
export function seenSince(now: Date): Date {
  return new Date(now.getTime() - SEEN_AFTER_END_MS)
}

/** Whether a user with a duty sees an order: owners see all, staff see open ones and those that ended lately. */
export function sees({ isOwner }: Rights, { status, endedAt }: Pick<OrderRow, 'status' | 'endedAt'>, now: Date) {
  return isOwner || isOpen(status) || (endedAt !== null && endedAt >= seenSince(now))
}

/** Whether a caller sees who ordered: staff with no other duty than the kitchen do not. @param user null for a guest */
export function seesGuest(user: Rights | null): boolean {
  return mayUse('floor', user) || !mayUse('kitchen', user)
}

/** Whether a user may print this kind: receipts and bills show who ordered. */
export function mayPrint(user: Rights, kind: (typeof JOB_KINDS)[number]): boolean {
  return TICKET_KINDS.some((ticket) => ticket === kind) || seesGuest(user)
}

/** An order as a caller sees it. @param user null for a guest */
export function orderForUser(user: Rights | null, order: Order): Order {
  if (user?.hidesGuests) return anonymousOrder(order)
  return seesGuest(user) ? order : withoutGuest(order)
}

/** Does the same for an order's JSON, which may be stored for another caller. @param user null for a guest */
export function jsonForUser(user: Rights | null, json: string): string {
  const seesAll = seesGuest(user) && !user?.hidesGuests
  return seesAll ? json : JSON.stringify(orderForUser(user, JSON.parse(json) as Order))
}

/** An order without who ordered, and without what guests wrote. */
export function anonymousOrder<Shown extends Order>(order: Shown): Shown {
  const items = order.items.map((line) => ({ ...line, notes: null, guestName: null }))
  return { ...order, customerName: '', phoneNumber: '', email: null, notes: null, items }
}

/**
 * Returns an order as the kitchen sees it: without payments, and with its name only if that names a table and nobody,
 * even one that the order has left (docs/product/orders.md#orders-staff).
 */
export function withoutGuest<O extends Order>(order: O): Omit<O, 'paid' | 'due' | 'program'> {
  const customerName = wordsOfTableName(order) ? order.customerName : ''
  const { paid: _, due: __, program: ___, ...cooked } = order
  return { ...cooked, customerName, phoneNumber: '', email: null }
}

/** The caller who locks an order, and the time. */
interface OrderCaller {
  /** The user who made the request; null if the server made it. */
  by: Viewer | null
  /** The version that the caller saw (docs/product/orders.md#orders-match); undefined accepts any. */
  expectedVersion?: number | undefined
  now: Date
}

/** Locks an order that the caller sees, until the transaction ends. */
export async function lockedOrder(tx: Tx, id: number, { by, expectedVersion, now }: OrderCaller): Promise<OrderRow> {
  const order = await repo.lockOrder(tx, id)
  if (!order || (by && !sees(by, order, now))) throw new AppError('not_found')
  if (expectedVersion !== undefined && order.changedVersion > expectedVersion) {
    const current = await readOrderView(tx, order)
    throw new AppError('order_changed', { order: by ? orderForUser(by, current) : current })
  }
  return order
}

/** Reads the lines and prints of a locked order, and returns its public fields. */
export async function readOrderView(tx: Tx, order: OrderRow): Promise<Order> {
  const [lines, prints] = await Promise.all([repo.readOrderLines(tx, [order.id]), repo.readPrints(tx, [order.id])])
  return orderView(order, lines, prints)
}

/** Size limit of a list of orders, in bytes of JSON (docs/product/orders.md#orders-list). */
const MAX_BYTES = 1_000_000
/** The number of orders whose lines are read per query, so that other requests are served in between. */
const BATCH_SIZE = 50

/** Reads the newest orders, newest first; open ones take precedence if the size limit does not allow all. */
export async function readBoardOrders(db: Database, endedSince?: Date) {
  const rows = await newestOrders(db, { open: OPEN_ON_BOARD, others: ORDERS_PER_PAGE }, endedSince)
  const [open, others] = [rows.filter(({ status }) => isOpen(status)), rows.filter(({ status }) => !isOpen(status))]
  const { orders, isTruncated } = await withinSizeLimit(db, [...open, ...others])
  return { orders: orders.sort((a, b) => b.id - a.id), isTruncated }
}

/**
 * Reads what a page lacks: the orders that are newer than it knows, and the ids that its user sees no longer.
 * @param known the versions of the orders that it has
 * @returns null if that is too much for a page of orders
 */
export async function readChangedOrders(db: Database, known: ReadonlyMap<number, number>, user: Rights, now: Date) {
  const endedSince = user.isOwner ? undefined : seenSince(now)
  const listed = await newestOrders(db, { open: MAX_KNOWN_ORDERS, others: ORDERS_PER_PAGE }, endedSince)
  const listedIds = new Set(listed.map(({ id }) => id))
  const others = await repo.ordersByIds(
    db,
    [...known.keys()].filter((id) => !listedIds.has(id)),
  )
  const shown = [
    ...listed,
    ...others.filter((row) => sees(user, row, now) && !(row.isTest && row.status === 'cancelled')),
  ]
  const changed = shown.filter(({ id, version }) => version > (known.get(id) ?? 0))
  if (changed.length >= ORDERS_PER_PAGE) return null
  const { orders, isTruncated } = await withinSizeLimit(db, changed)
  if (isTruncated) return null
  const shownIds = new Set(shown.map(({ id }) => id))
  return { orders, gone: [...known.keys()].filter((id) => !shownIds.has(id)) }
}

type OrderListQuery = Received<typeof listOrders>['query'] & Pick<OrderFilter, 'endedSince'>

/** Returns one page of the orders that match, newest first. */
export async function findOrders(db: Database, { limit = ORDERS_PER_PAGE, q, ...filter }: OrderListQuery) {
  const rows = await searchOrders(db, { ...filter, limit, q, phone: q && phonePart(q) })
  return withinSizeLimit(db, rows)
}

/** Returns the current state of these orders, newest first. */
export async function readOrders(db: Database, ids: number[]): Promise<Order[]> {
  return withLines(db, await repo.ordersByIds(db, ids))
}

/**
 * Returns the current state of these orders, oldest first, in one round trip. The lines are read after their orders: if
 * an order changes in between, its next announcement brings the rest.
 */
export function readAnnouncedOrders(db: Database, ids: number[]) {
  return onOneConnection(db, async (reader) => {
    const [rows, lines, prints] = await Promise.all([
      repo.ordersByIds(reader, ids),
      repo.readOrderLines(reader, ids),
      repo.readPrints(reader, ids),
    ])
    const orders = orderViews(rows, lines, prints)
    return rows.flatMap((row, i) => (orders[i] ? { row, order: orders[i] } : [])).reverse()
  })
}

async function withLines(db: Database, rows: OrderRow[]): Promise<Order[]> {
  const orders: Order[] = []
  for await (const batch of inBatches(db, rows)) orders.push(...batch)
  return orders
}

/** Returns as many of these orders as the size limit allows, but at least one; `isTruncated` if not all of them. */
async function withinSizeLimit(db: Database, rows: OrderRow[]) {
  const orders: Order[] = []
  let bytesLeft = MAX_BYTES
  for await (const batch of inBatches(db, rows))
    for (const order of batch) {
      bytesLeft -= Buffer.byteLength(JSON.stringify(order)) + 1
      if (bytesLeft < 0 && orders.length > 0) return { orders, isTruncated: true }
      orders.push(order)
    }
  return { orders, isTruncated: false }
}

async function* inBatches(db: Database, rows: OrderRow[]): AsyncGenerator<Order[]> {
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const batch = rows.slice(from, from + BATCH_SIZE)
    const ids = batch.map(({ id }) => id)
    const [lines, prints] = await Promise.all([repo.readOrderLines(db, ids), repo.readPrints(db, ids)])
    yield orderViews(batch, lines, prints)
  }
}

/** Returns a customer's orders, newest first. @param limit undefined returns all of them */
export async function ordersOfCustomer(db: Reader, customerId: number, limit?: number): Promise<Order[]> {
  return withLines(db, await repo.readCustomerOrders(db, customerId, limit))
}

/** Above this number of orders, a single announcement covers all of them. */
const MAX_SINGLE_ANNOUNCEMENTS = 20

/** Announces that these orders changed, individually or all at once. */
export async function announceOrderChanges(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > MAX_SINGLE_ANNOUNCEMENTS) await announceChange(tx, { topic: repo.ORDERS_TOPIC })
  else for (const id of ids) await announceChange(tx, { topic: repo.ORDER_TOPIC, id })
}

type SearchedFields = Pick<OrderRow, 'customerName' | 'phoneNumber' | 'email' | 'tableNumber' | 'tableLabel'>

/** Returns the text that the board's search matches against. */
export function orderSearchText({ customerName, phoneNumber, email, tableNumber, tableLabel }: SearchedFields): string {
  return searchedText([customerName, phoneNumber, email ?? '', tableNumber ?? '', tableLabel ?? ''].join(' '))
}
