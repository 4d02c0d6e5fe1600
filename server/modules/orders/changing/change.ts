import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { isSessionRunning } from '#server/modules/occupancy/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { forEachInSequence } from '#server/platform/limits/each.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { mayUse } from '#shared/domain/access.ts'
import { COMPLETES_AFTER_MS, isInKitchen, type OrderStatus } from '#shared/domain/orders/order-status.ts'
import { lockedOrder, readOrderView } from '../lock.ts'
import { findDeliveredBefore, lockOrder, markOrder, type OrderRow } from '../repo.ts'
import { ORDER_TOPIC } from '../topic.ts'
import { lockOrdersAt, moveOrder } from './move.ts'
import { type ChangeContext, setStatusAndLines } from './status.ts'

export interface OrderChange extends ChangeContext {
  id: number
  /** The user who makes the change; null if no user does. */
  by: Viewer | null
  /** Undefined keeps the status, or the table. */
  status?: OrderStatus | undefined
  tableId?: number | undefined
  /** The version that the caller saw; undefined accepts any. */
  expectedVersion?: number | undefined
}

/**
 * Sets an order's table, its status, or both, and updates its tables, customer, history and tickets.
 * @throws AppError `forbidden` for what only the floor may do; `not_found`, `order_changed`; `table_not_found`;
 * `order_closed` for moving an order that is not open; `too_many_changes`
 */
export function applyChange(
  db: Database,
  { id, status, tableId, expectedVersion, ...context }: OrderChange,
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    let order = await lockedOrder(tx, id, { expectedVersion, ...context })
    if (context.by) refuseToKitchen(context.by, { from: order.status, to: status, tableId })
    if (tableId !== undefined) order = await moveOrder(tx, order, { tableId, ...context })
    if (status !== undefined) order = await setStatusAndLines(tx, order, status, context)
    return readOrderView(tx, order)
  })
}

/**
 * The kitchen moves an order only between the statuses of cooking; all else is the floor's.
 * @throws AppError `forbidden`
 */
function refuseToKitchen(
  by: Viewer,
  { from, to = from, tableId }: { from: OrderStatus; to: OrderStatus | undefined; tableId: number | undefined },
): void {
  if (mayUse('floor', by)) return
  if (tableId !== undefined || !isInKitchen(from) || !isInKitchen(to)) throw new AppError('forbidden')
}

/** Completes the delivered ones among these locked orders. */
export async function completeDeliveredOf(tx: Tx, orders: readonly OrderRow[], context: ChangeContext): Promise<void> {
  for (const order of orders) if (order.status === 'delivered') await setStatusAndLines(tx, order, 'completed', context)
}

/** Marks an order as seen; later calls change nothing. */
export function markSeen(db: Database, id: number, by: Viewer, now: Date): Promise<Order> {
  return inTransaction(db, async (tx) => {
    let row = await lockedOrder(tx, id, { by, now })
    if (!row.seenAt) {
      row = await markOrder(tx, id, { seenAt: now }, now)
      await announceChange(tx, { topic: ORDER_TOPIC, id })
    }
    return readOrderView(tx, row)
  })
}

/**
 * Completes the orders that were delivered three hours ago or earlier, each in its own transaction; those at a table
 * together, once the table is settled (docs/product/orders.md#orders-self-complete).
 */
export async function completeDelivered(db: Database, now: Date, log: Log): Promise<void> {
  const deliveredUntil = new Date(now.getTime() - COMPLETES_AFTER_MS)
  const context: ChangeContext = { by: null, now }
  const areDelivered = (orders: readonly OrderRow[]) =>
    orders.every((order) => isDeliveredBefore(order, deliveredUntil))
  const { orderIds, tableIds } = await findDeliveredBefore(db, deliveredUntil)
  await forEachInSequence(orderIds, log, (id) =>
    inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id)
      // Another instance may have completed it meanwhile, or an owner has changed its status or its table.
      if (order?.tableId === null && areDelivered([order])) await completeDeliveredOf(tx, [order], context)
    }),
  )
  await forEachInSequence(tableIds, log, (tableId) =>
    inTransaction(db, async (tx) => {
      const orders = await lockOrdersAt(tx, tableId)
      if (areDelivered(orders) && !(await isSessionRunning(tx, tableId))) await completeDeliveredOf(tx, orders, context)
    }),
  )
}

const isDeliveredBefore = ({ status, deliveredAt }: OrderRow, moment: Date) =>
  status === 'delivered' && deliveredAt !== null && deliveredAt < moment
