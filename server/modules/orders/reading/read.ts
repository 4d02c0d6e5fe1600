import type { Database } from '#server/db/index.ts'
import { OPEN_ON_BOARD, ORDERS_PER_PAGE, type Order } from '#shared/contracts/orders.ts'
import { isOpen, type OrderStatus } from '#shared/domain/order-status.ts'
import { phonePart } from '#shared/domain/phone.ts'
import { foldText } from '#shared/domain/text.ts'
import { boardOrders, type OrderRow, ordersByIds, readOrderLines, readPrints, searchOrders } from '../repo.ts'
import { orderViews } from '../view.ts'

/** The most that a list of orders holds, in bytes of JSON (docs/product.md#orders-list). */
const MAX_BYTES = 1_000_000
/** The lines of this many orders are read before other requests have their turn. */
const AT_ONCE = 50

/** Orders for one answer; `isCut` where there are more that it has no room for, though not as many as it may hold. */
export interface OrderList {
  orders: Order[]
  isCut: boolean
}

/**
 * What the board starts from: the newest open orders and the newest of the others, newest first. Where it has no room for
 * all of them, open ones come before others.
 */
export async function readBoard(db: Database): Promise<OrderList> {
  const rows = await boardOrders(db, { open: OPEN_ON_BOARD, others: ORDERS_PER_PAGE })
  const [open, others] = [rows.filter(({ status }) => isOpen(status)), rows.filter(({ status }) => !isOpen(status))]
  const { orders, isCut } = await withRoom(db, [...open, ...others])
  return { orders: orders.sort((a, b) => b.id - a.id), isCut }
}

export interface Page {
  status?: OrderStatus | undefined
  /** The id of the last order of the page before. */
  before?: number | undefined
  limit?: number | undefined
  customerId?: number | undefined
  /** As typed: case and diacritics do not matter, nor how a phone number is written. */
  q?: string | undefined
}

/** One page of all orders there are, newest first. */
export async function search(db: Database, { limit = ORDERS_PER_PAGE, q, ...page }: Page): Promise<OrderList> {
  return withRoom(db, await searchOrders(db, { ...page, limit, q: q && foldText(q), phone: q && phonePart(q) }))
}

/** These orders as they are now, oldest first. */
export async function readOrders(db: Database, ids: number[]): Promise<Order[]> {
  return (await withLines(db, await ordersByIds(db, ids))).reverse()
}

async function withLines(db: Database, rows: OrderRow[]): Promise<Order[]> {
  const orders: Order[] = []
  for await (const some of inSteps(db, rows)) orders.push(...some)
  return orders
}

/** The first of these orders, as many as there is room for, but at least one. The lines of the others are not read. */
async function withRoom(db: Database, rows: OrderRow[]): Promise<OrderList> {
  const orders: Order[] = []
  let room = MAX_BYTES
  for await (const some of inSteps(db, rows))
    for (const order of some) {
      room -= Buffer.byteLength(JSON.stringify(order)) + 1
      if (room < 0 && orders.length > 0) return { orders, isCut: true }
      orders.push(order)
    }
  return { orders, isCut: false }
}

async function* inSteps(db: Database, rows: OrderRow[]): AsyncGenerator<Order[]> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    const ids = some.map(({ id }) => id)
    const [lines, prints] = await Promise.all([readOrderLines(db, ids), readPrints(db, ids)])
    yield orderViews(some, lines, prints)
  }
}
