/** A clock that stands until it is moved on, with what waits for it. */
export class HandClock {
  #now = 0
  readonly #waiting = new Set<{ at: number; run: () => void }>()

  readonly now = (): number => this.#now

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run }
    this.#waiting.add(timer)
    return () => this.#waiting.delete(timer)
  }

  /** Whether nothing waits. */
  get isIdle(): boolean {
    return this.#waiting.size === 0
  }

  /** Moves on to whatever is due next, and does it; no further than this moment. */
  next(until = Number.POSITIVE_INFINITY): boolean {
    const [timer] = [...this.#waiting].sort((a, b) => a.at - b.at)
    if (!timer || timer.at > until) return false
    this.#waiting.delete(timer)
    this.#now = timer.at
    timer.run()
    return true
  }

  /** Moves on by so much, doing what is due in its order. */
  pass(ms: number): void {
    const until = this.#now + ms
    while (this.next(until));
    this.#now = until
  }
}
