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
    this.#refill()
    this.#tokens -= tokens
    return this.#tokens
  }

  /** Takes tokens only if there are enough. @returns the seconds until there will be; 0 where they were taken */
  takeIfThere(tokens: number): number {
    this.#refill()
    if (tokens > this.#tokens) return (tokens - this.#tokens) / this.#perSecond
    this.#tokens -= tokens
    return 0
  }

  #refill(): void {
    const now = performance.now()
    const refilled = this.#tokens + ((now - this.#since) / 1000) * this.#perSecond
    this.#tokens = Math.min(this.#capacity, refilled)
    this.#since = now
  }
}
