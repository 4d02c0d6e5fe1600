/*
 * What the service worker caches of the guest's menu, to show it without a network
 * (docs/product/everywhere.md#everywhere-offline). The server, the page and the worker agree on these names.
 */

/** The calls whose last answer the service worker caches, by path and query. */
export const CACHED_PATHS: ReadonlySet<string> = new Set([
  '/api/menu',
  '/api/menu/categories',
  '/api/promotions',
  '/api/settings',
  '/api/tables',
])

/** The server sends this header with an answer that is the same for everybody and may be cached. */
export const CACHEABLE_HEADER = 'masa-for-everybody'

/** The worker adds this header to a cached answer: when it was received, in milliseconds since 1970, by the device's clock. */
export const CACHED_AT_HEADER = 'masa-came-at'

/** The name of the cache of answers; signing in deletes it. */
export const ANSWERS_CACHE = 'masa-answers'

/** An older time means that the device's clock was wrong, then or now. */
const OLDEST_MS = 365 * 24 * 60 * 60 * 1000
/** A time in the future by at most this much is accepted: clocks are adjusted by small steps. */
const AHEAD_MS = 60 * 1000

/**
 * When a cached answer was received, as far as this device can know.
 * @param cachedAt the value of `CACHED_AT_HEADER`
 * @param now by the device's clock, in milliseconds
 * @returns undefined if the clock was changed in between, or the header is not ours
 */
export function receiptTime(cachedAt: string, now: number): Date | undefined {
  const at = /^\d{1,15}$/.test(cachedAt) ? Number(cachedAt) : Number.NaN
  const isLikely = at <= now + AHEAD_MS && now - at <= OLDEST_MS
  return isLikely ? new Date(Math.min(at, now)) : undefined
}
