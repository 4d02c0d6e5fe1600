/** A token bucket: holds up to `capacity` tokens and gets `perSecond` of them back; taking too many leaves a debt. */
export class TokenBucket {
  readonly #capacity: number
  readonly #perSecond: number
  #tokens: number
  #since = performance.now()

  constructor(capacity: number, perSecond: number) {
    this.#capacity = capacity
    this.#perSecond = perSecond
    this.#tokens = capacity
  }

  /** @returns how many tokens are left; below zero when these were too many */
  take(tokens: number): number {
    const now = performance.now()
    const refilled = this.#tokens + ((now - this.#since) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#capacity, refilled) - tokens
    this.#since = now
    return this.#tokens
  }
}
