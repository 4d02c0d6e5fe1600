import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { remakeReceipts } from '#server/modules/fiscal/index.ts'
import { givePortionsBack } from '#server/modules/menu/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { isInKitchen, isOpen, TAKE_BACK_MS } from '#shared/domain/orders/order.ts'
import { type ChangeContext, setStatus } from './change.ts'
import { recountCustomer } from './customers-repo.ts'
import { lockedOrder, readOrderView } from './read.ts'
import type { OrderLineRow, OrderRow, TicketRow } from './repo.ts'
import * as repo from './repo.ts'
import { lowerTotal } from './summary-repo.ts'
import { refuseFurtherTickets, withTicket } from './tickets.ts'

interface LineTick {
  orderId: number
  itemId: number
  done: boolean
  by: Viewer
  now: Date
}

/** Marks a line as cooked or takes that back; the order's status follows (docs/product/orders.md#orders-done). */
export function tickLine(db: Database, { orderId, itemId, done, by, now }: LineTick): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const order = await lockedOrder(tx, orderId, { by, now })
    const lines = await repo.readOrderLines(tx, [orderId])
    const line = required(lines.find(({ id }) => id === itemId))
    // Worded for a cook: the usual message would call a delivered order completed, or ask to cancel the order.
    if (!isInKitchen(order.status)) throw new AppError('order_closed', {}, undefined, 'order_left_kitchen')
    if (!line.cooked) throw new AppError('not_cooked')
    if (line.quantity === 0) throw new AppError('last_line', {}, undefined, 'line_taken_off')
    if (done === (line.doneAt !== null)) return readOrderView(tx, order)
    if (line.doneAt && now.getTime() - line.doneAt.getTime() > TAKE_BACK_MS) throw new AppError('too_late')
    const doneAt = done ? now : null
    await repo.writeLineDone(tx, itemId, doneAt)
    const ticked = lines.map((other) => (other === line ? { ...line, doneAt } : other))
    return readOrderView(tx, await followTick(tx, order, ticked, done, { by, now }))
  })
}

/** A tick that does not change the status is a mark, so that it makes no copy of the order outdated. */
async function followTick(
  tx: Tx,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  done: boolean,
  context: ChangeContext,
): Promise<OrderRow> {
  const status = areAllCooked(lines) ? 'ready' : done || order.status === 'ready' ? 'preparing' : order.status
  if (status !== order.status) return setStatus(tx, order, status, context)
  const marked = await repo.markOrder(tx, order.id, {}, context.now)
  await announceChange(tx, { topic: repo.ORDER_TOPIC, id: order.id })
  return marked
}

const areAllCooked = (lines: readonly OrderLineRow[]) =>
  lines.every(({ quantity, cooked, doneAt }) => quantity === 0 || !cooked || doneAt !== null)

interface LineRemoval {
  orderId: number
  itemId: number
  /** The quantity that remains on the line. */
  quantity: number
  /** The version that the caller saw; undefined accepts any. */
  expectedVersion: number | undefined
  by: Viewer
  now: Date
}

/**
 * Takes a line off an open order, or lowers its quantity, and updates total, customer, summary and tickets
 * (docs/product/orders.md#orders-lines-off).
 */
export async function removeFromLine(tx: Tx, removal: LineRemoval): Promise<Order> {
  const { orderId, itemId, quantity, expectedVersion, by, now } = removal
  let order = await lockedOrder(tx, orderId, { by, expectedVersion, now })
  const lines = await repo.readOrderLines(tx, [orderId])
  const line = required(lines.find(({ id }) => id === itemId))
  if (!isOpen(order.status)) throw new AppError('order_closed')
  if (line.partOf !== null) throw new AppError('part_of_order_line')
  if (quantity > line.quantity) throw inputError('quantity', `validation.atMost ${line.quantity}`)
  const removed = line.quantity - quantity
  if (removed > 0) {
    refuseFurtherTickets(order.tickets)
    const number = lines.indexOf(line) + 1
    const remaining = lines.map((other) => {
      if (other === line) return { ...line, quantity }
      return other.partOf === number ? { ...other, quantity: (other.quantity / line.quantity) * quantity } : other
    })
    if (remaining.every((other) => other.quantity === 0)) throw new AppError('last_line')
    const lowered = lines
      .map((before, i) => ({ line: before, removed: before.quantity - (remaining[i]?.quantity ?? 0) }))
      .filter((one) => one.removed > 0)
    for (const one of lowered) await repo.lowerLineQuantity(tx, one.line.id, one.removed)
    await givePortionsBack(
      tx,
      lowered.map((one) => ({ ...one.line, quantity: one.removed })),
    )
    const total = linesTotal(remaining)
    const reduction = order.total - total
    // Each line gets a slip; if no station cooks the line, the slip is recorded for the reports but never printed.
    const tickets = lowered.reduce<TicketRow[]>((all, { line: { id, stationId, cooked }, removed: count }) => {
      const change = slip(id, count, stationId, remaining)
      return withTicket(all, cooked ? change : { ...change, withdrawnAt: change.at })
    }, order.tickets)
    order = await repo.updateOrder(tx, orderId, { total, tickets }, now)
    const isReady = order.status === 'preparing' && areAllCooked(remaining)
    if (isReady) order = await setStatus(tx, order, 'ready', { by, now })
    await recountCustomer(tx, order.customerId, (id) => repo.customerFiguresOf(tx, id))
    if (!order.isTest) await lowerTotal(tx, orderId, reduction)
    await remakeReceipts(
      tx,
      order,
      lowered.map((one) => one.line.id),
      { by, now },
    )
  }
  return readOrderView(tx, order)

  function slip(id: number, count: number, stationId: number, remaining: readonly OrderLineRow[]) {
    const isLast = !remaining.some((left) => left.quantity > 0 && left.cooked && left.stationId === stationId)
    const kind = 'removal' as const
    const change = { kind, at: now.toISOString(), username: by.username, itemId: id, quantity: count, stationId }
    return isLast ? { ...change, endsStation: true } : change
  }
}
