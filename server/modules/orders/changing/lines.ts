import { type Database, inTransaction } from '#server/db/index.ts'
import { recountCustomer } from '#server/modules/customer-totals/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { type Attempt, storedResponse, storeResponse } from '#server/platform/idempotency.ts'
import { inputError } from '#server/platform/input-error.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { lockedOrder, readOrderView } from '../lock.ts'
import { refuseFurtherTickets, withTicket } from '../printing/tickets.ts'
import { addToSummary } from '../reading/summary-repo.ts'
import { customerFiguresOf, lowerLineQuantity, readOrderLines, updateOrder } from '../repo.ts'
import { ORDER_TOPIC } from '../topic.ts'
import { followRemoval } from './done.ts'

export interface LineRemoval {
  orderId: number
  itemId: number
  /** The quantity that remains on the line. */
  quantity: number
  /** The version that the caller saw; undefined accepts any. */
  expectedVersion: number | undefined
  attempt: Attempt | undefined
  by: Viewer
  now: Date
}

/**
 * Takes a line off an open order, or lowers its quantity, and updates total, customer, summary and tickets
 * (docs/product/orders.md#orders-lines-off).
 * @returns the body of the response; the stored one if this attempt was answered before
 * @throws AppError `not_found`, `order_changed`, `order_closed`, `last_line`, `too_many_changes`; InputError for a higher quantity
 */
export function removeFromLine(db: Database, removal: LineRemoval): Promise<string> {
  const { orderId, itemId, quantity, expectedVersion, attempt, by, now } = removal
  return inTransaction(db, async (tx, sendWithCommit) => {
    const stored = attempt && (await storedResponse(tx, attempt))
    if (stored !== undefined) return stored
    let order = await lockedOrder(tx, orderId, { by, expectedVersion, now })
    const lines = await readOrderLines(tx, [orderId])
    const line = lines.find(({ id }) => id === itemId)
    if (!line) throw new AppError('not_found')
    if (!isOpen(order.status)) throw new AppError('order_closed')
    if (quantity > line.quantity) throw inputError('quantity', `validation.atMost ${line.quantity}`)
    const removed = line.quantity - quantity
    if (removed > 0) {
      refuseFurtherTickets(order.tickets)
      const remaining = lines.map((other) => (other === line ? { ...line, quantity } : other))
      if (remaining.every((other) => other.quantity === 0)) throw new AppError('last_line')
      await lowerLineQuantity(tx, itemId, removed)
      const total = linesTotal(remaining)
      const reduction = order.total - total
      const ticket = {
        kind: 'removal',
        at: now.toISOString(),
        username: by.username,
        itemId,
        quantity: removed,
        stationId: line.stationId,
        ...(!remaining.some((left) => left.quantity > 0 && left.stationId === line.stationId) && { endsStation: true }),
      } as const
      order = await updateOrder(tx, orderId, { total, tickets: withTicket(order.tickets, ticket) }, now)
      order = await followRemoval(tx, order, remaining, { by, now })
      const { vips } = await recountCustomer(tx, order.customerId, (id) => customerFiguresOf(tx, id), now)
      await announceChange(tx, { topic: ORDER_TOPIC, id: orderId })
      await addToSummary(tx, { total: -reduction, vips })
    }
    const response = JSON.stringify(await readOrderView(tx, order))
    if (attempt) storeResponse(sendWithCommit, attempt, { response, orderId, now })
    return response
  })
}
