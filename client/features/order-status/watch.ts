import type { OwnOrder } from './own-orders.ts'

type Watched = Pick<OwnOrder, 'orderId' | 'token'>

/** What was asked on one connection, and what of it is still to be answered. */
export class Watch {
  readonly #ask: (order: Watched) => boolean
  #known = new Set<number>()
  #unanswered: number[] = []
  #hasWaited = false

  constructor(ask: (order: Watched) => boolean) {
    this.#ask = ask
  }

  /** A new connection knows nothing: everything is asked. */
  opened(orders: readonly Watched[]): void {
    this.#known.clear()
    this.#unanswered = []
    this.#hasWaited = false
    this.#askAll(orders)
  }

  /** Asks when there is an order that was not asked for; and for all, so that the server forgets none of them. */
  changed(orders: readonly Watched[]): void {
    if (orders.some(({ orderId }) => !this.#known.has(orderId))) this.#askAll(orders)
  }

  answered(orderId: number): void {
    this.#unanswered = this.#unanswered.filter((id) => id !== orderId)
  }

  /** A question came to harm, which says nothing of its order: at the next beat it is asked again. */
  failed(): void {
    this.#hasWaited = true
  }

  /** At each sign of life: what has had no answer since the one before is asked again. */
  beat(orders: readonly Watched[]): void {
    const late = this.#unanswered.length > 0 && this.#hasWaited
    this.#hasWaited = this.#unanswered.length > 0
    if (late) this.#askAll(orders.filter(({ orderId }) => this.#unanswered.includes(orderId)))
  }

  // The oldest first: the newest is the last that the server would forget.
  #askAll(orders: readonly Watched[]): void {
    for (const order of [...orders].reverse()) {
      if (!this.#ask(order)) return
      this.#known.add(order.orderId)
      if (!this.#unanswered.includes(order.orderId)) this.#unanswered.push(order.orderId)
    }
  }
}
