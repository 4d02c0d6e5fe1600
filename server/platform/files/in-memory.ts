import type { PictureStore } from './store.ts'

/** Enough for all cards of some hundred dishes. */
const MOST_BYTES = 32 * 1024 * 1024

/**
 * A store whose pictures are read through a cache in memory, the longest unread going first: a menu of many pictures is
 * not as many calls for each guest. Pictures that are asked for at once are fetched once.
 */
export function inMemory(store: PictureStore, mostBytes = MOST_BYTES): PictureStore {
  const kept = new Map<string, Buffer>()
  const fetching = new Map<string, Promise<Buffer | undefined>>()
  let size = 0

  const forget = (key: string) => {
    size -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  const keep = (key: string, bytes: Buffer) => {
    forget(key)
    kept.set(key, bytes)
    size += bytes.length
    for (const oldest of kept.keys()) {
      if (size <= mostBytes) break
      forget(oldest)
    }
  }

  return {
    ...store,
    async get(hash, width) {
      const key = `${hash}/${width}`
      const known = kept.get(key)
      if (known) {
        keep(key, known)
        return known
      }
      const fetched = fetching.get(key) ?? store.get(hash, width).finally(() => fetching.delete(key))
      fetching.set(key, fetched)
      const bytes = await fetched
      if (bytes) keep(key, bytes)
      return bytes
    },
    async remove(hash) {
      await store.remove(hash)
      for (const key of [...kept.keys()]) if (key.startsWith(`${hash}/`)) forget(key)
    },
  }
}
