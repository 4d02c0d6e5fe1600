import type { Reader, Tx } from '#server/db/index.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { listOrderIdsOf } from '../repo.ts'
import { ORDER_TOPIC, ORDERS_TOPIC } from '../topic.ts'
import { readOrders } from './read.ts'

/** Returns a customer's orders, newest first. @param limit undefined returns all of them */
export async function ordersOfCustomer(db: Reader, customerId: number, limit?: number): Promise<Order[]> {
  const ids = await listOrderIdsOf(db, customerId, limit)
  return (await readOrders(db, ids)).reverse()
}

/** Above this number of orders, a single announcement covers all of them. */
const MAX_SINGLE_ANNOUNCEMENTS = 20

/** Announces that these orders changed, individually or all at once. */
export async function announceOrderChanges(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > MAX_SINGLE_ANNOUNCEMENTS) await announceChange(tx, { topic: ORDERS_TOPIC })
  else for (const id of ids) await announceChange(tx, { topic: ORDER_TOPIC, id })
}
