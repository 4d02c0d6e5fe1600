/** Runs work with the same key one after another, in the order in which it was added. Other keys do not wait. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>()

  /** Runs the work when all earlier work with this key has settled; resolves or rejects with its outcome. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work)
    const ended: Promise<void> = result
      .catch(() => {})
      .then(() => {
        if (this.#last.get(key) === ended) this.#last.delete(key)
      })
    this.#last.set(key, ended)
    return result
  }
}
