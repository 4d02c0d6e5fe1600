import { LRUCache } from 'lru-cache'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/menu/pictures.ts'
import type { PictureStore } from './store.ts'

/** Enough for the pictures of some hundred dishes on the menu. */
const MAX_BYTES = 32 * 1024 * 1024

const keyOf = (hash: string, width: PictureWidth) => `${hash}/${width}`

/**
 * Wraps a store with a cache in memory that drops the least recently read pictures first, so that a menu with many
 * pictures does not cause as many requests to the store for each guest. Concurrent reads of a picture fetch it once.
 */
export function cachedInMemory(store: PictureStore, maxBytes = MAX_BYTES): PictureStore {
  // The cache rejects entries of size 0.
  const cache = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length || 1 })
  const fetching = new Map<string, Promise<Buffer | undefined>>()
  return {
    ...store,
    async get(hash, width) {
      const key = keyOf(hash, width)
      const cached = cache.get(key)
      if (cached) return cached
      const fetched = fetching.get(key) ?? store.get(hash, width).finally(() => fetching.delete(key))
      fetching.set(key, fetched)
      const bytes = await fetched
      if (bytes) cache.set(key, bytes)
      return bytes
    },
    async remove(hash) {
      await store.remove(hash)
      for (const width of PICTURE_WIDTHS) cache.delete(keyOf(hash, width))
    },
  }
}
