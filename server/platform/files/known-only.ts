import { LRUCache } from 'lru-cache'
import { lookUpTogether } from '../limits/concurrency.ts'
import type { PictureStore } from './store.ts'

/** More than a restaurant shows. */
const MAX_REMEMBERED = 10_000

/**
 * Wraps a store so that a name which somebody has invented costs no request to it. Concurrent lookups share one, and
 * what is known is remembered; that a picture is not known is never remembered, because another instance may store it.
 * @param knownAmong returns those of the given hashes that the restaurant has pictures of
 */
export function knownOnly(store: PictureStore, knownAmong: (hashes: string[]) => Promise<string[]>): PictureStore {
  const remembered = new LRUCache<string, true>({ max: MAX_REMEMBERED })
  const lookUp = lookUpTogether(async (hashes: string[]) => {
    const known = await knownAmong(hashes)
    for (const hash of known) remembered.set(hash, true)
    return new Map(known.map((hash) => [hash, true]))
  })
  // While the lookup fails, the store can still answer for the pictures of a menu that is open.
  const isKnown = (hash: string) => lookUp(hash).catch(() => true)
  return {
    ...store,
    get: async (hash, width) => (remembered.has(hash) || (await isKnown(hash)) ? store.get(hash, width) : undefined),
    async remove(hash) {
      await store.remove(hash)
      remembered.delete(hash)
    },
  }
}
