import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { lockOrder, type OrderRow, readOrderLines, readPrints } from './repo.ts'
import { orderView } from './view.ts'

/**
 * Locks an order until the transaction ends.
 * @param since the version that the caller saw (docs/product.md#orders-match); undefined for whatever it is now
 * @throws AppError `not_found`; `order_changed`, with the order as it is, where more than marks changed after `since`
 */
export async function lockedOrder(tx: Tx, id: number, since?: number): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (!order) throw new AppError('not_found')
  if (since !== undefined && order.changedVersion > since) {
    throw new AppError('order_changed', { order: await wholeOrder(tx, order) })
  }
  return order
}

/** What leaves the server of a locked order. */
export async function wholeOrder(tx: Tx, order: OrderRow): Promise<Order> {
  const [lines, prints] = await Promise.all([readOrderLines(tx, [order.id]), readPrints(tx, [order.id])])
  return orderView(order, lines, prints)
}
