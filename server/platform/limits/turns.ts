/** Does work of the same name one after another, in the order in which it was asked for. Work waits in memory. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>()

  /** Does the work when all earlier work of this name has ended, well or badly. */
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const ended: Promise<void> = result
      .catch(() => {})
      .then(() => {
        if (this.#last.get(name) === ended) this.#last.delete(name)
      })
    this.#last.set(name, ended)
    return result
  }
}
