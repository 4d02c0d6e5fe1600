/** Lets work of one name be done one after another, in the order in which it was asked for. What waits, waits in memory. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>()

  /** Does the work when everything that was asked for before under this name has ended, well or badly. */
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
