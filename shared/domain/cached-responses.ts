/* The cached menu as server, page and service worker handle it (docs/product/everywhere.md#everywhere-offline). */

/** The paths of the requests whose last response the service worker caches; a request with a query is not cached. */
export const CACHED_PATHS: ReadonlySet<string> = new Set([
  ...['/api/menu', '/api/menu/categories', '/api/menu/options', '/api/promotions', '/api/settings', '/api/tables'],
])

/** The server sends this header with a response that is the same for everybody and may be cached. */
export const CACHEABLE_HEADER = 'masa-for-everybody'

/** The worker's header on a cached response: when it came, in ms since 1970, by the device's clock. */
export const CACHED_AT_HEADER = 'masa-came-at'

/** The server's header on a rendered page: the MD5 of the built one, by which the worker knows its own build. */
export const BUILD_HEADER = 'masa-build'

/** The path of the page as it was built, without anything rendered; the worker stores it. */
export const SHELL_PATH = '/shell'

/** The name of the cache of responses; signing in deletes it. */
export const RESPONSES_CACHE = 'masa-responses'

/** The maximum plausible age of a cached response: an older one means that the device's clock was or is wrong. */
const MAX_AGE_MS = 365 * 24 * 60 * 60 * 1000
/** A time in the future by at most this much is accepted: clocks are adjusted by small steps. */
const MAX_AHEAD_MS = 60 * 1000

/**
 * Returns when a cached response came; undefined if the clock was changed since, or the header is not a number.
 * @param now by the device's clock, in milliseconds
 */
export function receiptTime(cachedAt: string, now: number): Date | undefined {
  const at = /^\d{1,15}$/.test(cachedAt) ? Number(cachedAt) : Number.NaN
  const isPlausible = at <= now + MAX_AHEAD_MS && now - at <= MAX_AGE_MS
  return isPlausible ? new Date(Math.min(at, now)) : undefined
}
