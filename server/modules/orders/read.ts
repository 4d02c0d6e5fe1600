import type { Database } from '#server/db/index.ts'
import { OPEN_ON_BOARD, ORDERS_PER_PAGE, type Order } from '#shared/contracts/orders.ts'
import type { OrderStatus } from '#shared/domain/order-status.ts'
import { phonePart } from '#shared/domain/phone.ts'
import { foldText } from '#shared/domain/text.ts'
import { boardOrders, type OrderRow, ordersByIds, readOrderLines, readPrints, searchOrders } from './repo.ts'
import { orderViews } from './view.ts'

/** What the board starts from: the newest open orders and the newest of the others, newest first. */
export async function readBoard(db: Database): Promise<Order[]> {
  return withLines(db, await boardOrders(db, { open: OPEN_ON_BOARD, others: ORDERS_PER_PAGE }))
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
export async function search(db: Database, { limit = ORDERS_PER_PAGE, q, ...page }: Page): Promise<Order[]> {
  return withLines(db, await searchOrders(db, { ...page, limit, q: q && foldText(q), phone: q && phonePart(q) }))
}

/** These orders as they are now, oldest first. */
export async function readOrders(db: Database, ids: number[]): Promise<Order[]> {
  return (await withLines(db, await ordersByIds(db, ids))).reverse()
}

async function withLines(db: Database, rows: OrderRow[]): Promise<Order[]> {
  const ids = rows.map(({ id }) => id)
  const [lines, prints] = await Promise.all([readOrderLines(db, ids), readPrints(db, ids)])
  return orderViews(rows, lines, prints)
}
