import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { isInKitchen, TAKE_BACK_MS } from '#shared/domain/orders/order-status.ts'
import { lockedOrder, readOrderView } from '../lock.ts'
import { markOrder, type OrderLineRow, type OrderRow, readOrderLines, writeLineDone } from '../repo.ts'
import { ORDER_TOPIC } from '../topic.ts'
import { type ChangeContext, setStatus } from './status.ts'

/**
 * A rejection in words for a cook: the usual words of `last_line` would tell the cook to cancel the order, and those of
 * `order_closed` would call a delivered order completed.
 */
class TickError extends AppError {
  readonly #wording: 'line_taken_off' | 'order_left_kitchen'

  constructor(code: 'last_line' | 'order_closed', wording: 'line_taken_off' | 'order_left_kitchen') {
    super(code)
    this.#wording = wording
  }

  override get wording() {
    return this.#wording
  }
}

export interface LineTick {
  orderId: number
  itemId: number
  done: boolean
  by: Viewer
  now: Date
}

/**
 * Marks a line as cooked or takes that back; the order's status follows (docs/product/orders.md#orders-done).
 * @throws AppError `not_found`, `order_closed`, `last_line` for a line that was taken off, `too_late`
 */
export function tickLine(db: Database, { orderId, itemId, done, by, now }: LineTick): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const order = await lockedOrder(tx, orderId, { by, now })
    const lines = await readOrderLines(tx, [orderId])
    const line = lines.find(({ id }) => id === itemId)
    if (!line) throw new AppError('not_found')
    if (!isInKitchen(order.status)) throw new TickError('order_closed', 'order_left_kitchen')
    if (line.quantity === 0) throw new TickError('last_line', 'line_taken_off')
    if (done === (line.doneAt !== null)) return readOrderView(tx, order)
    if (line.doneAt && now.getTime() - line.doneAt.getTime() > TAKE_BACK_MS) throw new AppError('too_late')
    const doneAt = done ? now : null
    await writeLineDone(tx, itemId, doneAt)
    const ticked = lines.map((other) => (other === line ? { ...line, doneAt } : other))
    return readOrderView(tx, await followTick(tx, order, ticked, done, { by, now }))
  })
}

/** A tick is a mark unless the status changes: it makes no copy of the order outdated. */
async function followTick(
  tx: Tx,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  done: boolean,
  context: ChangeContext,
): Promise<OrderRow> {
  const status = areAllCooked(lines) ? 'ready' : done || order.status === 'ready' ? 'preparing' : order.status
  if (status !== order.status) return setStatus(tx, order, status, context)
  const marked = await markOrder(tx, order.id, {}, context.now)
  await announceChange(tx, { topic: ORDER_TOPIC, id: order.id })
  return marked
}

/** Makes an order ready after its last open line was taken off. */
export async function followRemoval(
  tx: Tx,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  context: ChangeContext,
): Promise<OrderRow> {
  return order.status === 'preparing' && areAllCooked(lines) ? setStatus(tx, order, 'ready', context) : order
}

const areAllCooked = (lines: readonly OrderLineRow[]) =>
  lines.every(({ quantity, doneAt }) => quantity === 0 || doneAt !== null)
