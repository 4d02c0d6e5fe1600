import { type Database, inTransaction, OvertakenError, type Tx } from '#server/db/index.ts'
import { announceLeft, remakeReceipts } from '#server/modules/fiscal/index.ts'
import { givePortionsBack } from '#server/modules/menu/index.ts'
import * as occupancy from '#server/modules/occupancy/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { changeSlot, startOfChanged } from '#server/modules/times/index.ts'
import { AppError, inputError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { forEachInSequence } from '#server/platform/limits/concurrency.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Log } from '#server/platform/log.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { mayUse } from '#shared/domain/access.ts'
import {
  COMPLETES_AFTER_MS,
  countsForCustomer,
  isInKitchen,
  isOpen,
  type OrderStatus,
} from '#shared/domain/orders/order.ts'
import { unpaidAfter } from '#shared/domain/payments/due.ts'
import { recountCustomer } from './customers-repo.ts'
import { isTakenAway } from './draft.ts'
import { listOfOrigin } from './place-repo.ts'
import { lockedOrder, orderSearchText, readOrderView, wordsOfTableName } from './read.ts'
import type { OrderRow } from './repo.ts'
import * as repo from './repo.ts'
import { ticketsAfterMove, ticketsAfterRenumbering, ticketsAfterStatusChange } from './tickets.ts'

export type ChangingUser = Pick<Viewer, 'userId' | 'username'>

export interface ChangeContext {
  /** The user who makes the change; null if no user does. */
  by: ChangingUser | null
  now: Date
  /** Completes unsettled orders too (`leavesUnpaid`). */
  withoutPayment?: boolean | undefined
}

/** Whether completed orders would still owe something. */
async function leavesUnpaid(tx: Tx, orders: readonly OrderRow[], withoutPayment = false): Promise<boolean> {
  const owing = orders.filter(({ total, paid }) => total !== paid)
  if (owing.length === 0 || !(await repo.hasPayments(tx))) return false
  if (!withoutPayment)
    throw new AppError('unpaid', { due: owing.reduce((sum, { total, paid }) => sum + total - paid, 0) })
  return true
}

/** Sets the status of a locked order and marks its lines accordingly (docs/product/orders.md#orders-done). */
async function setStatusAndLines(tx: Tx, before: OrderRow, status: OrderStatus, context: ChangeContext) {
  if (before.status === status) return before
  const [after] = await Promise.all([setStatus(tx, before, status, context), followStatus(tx, before, status, context)])
  if (isOpen(before.status) !== isOpen(status)) await announceLeft(tx, [before.id])
  return after
}

async function followStatus(tx: Tx, { id, status: from }: OrderRow, to: OrderStatus, { now }: ChangeContext) {
  if (to === 'cancelled') return
  // A pending order has no cooked lines, and a ready or delivered one has no uncooked lines.
  if (to === 'pending' || to === 'preparing') return from === 'pending' ? undefined : repo.clearLinesDone(tx, id)
  return from === 'ready' || from === 'delivered' ? undefined : repo.markOpenLinesDone(tx, [id], now)
}

/** Keeps the time of the first "ready" until the order returns to an earlier status. */
function readyAfter({ readyAt }: OrderRow, status: OrderStatus, now: Date): Date | null {
  if (status === 'pending' || status === 'preparing') return null
  return status === 'ready' ? (readyAt ?? now) : readyAt
}

/** Sets the status of a locked order, but not its lines. Cancelling and reopening also need `followChange`. */
export async function setStatus(
  tx: Tx,
  before: OrderRow,
  status: OrderStatus,
  { by, now, withoutPayment = false }: ChangeContext,
): Promise<OrderRow> {
  if (before.status === status) return before
  const { id, tableId } = before
  const step = { from: before.status, to: status, username: by?.username, now }
  const after = await repo.updateOrder(
    tx,
    id,
    {
      status,
      unpaid: unpaidAfter(before, status, withoutPayment),
      seenAt: before.seenAt ?? now,
      deliveredAt: status === 'delivered' ? now : null,
      readyAt: readyAfter(before, status, now),
      endedAt: isOpen(status) ? null : (before.endedAt ?? now),
      // An order that is started early is due at once.
      ...(status !== 'cancelled' && { startAt: earlier(before.startAt, now) }),
      tickets: ticketsAfterStatusChange(before.tickets, step),
    },
    now,
  )
  await repo.addHistory(tx, id, status, by, now)
  if (tableId !== null && isOpen(before.status) !== isOpen(status)) {
    if (isOpen(status)) await occupancy.occupy(tx, tableId, now)
    else await occupancy.freeIfUnused(tx, tableId, now)
  }
  // A cancelled test is no longer listed.
  if (before.isTest && status === 'cancelled') await announceChange(tx, { topic: repo.ORDERS_TOPIC })
  return after
}

/** Updates what depends on a changed order, in the order of `db/locks.ts`. */
async function followChange(tx: Tx, before: OrderRow, after: OrderRow, context: ChangeContext): Promise<void> {
  const counts = countsForCustomer(after.status)
  const recounts = counts !== countsForCustomer(before.status)
  const lines = recounts ? await repo.readOrderLines(tx, [after.id]) : []
  if (recounts) {
    // Reopening takes portions again even if none are left.
    const given = lines.map((line) => ({ ...line, quantity: counts ? -line.quantity : line.quantity }))
    await givePortionsBack(tx, given)
  }
  await changeSlot(tx, slotOf(before), slotOf(after))
  if (recounts) await recountCustomer(tx, after.customerId, (id) => repo.customerFiguresOf(tx, id))
  const cancelled = counts ? [] : lines.map(({ id }) => id)
  if (recounts) await remakeReceipts(tx, after, cancelled, context)
}

/** Returns the slot that an order takes. Reopening takes it even if it is full. */
const slotOf = ({ status, pickupAt }: OrderRow) => (status === 'cancelled' ? null : pickupAt)

/* Moving an order to another table, and renumbering a table with orders (docs/product/orders.md#orders-move). */

interface MoveTarget {
  tableId: number
  by: { username: string } | null
  now: Date
}

async function moveOrder(tx: Tx, before: OrderRow, to: MoveTarget): Promise<OrderRow> {
  if (before.tableId === to.tableId) return before
  if (!isOpen(before.status)) throw new AppError('order_closed')
  const from = before.tableId ?? to.tableId
  await occupancy.lockTables(tx, [from, to.tableId])
  const after = await writeMove(tx, before, to)
  if (from !== to.tableId) await occupancy.leaveTable(tx, from, to.tableId, to.now)
  return after
}

/**
 * Locks the open orders of a table, and then that table and `others`. Until the transaction ends, no order can be
 * placed at them.
 * @throws OvertakenError if an order arrived between the two locks
 */
export async function lockOrdersAt(tx: Tx, tableId: number, others: readonly number[] = []): Promise<OrderRow[]> {
  const orders = await repo.lockTableOrders(tx, tableId)
  await occupancy.lockTables(tx, [tableId, ...others])
  if ((await repo.countOpenOrdersAt(tx, tableId)) !== orders.length) throw new OvertakenError()
  return orders
}

/** Both tables must be locked; the old one is not freed. */
export async function moveOrders(tx: Tx, orders: readonly OrderRow[], to: MoveTarget): Promise<void> {
  for (const order of orders) await writeMove(tx, order, to)
}

type NamedTable = Pick<occupancy.LockedTable, 'number' | 'label'>

/** Gives the locked open orders of a table its new number and label. */
export async function renumberOrders(tx: Tx, orders: readonly OrderRow[], table: NamedTable, now: Date): Promise<void> {
  for (const order of orders) {
    const tickets = ticketsAfterRenumbering(order.tickets, table.number)
    await repo.updateOrder(tx, order.id, { ...tableFields(order, table), tickets }, now)
  }
}

async function writeMove(tx: Tx, before: OrderRow, { tableId, by, now }: MoveTarget): Promise<OrderRow> {
  const table = await occupancy.occupy(tx, tableId, now)
  const from = before.tableNumber
  const change = {
    ...tableFields(before, table),
    // Guests at a table do not wait for a pickup time.
    ...{ tableId, pickupAt: null, asap: false, startAt: earlier(before.startAt, now) },
    movedFrom: from,
    diningOption: 'dine-in',
    tickets: ticketsAfterMove(before.tickets, { from, to: table.number, username: by?.username, now }),
  } as const
  return repo.updateOrder(tx, before.id, change, now)
}

/** Returns the fields of a table. A name that only names the table ("Table 5") follows the new number. */
function tableFields(order: OrderRow, { number: tableNumber, label: tableLabel }: NamedTable) {
  const translate = wordsOfTableName(order)
  const customerName = translate ? translate('common.table', { number: tableNumber }) : order.customerName
  const searchText = orderSearchText({ ...order, customerName, tableNumber, tableLabel })
  return { tableNumber, tableLabel, customerName, searchText }
}

const earlier = (at: Date | null, now: Date) => (at && at > now ? now : at)

async function changePickup(tx: Tx, before: OrderRow, { pickupAt, timeZone }: NewPickup, now: Date): Promise<OrderRow> {
  if (before.pickupAt?.getTime() === pickupAt.getTime() && !before.asap) return before
  if (!isOpen(before.status)) throw new AppError('order_closed')
  if (!isTakenAway(before)) throw inputError('pickupAt', 'validation.pickupTakeaway')
  const planned = startOfChanged(pickupAt, before.createdAt, await readSettings(tx), timeZone, now)
  // An order that the kitchen did not know of yet is not late.
  const startAt = planned < now && before.startAt && before.startAt > now ? now : planned
  return repo.updateOrder(tx, before.id, { pickupAt, asap: false, startAt }, now)
}

interface NewPickup {
  pickupAt: Date
  /** The restaurant's time zone. */
  timeZone: string
}

interface OrderChange extends ChangeContext {
  id: number
  by: Viewer | null
  /** Undefined fields stay. */
  status?: OrderStatus | undefined
  tableId?: number | undefined
  pickup?: NewPickup | undefined
  /** The version that the caller saw; undefined accepts any. */
  expectedVersion?: number | undefined
}

export function applyChange(db: Database, { id, status, tableId, pickup, expectedVersion, ...context }: OrderChange) {
  return inTransaction(db, async (tx) => {
    const before = await lockedOrder(tx, id, { expectedVersion, ...context })
    let order = before
    const isForFloor = tableId !== undefined || pickup !== undefined
    if (context.by) refuseToKitchen(context.by, { from: order.status, to: status, isForFloor })
    if (pickup) order = await changePickup(tx, order, pickup, context.now)
    if (tableId !== undefined) order = await moveOrder(tx, order, { tableId, ...context })
    const isCompleted = status === 'completed' && order.status !== status
    const withoutPayment = isCompleted && (await leavesUnpaid(tx, [order], context.withoutPayment))
    if (status !== undefined) order = await setStatusAndLines(tx, order, status, { ...context, withoutPayment })
    await followChange(tx, before, order, context)
    return readOrderView(tx, order)
  })
}

/** The kitchen moves an order only between the statuses of cooking; only the floor makes other changes. */
function refuseToKitchen(
  by: Viewer,
  { from, to = from, isForFloor }: { from: OrderStatus; to: OrderStatus | undefined; isForFloor: boolean },
): void {
  if (mayUse('floor', by)) return
  if (isForFloor || !isInKitchen(from) || !isInKitchen(to)) throw new AppError('forbidden')
}

/** Completes the delivered orders among these locked ones. @throws AppError `unpaid` if any of them is not settled */
export async function completeDeliveredOf(tx: Tx, orders: readonly OrderRow[], context: ChangeContext): Promise<void> {
  const delivered = orders.filter(({ status }) => status === 'delivered')
  const withoutPayment = await leavesUnpaid(tx, orders, context.withoutPayment)
  for (const order of delivered) await setStatusAndLines(tx, order, 'completed', { ...context, withoutPayment })
}

/** Marks an order as seen; later calls change nothing, unless its start has come since then. */
export function storeSeen(db: Database, id: number, by: Viewer, now: Date): Promise<Order> {
  return inTransaction(db, async (tx) => {
    let row = await lockedOrder(tx, id, { by, now })
    if (!row.seenAt || (row.startAt && row.seenAt < row.startAt && row.startAt <= now)) {
      row = await repo.markOrder(tx, id, { seenAt: now }, now)
      await announceChange(tx, { topic: repo.ORDER_TOPIC, id })
    }
    return readOrderView(tx, row)
  })
}

/**
 * Completes the orders that were delivered at least three hours ago, each in its own transaction; the orders of a table
 * together, once the table is settled (docs/product/orders.md#orders-self-complete).
 */
export async function completeDelivered(db: Database, now: Date, log: Log): Promise<void> {
  const deliveredUntil = new Date(now.getTime() - COMPLETES_AFTER_MS)
  const context: ChangeContext = { by: null, now }
  const onlySettled = await repo.hasPayments(db)
  const areDelivered = (orders: readonly OrderRow[]) =>
    orders.every(
      ({ status, deliveredAt, total, paid }) =>
        status === 'delivered' && deliveredAt && deliveredAt < deliveredUntil && !(onlySettled && total !== paid),
    )
  const { orderIds, tableIds } = await repo.findDeliveredBefore(db, deliveredUntil, onlySettled)
  await forEachInSequence(orderIds, log, (id) =>
    inTransaction(db, async (tx) => {
      const order = await repo.lockOrder(tx, id)
      // Another instance may have completed the order meanwhile, or somebody may have changed its status or table.
      if (order?.tableId === null && areDelivered([order])) await completeDeliveredOf(tx, [order], context)
    }),
  )
  await forEachInSequence(tableIds, log, (tableId) =>
    inTransaction(db, async (tx) => {
      const orders = await lockOrdersAt(tx, tableId)
      if (areDelivered(orders) && !(await occupancy.isSessionRunning(tx, tableId, now)))
        await completeDeliveredOf(tx, orders, context)
    }),
  )
}

/* Cancelling what one address sent (docs/product/orders.md#orders-proven). */

export async function countOrdersOf(db: Database, id: number): Promise<number> {
  return (await listOfOrigin(db, id)).length
}

/** Cancels the orders of an order's origin, each in its own transaction. @returns how many of them were cancelled */
export async function cancelOrdersOf(db: Database, { id, by, now }: { id: number; by: Viewer; now: Date }) {
  let cancelled = 0
  for (const order of await listOfOrigin(db, id)) {
    try {
      await applyChange(db, { id: order.id, status: 'cancelled', expectedVersion: order.version, by, now })
      cancelled++
    } catch (error) {
      // Somebody has just changed it, so somebody knows it.
      if (!(error instanceof AppError && error.code === 'order_changed')) throw error
    }
  }
  return cancelled
}
