import type { Order } from '#shared/contracts/orders.ts'

/** An order as a stored answer shows it, without anything that somebody typed of themselves. */
export function anonymizedOrder<Shown extends Order>(order: Shown): Shown {
  const items = order.items.map((line) => ({ ...line, notes: null, guestName: null }))
  return { ...order, customerName: '', phoneNumber: '', email: null, notes: null, items }
}
