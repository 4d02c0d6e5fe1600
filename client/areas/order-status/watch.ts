import type { OwnOrder } from './own-orders.ts'

type WatchedOrder = Pick<OwnOrder, 'orderId' | 'token'>

/** Requests the status of orders on one connection (WATCH_ORDER), and repeats requests that got no response. */
export class Watch {
  readonly #request: (order: WatchedOrder) => boolean
  #requestedIds = new Set<number>()
  #unansweredIds: number[] = []
  #isRepeatDue = false

  constructor(request: (order: WatchedOrder) => boolean) {
    this.#request = request
  }

  /** Must be called when a connection opens: requests every order, because a new connection watches none. */
  opened(orders: readonly WatchedOrder[]): void {
    this.#requestedIds.clear()
    this.#unansweredIds = []
    this.#isRepeatDue = false
    this.#requestAll(orders)
  }

  /** Requests all orders if one is new, because the server watches those that were requested last. */
  changed(orders: readonly WatchedOrder[]): void {
    if (orders.some(({ orderId }) => !this.#requestedIds.has(orderId))) this.#requestAll(orders)
  }

  answered(orderId: number): void {
    this.#unansweredIds = this.#unansweredIds.filter((id) => id !== orderId)
  }

  /** A request failed for a reason unrelated to its order: the next heartbeat repeats it. */
  failed(): void {
    this.#isRepeatDue = true
  }

  /** Must be called on each heartbeat: repeats requests that got no response since the previous one. */
  heartbeat(orders: readonly WatchedOrder[]): void {
    const late = this.#unansweredIds.length > 0 && this.#isRepeatDue
    this.#isRepeatDue = this.#unansweredIds.length > 0
    if (late) this.#requestAll(orders.filter(({ orderId }) => this.#unansweredIds.includes(orderId)))
  }

  // `orders` has the newest first. The oldest is requested first, because the server drops the first ones if there are
  // too many.
  #requestAll(orders: readonly WatchedOrder[]): void {
    for (const order of [...orders].reverse()) {
      if (!this.#request(order)) return
      this.#requestedIds.add(order.orderId)
      if (!this.#unansweredIds.includes(order.orderId)) this.#unansweredIds.push(order.orderId)
    }
  }
}
