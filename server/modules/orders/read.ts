import { type Database, onOneConnection, type Reader, type Tx } from '#server/db/index.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type { listOrders, Order } from '#shared/contracts/orders.ts'
import { phonePart } from '#shared/domain/customers/phone.ts'
import { isOpen, OPEN_ON_BOARD, ORDERS_PER_PAGE } from '#shared/domain/orders/order-status.ts'
import { foldText } from '#shared/domain/text.ts'
import { newestOrders, type OrderFilter, searchOrders } from './list-repo.ts'
import type { OrderRow } from './repo.ts'
import * as repo from './repo.ts'
import { orderViews } from './view.ts'

/** Size limit of a list of orders, in bytes of JSON (docs/product/orders.md#orders-list). */
const MAX_BYTES = 1_000_000
/** Orders whose lines are read per query, so that other requests are served in between. */
const BATCH_SIZE = 50

/** The orders of one response. `isTruncated` is true if more of the requested ones exist but exceed the size limit. */
interface OrderList {
  orders: Order[]
  isTruncated: boolean
}

/** The newest open orders and others, newest first; open ones take precedence if the size limit does not allow all. */
export async function readBoardOrders(db: Database, endedSince?: Date): Promise<OrderList> {
  const rows = await newestOrders(db, { open: OPEN_ON_BOARD, others: ORDERS_PER_PAGE }, endedSince)
  const [open, others] = [rows.filter(({ status }) => isOpen(status)), rows.filter(({ status }) => !isOpen(status))]
  const { orders, isTruncated } = await withinSizeLimit(db, [...open, ...others])
  return { orders: orders.sort((a, b) => b.id - a.id), isTruncated }
}

type OrderListQuery = Received<typeof listOrders>['query'] & Pick<OrderFilter, 'endedSince'>

/** Returns one page of the orders that match, newest first. */
export async function findOrders(
  db: Database,
  { limit = ORDERS_PER_PAGE, q, ...filter }: OrderListQuery,
): Promise<OrderList> {
  const rows = await searchOrders(db, { ...filter, limit, q: q && foldText(q), phone: q && phonePart(q) })
  return withinSizeLimit(db, rows)
}

/** Returns the current state of these orders, oldest first. */
export async function readOrders(db: Database, ids: number[]): Promise<Order[]> {
  return (await withLines(db, await repo.ordersByIds(db, ids))).reverse()
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

/** The first of these orders, as many as the size limit allows, but at least one. */
async function withinSizeLimit(db: Database, rows: OrderRow[]): Promise<OrderList> {
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
  const ids = await repo.listOrderIdsOf(db, customerId, limit)
  return (await readOrders(db, ids)).reverse()
}

/** Above this number of orders, a single announcement covers all of them. */
const MAX_SINGLE_ANNOUNCEMENTS = 20

/** Announces that these orders changed, individually or all at once. */
export async function announceOrderChanges(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > MAX_SINGLE_ANNOUNCEMENTS) await announceChange(tx, { topic: repo.ORDERS_TOPIC })
  else for (const id of ids) await announceChange(tx, { topic: repo.ORDER_TOPIC, id })
}

type SearchedFields = Pick<OrderRow, 'customerName' | 'phoneNumber' | 'email' | 'tableNumber' | 'tableLabel'>

/** Returns the text that the board's search matches against, folded. */
export function orderSearchText({ customerName, phoneNumber, email, tableNumber, tableLabel }: SearchedFields): string {
  return foldText([customerName, phoneNumber, email ?? '', tableNumber ?? '', tableLabel ?? ''].join(' '))
}
