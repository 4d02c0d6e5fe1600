/** A page may send this many changes at once, and this many more each second. */
const AT_ONCE = 15
const PER_SECOND = 18

/**
 * Limits how fast a page sends changes. With at most `CHANGES_UNDER_WAY` unanswered changes, the page stays below the
 * server's limits (`FRAMES_AT_ONCE`, `FRAMES_PER_SECOND`), even when a slow network delivers seconds of frames at once.
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

  /** How many changes the page may send now. */
  get allowed(): number {
    const now = this.#now()
    this.#left = Math.min(AT_ONCE, this.#left + (Math.max(0, now - this.#since) / 1000) * PER_SECOND)
    this.#since = now
    return Math.max(0, Math.floor(this.#left))
  }

  /** Counts changes that were sent. */
  said(count: number): void {
    this.#left -= count
  }

  /** After the server refused a frame as too many: the page sends nothing for a second. */
  tooMuch(): void {
    this.#left = -PER_SECOND
    this.#since = this.#now()
  }
}
