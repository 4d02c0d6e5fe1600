/** A clock with timers that moves only when a test moves it. */
export class HandClock {
  #now = 0
  readonly #timers = new Set<{ at: number; run: () => void }>()

  readonly now = (): number => this.#now

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Whether no timer is set. */
  get isIdle(): boolean {
    return this.#timers.size === 0
  }

  /** Moves to the next timer and runs it, if it is due by `until`. @returns whether a timer ran */
  next(until = Number.POSITIVE_INFINITY): boolean {
    const [timer] = [...this.#timers].sort((a, b) => a.at - b.at)
    if (!timer || timer.at > until) return false
    this.#timers.delete(timer)
    this.#now = timer.at
    timer.run()
    return true
  }

  /** Advances the clock by `ms` and runs all timers that fall due, in order. */
  pass(ms: number): void {
    const until = this.#now + ms
    while (this.next(until));
    this.#now = until
  }
}
