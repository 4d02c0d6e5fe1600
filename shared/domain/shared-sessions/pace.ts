/** So many changes may be said at once, and so many more for every second. */
const AT_ONCE = 15
const PER_SECOND = 18

/**
 * How fast a page says changes. With at most `CHANGES_UNDER_WAY` unanswered it stays below what the server reads
 * (contract: live), also where a slow network delivers at once what was said over seconds.
 */
export class Pace {
  readonly #now: () => number
  #left = AT_ONCE
  #since: number

  /** @param now in milliseconds */
  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
  }

  /** How many may be said now. */
  get allowed(): number {
    const now = this.#now()
    this.#left = Math.min(AT_ONCE, this.#left + (Math.max(0, now - this.#since) / 1000) * PER_SECOND)
    this.#since = now
    return Math.max(0, Math.floor(this.#left))
  }

  said(count: number): void {
    this.#left -= count
  }

  /** The server found it too much: nothing is said for a second. */
  tooMuch(): void {
    this.#left = -PER_SECOND
    this.#since = this.#now()
  }
}
