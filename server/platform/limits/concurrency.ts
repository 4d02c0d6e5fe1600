import { setImmediate, setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import { AppError } from '../app-error.ts'
import type { Log } from '../log.ts'

/** Thrown if too much work is waiting. It is not logged as a failure: a flood of requests would fill the log. */
export class BusyError extends AppError {
  constructor() {
    super('unavailable')
  }
}

/** Runs the work once fewer others run than the limit. @throws BusyError at once if too much work is waiting */
export type Bounded = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Limits how much work runs, and how much more may wait. */
export function bounded(maxConcurrent: number, maxWaiting: number): Bounded {
  const limit = pLimit(maxConcurrent)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= maxConcurrent + maxWaiting) throw new BusyError()
    return limit(work)
  }
}

/** Runs the work for each id in sequence. A failure is logged and does not stop the others. */
export async function forEachInSequence<Id extends string | number>(
  ids: readonly Id[],
  log: Log,
  work: (id: Id) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(id)
    } catch (error) {
      log.error({ err: error, id }, 'a repeated task failed for one of many')
    }
  }
}

const ATTEMPT_INTERVAL_MS = 500

/** Tries work until it succeeds, twice a second. @throws the last error after `attempts`, or once `closing` aborts */
export async function repeatedly<Result>(attempts: number, closing: AbortSignal, work: () => Promise<Result>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || closing.aborted) throw error
      await setTimeout(ATTEMPT_INTERVAL_MS)
    }
  }
}

/** Waits for work, but no longer than `timeoutMs`. The work itself goes on. @throws Error if it takes longer */
export async function inTime<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const ended = new AbortController()
  const timeout = setTimeout(timeoutMs, undefined, { ref: false, signal: ended.signal }).then(() => {
    throw new Error(`it takes longer than ${timeoutMs} ms`)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    timeout.catch(() => {})
    ended.abort()
  }
}

/** How much work with one key may wait: more than all phones of a table send at once. */
const MAX_WAITING_BY_KEY = 200

/** Runs work with the same key one after another, in the order in which it was added. Other keys do not wait. */
export class KeyedQueue {
  readonly #queues = new Map<string, { last: Promise<unknown>; length: number }>()

  /**
   * Runs the work when all earlier work with this key has settled; resolves or rejects with its outcome.
   * @throws BusyError at once if too much work with this key is waiting
   */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length > MAX_WAITING_BY_KEY) throw new BusyError()
    this.#queues.set(key, queue)
    queue.length++
    const result = queue.last.then(work)
    queue.last = result.catch(() => {})
    try {
      return await result
    } finally {
      queue.length--
      if (queue.length === 0) this.#queues.delete(key)
    }
  }
}

/**
 * Shares one read between concurrent callers, so that a flood of them uses one connection of the pool instead of all.
 * Callers during a read wait for the next one and share it, so that everyone's result was read after their call.
 */
export function coalesce<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined
  let next: Promise<Result> | undefined

  function begin(): Promise<Result> {
    next = undefined
    const reading = read()
    current = reading
    // If callers wait for the next read, it begins right after this one; further callers join them.
    const onEnd = () => {
      if (!next) current = undefined
    }
    reading.then(onEnd, onEnd)
    return reading
  }

  return () => {
    if (!current) return begin()
    next ??= current.then(begin, begin)
    return next
  }
}

/** Like `coalesce` for lookups by key: one read for all keys that were requested during the previous one. */
export function batchLoader<Key, Value>(read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>) {
  let requested = new Set<Key>()
  const readValues = coalesce(() => {
    const keys = [...requested]
    requested = new Set()
    return read(keys)
  })
  return async (key: Key) => {
    requested.add(key)
    return (await readValues()).get(key)
  }
}

/**
 * Yields the items one by one, and serves other requests after every few of them, so that long work blocks nobody.
 * @param size how many items are yielded before the others get their turn
 */
export async function* inTurns<Item>(items: Iterable<Item> | AsyncIterable<Item>, size = 5) {
  let count = 0
  for await (const item of items) {
    if (++count % size === 0) await setImmediate()
    yield item
  }
}
