import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { freeWhenDone, occupy } from '#server/modules/tables/index.ts'
import { recount } from '#server/modules/visits/index.ts'
import { forEachAlone } from '#server/platform/each.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { COMPLETES_AFTER_MS, countsForCustomer, isOpen, type OrderStatus } from '#shared/domain/order-status.ts'
import { lockedOrder, wholeOrder } from './lock.ts'
import {
  addHistory,
  customerFiguresOf,
  deliveredBefore,
  lockOrder,
  markOrder,
  type OrderRow,
  updateOrder,
} from './repo.ts'
import { addToSummary } from './summary-repo.ts'
import { ticketsAfter } from './tickets.ts'
import { ORDER_TOPIC } from './topic.ts'

/** Who changes an order. */
export type Changer = Pick<Viewer, 'userId' | 'username'>

export interface StatusChange {
  id: number
  status: OrderStatus
  /** Null when nobody did. */
  by: Changer | null
  /** The version that the caller saw; undefined for whatever it is now. */
  since?: number | undefined
  now: Date
}

/**
 * Sets an order's status, with all that follows from it for table, customer and history.
 * @throws AppError `not_found`, `order_changed`
 */
export function changeStatus(db: Database, { id, since, ...to }: StatusChange): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const before = await lockedOrder(tx, id, since)
    return wholeOrder(tx, await moveTo(tx, before, to))
  })
}

/** Marks an order as seen by the owner, the first time. */
export function markSeen(db: Database, id: number, now: Date): Promise<Order> {
  return inTransaction(db, async (tx) => {
    let row = await lockedOrder(tx, id)
    if (!row.seenAt) {
      row = await markOrder(tx, id, { seenAt: now }, now)
      await announceChange(tx, { topic: ORDER_TOPIC, id })
    }
    return wholeOrder(tx, row)
  })
}

/** Completes the orders that were delivered three hours ago, each in a transaction of its own. */
export async function completeDelivered(db: Database, now: Date, log: Log): Promise<void> {
  const since = new Date(now.getTime() - COMPLETES_AFTER_MS)
  const complete = (id: number) =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id)
      // Another instance may have been quicker, or the owner has set it back.
      if (order && isDeliveredBefore(order, since)) await moveTo(tx, order, { status: 'completed', by: null, now })
    })
  await forEachAlone(await deliveredBefore(db, since), log, complete)
}

const isDeliveredBefore = ({ status, deliveredAt }: OrderRow, moment: Date) =>
  status === 'delivered' && deliveredAt !== null && deliveredAt < moment

async function moveTo(
  tx: Tx,
  before: OrderRow,
  { status, by, now }: Pick<StatusChange, 'status' | 'by' | 'now'>,
): Promise<OrderRow> {
  if (before.status === status) return before
  const { id, tableId, customerId } = before
  const after = await updateOrder(
    tx,
    id,
    {
      status,
      seenAt: before.seenAt ?? now,
      deliveredAt: status === 'delivered' ? now : null,
      tickets: ticketsAfter(before.tickets, { from: before.status, to: status, username: by?.username, now }),
    },
    now,
  )
  await addHistory(tx, id, status, by, now)
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
