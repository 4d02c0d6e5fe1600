import { negotiate } from '@fastify/accept-negotiator'

/** The smaller first: it is sent to a browser that accepts both equally. */
const COMPRESSED: ('br' | 'gzip')[] = ['br', 'gzip']
/** Browsers send a handful of different headers; these bounds keep a flood of invented ones small. */
const MAX_KEPT = 100
const LONGEST_KEPT = 200

export type Encoding = 'br' | 'gzip' | 'plain'

/**
 * Chooses the encoding that an Accept-Encoding header allows. Parsing the header costs more than the rest of a 304, so
 * answers are kept in `kept`: at most 100, none for a header above 200 characters.
 */
export function encodingChooser(kept = new Map<string, Encoding>()): (header: string) => Encoding {
  return (header) => {
    const known = kept.get(header)
    if (known) return known
    const chosen = negotiate(header, COMPRESSED) ?? 'plain'
    if (header.length <= LONGEST_KEPT) {
      // Emptied when full: the headers of real browsers are back with their next requests.
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(header, chosen)
    }
    return chosen
  }
}
