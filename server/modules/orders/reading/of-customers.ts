import type { Reader, Tx } from '#server/db/index.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { ORDER_TOPIC, ORDERS_TOPIC } from '../topic.ts'
import { listOrderIdsOf } from './of-customers-repo.ts'
import { readOrders } from './read.ts'

/** A customer's orders, the newest first. @param most all of them if undefined */
export async function ordersOfCustomer(db: Reader, customerId: number, most?: number): Promise<Order[]> {
  const ids = await listOrderIdsOf(db, customerId, most)
  return (await readOrders(db, ids)).reverse()
}

/** More changed orders than this are told of as many at once. */
const TOLD_ONE_BY_ONE = 20

/** Announces that these orders changed. */
export async function announceEachOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > TOLD_ONE_BY_ONE) await announceChange(tx, { topic: ORDERS_TOPIC })
  else for (const id of ids) await announceChange(tx, { topic: ORDER_TOPIC, id })
}
