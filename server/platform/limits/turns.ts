import { setImmediate } from 'node:timers/promises'

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
