import { LRUCache } from 'lru-cache'
import { PICTURE_WIDTHS, type PictureWidth } from '#shared/domain/pictures.ts'
import type { PictureStore } from './store.ts'

/** Enough for all cards of some hundred dishes. */
const MAX_BYTES = 32 * 1024 * 1024

const keyOf = (hash: string, width: PictureWidth) => `${hash}/${width}`

/**
 * A store whose pictures are read through a cache in memory, the longest unread going first: a menu of many pictures is
 * not as many calls for each guest. Pictures that are asked for at once are fetched once.
 */
export function inMemory(store: PictureStore, maxBytes = MAX_BYTES): PictureStore {
  // The cache refuses what has no size.
  const kept = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length || 1 })
  const fetching = new Map<string, Promise<Buffer | undefined>>()
  return {
    ...store,
    async get(hash, width) {
      const key = keyOf(hash, width)
      const known = kept.get(key)
      if (known) return known
      const fetched = fetching.get(key) ?? store.get(hash, width).finally(() => fetching.delete(key))
      fetching.set(key, fetched)
      const bytes = await fetched
      if (bytes) kept.set(key, bytes)
      return bytes
    },
    async remove(hash) {
      await store.remove(hash)
      for (const width of PICTURE_WIDTHS) kept.delete(keyOf(hash, width))
    },
  }
}
