import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { isInKitchen, TAKE_BACK_MS } from '#shared/domain/orders/order-status.ts'
import type { IsMine } from '../cards/known.ts'

/** An order that can be called back, with its lines that can. */
export interface Recallable {
  order: Order
  lines: readonly OrderLine[]
  /** When the last of them was cooked, in milliseconds since 1970. */
  doneAt: number
}

/**
 * The orders of which the chosen stations have finished everything in the last half hour, the newest first. The server
 * takes no line back that was cooked earlier, nor of an order that was delivered.
 * @param now milliseconds since 1970
 */
export function recallable(orders: Iterable<Order>, isMine: IsMine, now: number): Recallable[] {
  return [...orders].flatMap((order) => recallableOf(order, isMine, now) ?? []).sort((a, b) => b.doneAt - a.doneAt)
}

function recallableOf(order: Order, isMine: IsMine, now: number): Recallable | undefined {
  if (!isInKitchen(order.status)) return undefined
  const mine = order.items.filter((line) => line.quantity > 0 && isMine(line))
  if (mine.length === 0 || mine.some(({ doneAt }) => !doneAt)) return undefined
  const lines = mine.filter(({ doneAt }) => now - Date.parse(doneAt ?? '') < TAKE_BACK_MS)
  if (lines.length === 0) return undefined
  return { order, lines, doneAt: Math.max(...lines.map(({ doneAt }) => Date.parse(doneAt ?? ''))) }
}
