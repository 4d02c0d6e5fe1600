/** The number of changes a page may send in one burst. */
const MAX_BURST = 15
/** The number of changes that become available per second after that. */
const CHANGES_PER_SECOND = 18

/**
 * Limits how fast a page sends changes (a token bucket). With at most `MAX_UNANSWERED_CHANGES` unanswered changes, the
 * page stays below the server's limits (`MAX_FRAME_BURST`, `FRAMES_PER_SECOND`), even if a slow network delivers the
 * frames of several seconds in one burst.
 */
export class Pace {
  readonly #now: () => number
  #available = MAX_BURST
  #updatedAt: number

  /** @param now returns the current time in milliseconds */
  constructor(now: () => number) {
    this.#now = now
    this.#updatedAt = now()
  }

  /** How many changes the page may send now. */
  get allowed(): number {
    const now = this.#now()
    this.#available = Math.min(
      MAX_BURST,
      this.#available + (Math.max(0, now - this.#updatedAt) / 1000) * CHANGES_PER_SECOND,
    )
    this.#updatedAt = now
    return Math.max(0, Math.floor(this.#available))
  }

  /** Counts changes that were sent. */
  countSent(count: number): void {
    this.#available -= count
  }

  /**
   * Allows nothing for one second. Must be called after the server has rejected a frame because there were too many.
   */
  pause(): void {
    this.#available = -CHANGES_PER_SECOND
    this.#updatedAt = this.#now()
  }
}
