import type { Tx } from '#server/db/index.ts'
import { recountCustomer } from '#server/modules/customer-totals/index.ts'
import { freeIfUnused, occupy } from '#server/modules/occupancy/index.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { countsForCustomer, isOpen, type OrderStatus } from '#shared/domain/orders/order-status.ts'
import { ticketsAfterStatusChange } from '../printing/tickets.ts'
import { addToSummary } from '../reading/summary-repo.ts'
import {
  addHistory,
  clearLinesDone,
  customerFiguresOf,
  markOpenLinesDone,
  type OrderRow,
  updateOrder,
} from '../repo.ts'
import { ORDER_TOPIC } from '../topic.ts'

/** The user who changes an order. */
export type ChangingUser = Pick<Viewer, 'userId' | 'username'>

export interface ChangeContext {
  /** The user who makes the change; null if no user does. */
  by: ChangingUser | null
  now: Date
}

/**
 * Sets the status of a locked order, and marks its lines accordingly (docs/product/orders.md#orders-done): from ready
 * on, all are cooked; set back, none is.
 */
export async function setStatusAndLines(
  tx: Tx,
  before: OrderRow,
  status: OrderStatus,
  context: ChangeContext,
): Promise<OrderRow> {
  if (before.status === status) return before
  const [after] = await Promise.all([setStatus(tx, before, status, context), followStatus(tx, before, status, context)])
  return after
}

async function followStatus(tx: Tx, { id, status: from }: OrderRow, to: OrderStatus, { now }: ChangeContext) {
  if (to === 'cancelled') return
  // No line of a pending order is cooked, and none of a ready or delivered one is left.
  if (to === 'pending' || to === 'preparing') return from === 'pending' ? undefined : clearLinesDone(tx, id)
  return from === 'ready' || from === 'delivered' ? undefined : markOpenLinesDone(tx, [id], now)
}

/** Keeps the time of the first "ready" until the order goes back to a status before it. */
function readyAfter({ readyAt }: OrderRow, status: OrderStatus, now: Date): Date | null {
  if (status === 'pending' || status === 'preparing') return null
  return status === 'ready' ? (readyAt ?? now) : readyAt
}

/** Sets the status of a locked order, and not its lines. */
export async function setStatus(
  tx: Tx,
  before: OrderRow,
  status: OrderStatus,
  { by, now }: ChangeContext,
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
      readyAt: readyAfter(before, status, now),
      endedAt: isOpen(status) ? null : (before.endedAt ?? now),
      tickets: ticketsAfterStatusChange(before.tickets, {
        from: before.status,
        to: status,
        username: by?.username,
        now,
      }),
    },
    now,
  )
  await addHistory(tx, id, status, by, now)
  if (tableId !== null && isOpen(before.status) !== isOpen(status)) {
    if (isOpen(status)) await occupy(tx, tableId, now)
    else await freeIfUnused(tx, tableId, now)
  }
  if (countsForCustomer(before.status) !== countsForCustomer(status)) {
    const { vips } = await recountCustomer(tx, customerId, (id) => customerFiguresOf(tx, id), now)
    await addToSummary(tx, { vips })
  }
  await announceChange(tx, { topic: ORDER_TOPIC, id })
  return after
}
