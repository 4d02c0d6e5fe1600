import { negotiate } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'

/** In order of preference, for a browser that accepts both equally: Brotli compresses better. */
const COMPRESSED: ('br' | 'gzip')[] = ['br', 'gzip']
/** Browsers send a handful of different headers; these limits bound the memory for a flood of invented ones. */
const MAX_CACHED = 100
const MAX_CACHED_LENGTH = 200

export type Encoding = 'br' | 'gzip' | 'plain'

/**
 * Returns a function that chooses the encoding for an Accept-Encoding header. Parsing the header costs more than the
 * rest of a 304, so the results for the last 100 headers of at most 200 characters are cached.
 */
export function encodingChooser(
  cache = new LRUCache<string, Encoding>({ max: MAX_CACHED }),
): (header: string) => Encoding {
  return (header) => {
    const cached = cache.get(header)
    if (cached) return cached
    const encoding = negotiate(header, COMPRESSED) ?? 'plain'
    if (header.length <= MAX_CACHED_LENGTH) cache.set(header, encoding)
    return encoding
  }
}
