import type { OwnOrder } from './own-orders.ts'

type Watched = Pick<OwnOrder, 'orderId' | 'token'>

/** The orders that were asked for on one connection, and those that have no answer yet. */
export class Watch {
  readonly #ask: (order: Watched) => boolean
  #known = new Set<number>()
  #unanswered: number[] = []
  #hasWaited = false

  constructor(ask: (order: Watched) => boolean) {
    this.#ask = ask
  }

  /** The server knows nothing of a new connection: asks for every order. */
  opened(orders: readonly Watched[]): void {
    this.#known.clear()
    this.#unanswered = []
    this.#hasWaited = false
    this.#askAll(orders)
  }

  /** Asks for all orders as soon as one is new: the server watches those that were asked for last. */
  changed(orders: readonly Watched[]): void {
    if (orders.some(({ orderId }) => !this.#known.has(orderId))) this.#askAll(orders)
  }

  answered(orderId: number): void {
    this.#unanswered = this.#unanswered.filter((id) => id !== orderId)
  }

  /** A question failed, which says nothing about its order: the next heartbeat asks again. */
  failed(): void {
    this.#hasWaited = true
  }

  /** At each heartbeat: asks again for orders without an answer since the one before. */
  beat(orders: readonly Watched[]): void {
    const late = this.#unanswered.length > 0 && this.#hasWaited
    this.#hasWaited = this.#unanswered.length > 0
    if (late) this.#askAll(orders.filter(({ orderId }) => this.#unanswered.includes(orderId)))
  }

  // Oldest first: where there are too many, the server forgets the oldest.
  #askAll(orders: readonly Watched[]): void {
    for (const order of [...orders].reverse()) {
      if (!this.#ask(order)) return
      this.#known.add(order.orderId)
      if (!this.#unanswered.includes(order.orderId)) this.#unanswered.push(order.orderId)
    }
  }
}
