/** A token bucket: holds up to `capacity` tokens and refills at `perSecond`; `take` may leave it below zero. */
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

  /** Takes tokens. @returns the number of tokens left; below zero if there were too few */
  take(tokens: number): number {
    this.#refill()
    this.#tokens -= tokens
    return this.#tokens
  }

  /** Takes tokens only if there are enough. @returns 0 if they were taken, else the seconds until there are enough */
  takeIfAvailable(tokens: number): number {
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
