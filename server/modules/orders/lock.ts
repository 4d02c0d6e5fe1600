import type { Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { lockOrder, type OrderRow, readOrderLines, readPrints } from './repo.ts'
import { orderView } from './view.ts'
import { orderForUser, sees } from './visible.ts'

/** Who locks an order, and when. */
interface OrderCaller {
  /** The user whose request it is; null if it is the server's own. */
  by: Viewer | null
  /** The version that the caller saw (docs/product/orders.md#orders-match); undefined accepts any. */
  expectedVersion?: number | undefined
  now: Date
}

/**
 * Locks an order that the caller sees, until the transaction ends.
 * @throws AppError `not_found`; `order_changed`, with the current order, if it changed after `expectedVersion` in more
 * than marks (seen, prints)
 */
export async function lockedOrder(tx: Tx, id: number, { by, expectedVersion, now }: OrderCaller): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (!order || (by && !sees(by, order, now))) throw new AppError('not_found')
  if (expectedVersion !== undefined && order.changedVersion > expectedVersion) {
    const current = await readOrderView(tx, order)
    throw new AppError('order_changed', { order: by ? orderForUser(by, current) : current })
  }
  return order
}

/** Reads the lines and prints of a locked order, and returns what may leave the server. */
export async function readOrderView(tx: Tx, order: OrderRow): Promise<Order> {
  const [lines, prints] = await Promise.all([readOrderLines(tx, [order.id]), readPrints(tx, [order.id])])
  return orderView(order, lines, prints)
}
