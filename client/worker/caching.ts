import type { WorkboxPlugin } from 'workbox-core/types.js'
import { CACHEABLE_HEADER, CACHED_AT_HEADER } from '#shared/domain/cached-answers.ts'

/** Statuses with which a proxy responds while the server behind it is down. */
const PROXY_ERRORS = new Set([502, 503, 504])

/**
 * Decides which responses are cached: only those that the server marks as the same for everybody. Any other response
 * may be an owner's: it is not cached, and `deleteCache` drops the cached ones, so that an owner is never shown a
 * guest's menu.
 * @param now returns the device's time in milliseconds
 */
export function cachingAnswers(now: () => number, deleteCache: () => Promise<unknown>): WorkboxPlugin {
  return {
    async fetchDidSucceed({ response, state }) {
      if (PROXY_ERRORS.has(response.status)) {
        if (state) state.proxyResponse = response
        throw new TypeError(`The server is away: ${response.status}`)
      }
      if (response.ok && !response.headers.has(CACHEABLE_HEADER)) await deleteCache().catch(() => {})
      return response
    },

    async cacheWillUpdate({ response }) {
      if (response.status !== 200 || !response.headers.has(CACHEABLE_HEADER)) return null
      const headers = new Headers(response.headers)
      headers.set(CACHED_AT_HEADER, String(now()))
      return new Response(response.body, { headers })
    },

    // If nothing is cached, the page gets the proxy's response.
    handlerDidError: async ({ state }) => state?.proxyResponse as Response | undefined,
  }
}

/** Caches only real pictures: a Wi-Fi sign-in page sent in place of a picture would otherwise be cached for good. */
export const cachingPictures: WorkboxPlugin = {
  async cacheWillUpdate({ response }) {
    const isPicture = response.status === 200 && response.headers.get('content-type')?.startsWith('image/')
    return isPicture ? response : null
  },
}
