/** A clock with timers that only moves when a test moves it. */
export class HandClock {
  #now = 0
  readonly #waiting = new Set<{ at: number; run: () => void }>()

  readonly now = (): number => this.#now

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run }
    this.#waiting.add(timer)
    return () => this.#waiting.delete(timer)
  }

  /** Whether no timer is set. */
  get isIdle(): boolean {
    return this.#waiting.size === 0
  }

  /** Moves to the next timer and runs it, if it is due by `until`. @returns whether one was */
  next(until = Number.POSITIVE_INFINITY): boolean {
    const [timer] = [...this.#waiting].sort((a, b) => a.at - b.at)
    if (!timer || timer.at > until) return false
    this.#waiting.delete(timer)
    this.#now = timer.at
    timer.run()
    return true
  }

  /** Moves on by this time and runs all timers that fall due, in order. */
  pass(ms: number): void {
    const until = this.#now + ms
    while (this.next(until));
    this.#now = until
  }
}
