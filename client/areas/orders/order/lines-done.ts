import type { Order } from '#shared/contracts/orders.ts'

/** How many of an order's lines are cooked, and how many it has; lines that were taken off do not count. */
export function linesDone({ items }: Pick<Order, 'items'>): { done: number; all: number } {
  const left = items.filter(({ quantity }) => quantity > 0)
  return { done: left.filter(({ doneAt }) => doneAt != null).length, all: left.length }
}
