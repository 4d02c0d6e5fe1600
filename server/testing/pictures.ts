import type { Encoded, PictureStore } from '../platform/files/index.ts'

/** A picture store in memory, whose content a test can read and change. */
export interface MemoryStore extends PictureStore {
  stored: Map<string, Encoded>
}

export function memoryStore(): MemoryStore {
  const pictures = new Map<string, Encoded>()
  return {
    stored: pictures,
    has: async (hash) => pictures.has(hash),
    put: async (hash, picture) => {
      pictures.set(hash, picture)
    },
    get: async (hash, width) => pictures.get(hash)?.get(width),
    remove: async (hash) => {
      pictures.delete(hash)
    },
  }
}
