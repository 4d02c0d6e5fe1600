import type { WorkboxPlugin } from 'workbox-core/types.js'
import { CACHEABLE_HEADER, CACHED_AT_HEADER } from '#shared/domain/cached-answers.ts'

/** What a proxy answers while the server behind it is away. */
const NOT_OURS = new Set([502, 503, 504])

/**
 * Which answers are kept, and when one is shown instead: kept is what the server says everybody gets. An answer to a
 * browser that is signed in may be an owner's: it is not kept, and `forget` takes what was kept before, so that nobody is
 * shown a guest's menu for an owner's.
 * @param now the device's clock, in milliseconds
 */
export function cachingAnswers(now: () => number, forget: () => Promise<unknown>): WorkboxPlugin {
  return {
    async fetchDidSucceed({ response, state }) {
      if (NOT_OURS.has(response.status)) {
        if (state) state.refusal = response
        throw new TypeError(`The server is away: ${response.status}`)
      }
      if (response.ok && !response.headers.has(CACHEABLE_HEADER)) await forget().catch(() => {})
      return response
    },

    async cacheWillUpdate({ response }) {
      if (response.status !== 200 || !response.headers.has(CACHEABLE_HEADER)) return null
      const headers = new Headers(response.headers)
      headers.set(CACHED_AT_HEADER, String(now()))
      return new Response(response.body, { headers })
    },

    // Where nothing is kept, the page hears what the proxy said.
    handlerDidError: async ({ state }) => state?.refusal as Response | undefined,
  }
}
