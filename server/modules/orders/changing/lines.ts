import { type Database, inTransaction } from '#server/db/index.ts'
import { recount } from '#server/modules/customer-totals/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Attempt, storeAnswer, storedAnswer } from '#server/platform/idempotency.ts'
import { inputError } from '#server/platform/input-error.ts'
import { announceChange } from '#server/platform/live/announcements.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { isOpen } from '#shared/domain/order-status.ts'
import { lockedOrder, wholeOrder } from '../lock.ts'
import { withTicket } from '../printing/tickets.ts'
import { addToSummary } from '../reading/summary-repo.ts'
import { customerFiguresOf, readOrderLines, takeOffLine, updateOrder } from '../repo.ts'
import { ORDER_TOPIC } from '../topic.ts'

export interface TakingOff {
  orderId: number
  itemId: number
  /** What is left of the line. */
  quantity: number
  /** The version that the caller saw; undefined for whatever it is now. */
  since: number | undefined
  attempt: Attempt | undefined
  username: string
  now: Date
}

/**
 * Takes a line off an open order, or lowers its quantity, with all that follows for total, customer, summary and
 * kitchen (docs/product.md#orders-lines-off).
 * @returns the body of the answer: the stored one, if this attempt was answered before
 * @throws AppError `not_found`, `order_changed`, `order_closed`, `last_line`; InputError for more than there is
 */
export function takeOff(db: Database, taking: TakingOff): Promise<string> {
  const { orderId, itemId, quantity, since, attempt, username, now } = taking
  return inTransaction(db, async (tx, last) => {
    const stored = attempt && (await storedAnswer(tx, attempt))
    if (stored !== undefined) return stored
    let order = await lockedOrder(tx, orderId, since)
    const lines = await readOrderLines(tx, [orderId])
    const line = lines.find(({ id }) => id === itemId)
    if (!line) throw new AppError('not_found')
    if (!isOpen(order.status)) throw new AppError('order_closed')
    if (quantity > line.quantity) throw inputError('quantity', `validation.atMost ${line.quantity}`)
    const removed = line.quantity - quantity
    if (removed > 0) {
      const left = lines.map((one) => (one === line ? { ...line, quantity } : one))
      if (left.every((one) => one.quantity === 0)) throw new AppError('last_line')
      await takeOffLine(tx, itemId, removed)
      const total = linesTotal(left)
      const gone = order.total - total
      const ticket = { kind: 'removal', at: now.toISOString(), username, itemId, quantity: removed } as const
      order = await updateOrder(tx, orderId, { total, tickets: withTicket(order.tickets, ticket) }, now)
      const { vips } = await recount(tx, order.customerId, (id) => customerFiguresOf(tx, id), now)
      await announceChange(tx, { topic: ORDER_TOPIC, id: orderId })
      await addToSummary(tx, { total: -gone, vips })
    }
    const answer = JSON.stringify(await wholeOrder(tx, order))
    if (attempt) storeAnswer(last, attempt, { answer, orderId, now })
    return answer
  })
}
