/** A clock that stands until it is moved on, with what waits for it. */
export class HandClock {
  #now = 0
  #waiting: { at: number; run: () => void }[] = []

  readonly now = (): number => this.#now

  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run }
    this.#waiting.push(timer)
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== timer)
    }
  }

  /** Whether nothing waits. */
  get isIdle(): boolean {
    return this.#waiting.length === 0
  }

  /** Moves on by so much, doing what is due in its order. */
  pass(ms: number): void {
    const until = this.#now + ms
    while (this.#first && this.#first.at <= until) this.next()
    this.#now = until
  }

  /** Moves on to whatever is due next, and does it. */
  next(): void {
    const timer = this.#first
    if (!timer) throw new Error('nothing waits')
    this.#waiting = this.#waiting.filter((other) => other !== timer)
    this.#now = timer.at
    timer.run()
  }

  get #first() {
    return this.#waiting.toSorted((a, b) => a.at - b.at)[0]
  }
}
