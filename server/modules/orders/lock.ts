import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { lockOrder, type OrderRow, readOrderLines, readPrints } from './repo.ts'
import { orderView } from './view.ts'

/**
 * Locks an order until the transaction ends.
 * @param expectedVersion the version that the caller saw (docs/product/orders.md#orders-match); undefined accepts any
 * @throws AppError `not_found`; `order_changed`, with the current order, if it changed after `expectedVersion` in more
 * than marks (seen, prints)
 */
export async function lockedOrder(tx: Tx, id: number, expectedVersion?: number): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (!order) throw new AppError('not_found')
  if (expectedVersion !== undefined && order.changedVersion > expectedVersion) {
    throw new AppError('order_changed', { order: await readOrderView(tx, order) })
  }
  return order
}

/** Reads the lines and prints of a locked order, and returns what may leave the server. */
export async function readOrderView(tx: Tx, order: OrderRow): Promise<Order> {
  const [lines, prints] = await Promise.all([readOrderLines(tx, [order.id]), readPrints(tx, [order.id])])
  return orderView(order, lines, prints)
}
