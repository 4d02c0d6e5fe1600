import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { recount } from '#server/modules/customers/index.ts'
import { freeWhenDone, occupy } from '#server/modules/tables/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { forEachAlone } from '#server/platform/each.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { COMPLETES_AFTER_MS, countsForCustomer, isOpen, type OrderStatus } from '#shared/domain/order-status.ts'
import {
  addHistory,
  customerFiguresOf,
  deliveredBefore,
  lockOrder,
  type OrderRow,
  readOrderLines,
  readPrints,
  updateOrder,
} from './repo.ts'
import { addToSummary } from './summary-repo.ts'
import { ORDER_TOPIC } from './topic.ts'
import { orderView } from './view.ts'

/**
 * Sets an order's status, with all that follows from it for table, customer and history.
 * @param userId who changed it; null when nobody did
 * @throws AppError `not_found`
 */
export function changeStatus(
  db: Database,
  id: number,
  status: OrderStatus,
  userId: number | null,
  now: Date,
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const before = await held(tx, id)
    const after = await moveTo(tx, before, status, userId, now)
    return viewOf(tx, after)
  })
}

/** Marks an order as seen by the owner, the first time. */
export function markSeen(db: Database, id: number, now: Date): Promise<Order> {
  return inTransaction(db, async (tx) => {
    let row = await held(tx, id)
    if (!row.seenAt) {
      row = await updateOrder(tx, id, { seenAt: now }, now)
      await announceChange(tx, { topic: ORDER_TOPIC, id })
    }
    return viewOf(tx, row)
  })
}

/** Completes the orders that were delivered three hours ago, each in a transaction of its own. */
export async function completeDelivered(db: Database, now: Date, log: Log): Promise<void> {
  const since = new Date(now.getTime() - COMPLETES_AFTER_MS)
  const complete = (id: number) =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id)
      // Another instance may have been quicker, or the owner has set it back.
      if (order && isDeliveredBefore(order, since)) await moveTo(tx, order, 'completed', null, now)
    })
  await forEachAlone(await deliveredBefore(db, since), log, complete)
}

const isDeliveredBefore = ({ status, deliveredAt }: OrderRow, moment: Date) =>
  status === 'delivered' && deliveredAt !== null && deliveredAt < moment

async function viewOf(tx: Tx, order: OrderRow): Promise<Order> {
  return orderView(order, await readOrderLines(tx, [order.id]), await readPrints(tx, [order.id]))
}

async function held(tx: Tx, id: number): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (!order) throw new AppError('not_found')
  return order
}

async function moveTo(
  tx: Tx,
  before: OrderRow,
  status: OrderStatus,
  userId: number | null,
  now: Date,
): Promise<OrderRow> {
  if (before.status === status) return before
  const { id, tableId, customerId } = before
  const after = await updateOrder(
    tx,
    id,
    { status, seenAt: before.seenAt ?? now, deliveredAt: status === 'delivered' ? now : null },
    now,
  )
  await addHistory(tx, id, status, userId, now)
  if (tableId !== null && isOpen(before.status) !== isOpen(status)) {
    if (isOpen(status)) await occupy(tx, tableId, now)
    else await freeWhenDone(tx, tableId, now)
  }
  if (countsForCustomer(before.status) !== countsForCustomer(status)) {
    const { vips } = await recount(tx, customerId, (id) => customerFiguresOf(tx, id), now)
    await addToSummary(tx, { vips })
  }
  await announceChange(tx, { topic: ORDER_TOPIC, id })
  return after
}
