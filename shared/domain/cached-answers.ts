/*
 * What the guest's menu keeps in the browser, to show it when nothing can be asked (docs/product.md#everywhere-offline):
 * agreed between the server, the page and its worker.
 */

/** The calls, by their whole address, whose last answer is kept. */
export const CACHED_PATHS: ReadonlySet<string> = new Set([
  '/api/menu',
  '/api/menu/categories',
  '/api/promotions',
  '/api/settings',
  '/api/tables',
])

/** The header by which the server says that an answer is what everybody gets, and nothing of an owner's. */
export const CACHEABLE_HEADER = 'masa-for-everybody'

/** The header by which the worker says of a kept answer when it came: milliseconds since 1970, by the device's clock. */
export const CACHED_AT_HEADER = 'masa-came-at'

/** The cache in which answers are kept: a browser that signs in forgets it. */
export const ANSWERS_CACHE = 'masa-answers'

/** An answer that seems older was kept, or is looked at, by a wrong clock. */
const OLDEST_MS = 365 * 24 * 60 * 60 * 1000
/** Clocks are set by moments: that much ahead is no fault. */
const AHEAD_MS = 60 * 1000

/**
 * When a kept answer came, as far as this device can know.
 * @param cameAt by the device's clock of then, as in `CAME_AT`
 * @param now by the device's clock, in milliseconds
 * @returns undefined where the clock must have been set in between, or the header is not ours
 */
export function ageOf(cameAt: string, now: number): Date | undefined {
  const at = /^\d{1,15}$/.test(cameAt) ? Number(cameAt) : Number.NaN
  const isLikely = at <= now + AHEAD_MS && now - at <= OLDEST_MS
  return isLikely ? new Date(Math.min(at, now)) : undefined
}
