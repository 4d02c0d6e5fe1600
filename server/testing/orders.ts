import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

/** A new order as owners get it: with what the guest's response leaves out. */
export function listedOrder({ orderToken: _, ...order }: PlacedOrder): Order {
  return {
    ...order,
    items: order.items.map((line) => ({ ...line, stationId: 1, doneAt: null })),
    tickets: order.tickets.map((ticket) => ({ ...ticket, stationId: 1 })),
  }
}
