import { LRUCache } from 'lru-cache'
import { KeyedQueue } from '#server/platform/limits/turns.ts'

/** How many answered keys are remembered; beyond that, the least recently used one is dropped. */
const MAX_KEYS = 10_000

/**
 * The requests that share an idempotency key. On this instance they are processed one after another and wait in memory,
 * so that one key never holds more than one connection; on other instances they wait for the key's lock.
 */
export class Repeats {
  readonly #queue = new KeyedQueue()
  readonly #answered = new LRUCache<string, true>({ max: MAX_KEYS })

  /**
   * Processes a request when earlier ones with its key are done.
   * @param count counts a request whose key is known to be answered, before anything is read; throws over the limit
   */
  run(key: string, count: () => Promise<void>, place: (isAnswered: boolean) => Promise<string>): Promise<string> {
    return this.#queue.run(key, async () => {
      const isAnswered = this.#answered.has(key)
      if (isAnswered) await count()
      const response = await place(isAnswered)
      this.#answered.set(key, true)
      return response
    })
  }
}
