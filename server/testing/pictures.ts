import type { Encoded, PictureStore } from '../platform/files/index.ts'

/** A picture store in memory, whose content a test can read and change. */
export interface MemoryStore extends PictureStore {
  stored: Map<string, Encoded>
}

export function memoryStore(): MemoryStore {
  const kept = new Map<string, Encoded>()
  return {
    stored: kept,
    has: async (hash) => kept.has(hash),
    put: async (hash, picture) => {
      kept.set(hash, picture)
    },
    get: async (hash, width) => kept.get(hash)?.get(width),
    remove: async (hash) => {
      kept.delete(hash)
    },
  }
}
