import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { recount } from '#server/modules/customer-totals/index.ts'
import { freeWhenDone, occupy } from '#server/modules/occupancy/index.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { forEachAlone } from '#server/platform/limits/each.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { COMPLETES_AFTER_MS, countsForCustomer, isOpen, type OrderStatus } from '#shared/domain/order-status.ts'
import { lockedOrder, wholeOrder } from '../lock.ts'
import { ticketsAfter } from '../printing/tickets.ts'
import { addToSummary } from '../reading/summary-repo.ts'
import {
  addHistory,
  customerFiguresOf,
  deliveredBefore,
  lockOrder,
  markOrder,
  type OrderRow,
  updateOrder,
} from '../repo.ts'
import { ORDER_TOPIC } from '../topic.ts'
import { moveOrder } from './move.ts'

/** Who changes an order. */
export type Changer = Pick<Viewer, 'userId' | 'username'>

export interface OrderChange extends Deed {
  id: number
  /** Undefined for the status, or the table, that it has. */
  status?: OrderStatus | undefined
  tableId?: number | undefined
  /** The version that the caller saw; undefined for whatever it is now. */
  since?: number | undefined
}

interface Deed {
  /** Null when nobody did. */
  by: Changer | null
  now: Date
}

/**
 * Sets an order's table, its status, or both, with all that follows for tables, customer, history and kitchen.
 * @throws AppError `not_found`, `order_changed`; `table_not_found`, and `order_closed` for the table of an ended order
 */
export function applyChange(db: Database, { id, status, tableId, since, ...deed }: OrderChange): Promise<Order> {
  return inTransaction(db, async (tx) => {
    let order = await lockedOrder(tx, id, since)
    if (tableId !== undefined) order = await moveOrder(tx, order, { tableId, ...deed })
    if (status !== undefined) order = await setStatus(tx, order, status, deed)
    return wholeOrder(tx, order)
  })
}

/** Completes those of these locked orders that are delivered. */
export async function completeDeliveredOf(tx: Tx, orders: readonly OrderRow[], deed: Deed): Promise<void> {
  for (const order of orders) if (order.status === 'delivered') await setStatus(tx, order, 'completed', deed)
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
      if (order && isDeliveredBefore(order, since)) await setStatus(tx, order, 'completed', { by: null, now })
    })
  await forEachAlone(await deliveredBefore(db, since), log, complete)
}

const isDeliveredBefore = ({ status, deliveredAt }: OrderRow, moment: Date) =>
  status === 'delivered' && deliveredAt !== null && deliveredAt < moment

/** The first "ready" stands until the order goes back to what comes before it. */
function readyAfter({ readyAt }: OrderRow, status: OrderStatus, now: Date): Date | null {
  if (status === 'pending' || status === 'preparing') return null
  return status === 'ready' ? (readyAt ?? now) : readyAt
}

/** Sets the status of a locked order. */
async function setStatus(tx: Tx, before: OrderRow, status: OrderStatus, { by, now }: Deed): Promise<OrderRow> {
  if (before.status === status) return before
  const { id, tableId, customerId } = before
  const after = await updateOrder(
    tx,
    id,
    {
      status,
      seenAt: before.seenAt ?? now,
      deliveredAt: status === 'delivered' ? now : null,
      readyAt: readyAfter(before, status, now),
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
