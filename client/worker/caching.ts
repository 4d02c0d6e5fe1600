import type { WorkboxPlugin } from 'workbox-core/types.js'
import { BUILD_HEADER, CACHEABLE_HEADER, CACHED_AT_HEADER, RESPONSES_CACHE } from '#shared/domain/cached-responses.ts'
import { OFFLINE_PAGE } from '#shared/i18n/offers.ts'

/** Statuses with which a proxy responds while the server behind it is down. */
const PROXY_ERRORS = new Set([502, 503, 504])

/**
 * Decides which responses are cached: only those that the server marks as the same for everybody. Any other response
 * may be an owner's: it is not cached, and `deleteCache` drops the cached ones, so that an owner is never shown a
 * guest's menu.
 * @param now returns the device's time in milliseconds
 */
export function cachingResponses(now: () => number, deleteCache: () => Promise<unknown>): WorkboxPlugin {
  return {
    async fetchDidSucceed({ response, state }) {
      if (PROXY_ERRORS.has(response.status)) {
        if (state) state.proxyResponse = response
        throw new TypeError(`The server is away: ${response.status}`)
      }
      if (response.ok && !response.headers.has(CACHEABLE_HEADER)) await deleteCache().catch(() => {})
      // Whole: one that stops halfway counts as none, and the network's time ends with its last byte.
      return new Response(response.body && (await response.arrayBuffer()), response)
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

/**
 * The page for an address that is not stored, while the server cannot be reached: in both languages, because a worker
 * does not know the guest's (docs/product/everywhere.md#everywhere-offline-page).
 * @param menu the stored menu; undefined if there is none
 */
export function offlinePage(menu: Response | undefined): Response {
  const cachedAt = Number(menu?.headers.get(CACHED_AT_HEADER) ?? Number.NaN)
  const time = Number.isNaN(cachedAt)
    ? ''
    : new Date(cachedAt).toLocaleTimeString('ro', { hour: '2-digit', minute: '2-digit' })
  const part = (lang: keyof typeof OFFLINE_PAGE) => {
    const { title, retry, menuOf } = OFFLINE_PAGE[lang]
    const link = menu ? `<a href="/menu">${menuOf} ${time}</a>` : ''
    return `<section lang="${lang}"><h1>${title}</h1><p>${link}<a href="">${retry}</a></p></section>`
  }
  return new Response(
    `<!doctype html><html lang="ro">${HEAD}<body><main>${part('ro')}${part('en')}</main></body></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } },
  )
}

const HEAD = `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Masa</title><style>
:root{color-scheme:light dark;font:17px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(#fbf7f2,#17120e);color:light-dark(#2a211b,#f3ebe2)}
main{padding:24px;display:grid;gap:40px;text-align:center}
h1{margin:0 0 12px;font-size:26px;line-height:1.2}
p{margin:0;display:flex;flex-wrap:wrap;gap:12px;justify-content:center}
a{min-height:44px;padding:0 18px;display:grid;place-items:center;border:1px solid;border-radius:12px;color:inherit;text-decoration:none;font-weight:600}
</style></head>`

/**
 * Requests the page that the server renders with its dishes.
 * @param build the MD5 of the stored page: a rendered page of another build would replace the guest's version unasked
 * @param timeoutMs after this time, a slow network counts as none
 * @returns undefined without a rendered page of this build in time; the stored page then loads the dishes itself
 */
export async function renderedPage(request: Request, build: string, timeoutMs: number): Promise<Response | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))
  const response = await Promise.race([fetch(request).catch(() => undefined), timeout])
  return response?.headers.get(BUILD_HEADER) === build ? response : undefined
}

/**
 * How long a rendered page is kept: about the time of choosing a meal, in which guests open the menu again. It ends
 * earlier where the page says until when it is right: the restaurant is open, or a dish has a lower price.
 */
const PAGE_KEPT_MS = 10 * 60 * 1000
const KEPT_MS_HEADER = 'x-masa-kept-ms'
/** More addresses than a guest opens in this time; each page is some 100 KB. */
const MAX_PAGES = 4

/**
 * Keeps a rendered page for the next visit to its address, in place of the oldest if there are many, and marks it: as its prices may be old by then, its dishes
 * take no tap before the menu has come (client/app/first-data.ts). The page's first script starts its code, which is on the
 * phone and would delay the first paint.
 */
export async function keepPage(address: string, page: Response, now: number): Promise<void> {
  const headers = new Headers(page.headers)
  headers.set(CACHED_AT_HEADER, String(now))
  // It would have the code compiled at once.
  headers.delete('link')
  const html = await page.text()
  // From the server's clock to the server's: this device's may be wrong.
  const left = [...html.matchAll(/"until":"([^"]+)"/g)].map(
    ([, until = '']) => Date.parse(until) - Date.parse(headers.get('date') ?? ''),
  )
  headers.set(KEPT_MS_HEADER, String(Math.min(PAGE_KEPT_MS, ...left)))
  const [script = '', code = ''] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html) ?? []
  const kept = html.replace(script, '').replace('<html ', `<html data-kept="${code}" `)
  const cache = await caches.open(RESPONSES_CACHE)
  await cache.put(address, new Response(kept, { headers }))
  // In the order in which they were put.
  const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === '/menu')
  for (const oldest of pages.slice(0, -MAX_PAGES)) await cache.delete(oldest, { ignoreVary: true })
}

/** The kept page of this address and build; undefined without one, or if it is too old. @param build as of `renderedPage` */
export async function keptPage(address: string, build: string, now: number): Promise<Response | undefined> {
  const page = await caches.match(address, { cacheName: RESPONSES_CACHE, ignoreVary: true })
  const age = now - Number(page?.headers.get(CACHED_AT_HEADER))
  return page?.headers.get(BUILD_HEADER) === build && age >= 0 && age < Number(page.headers.get(KEPT_MS_HEADER))
    ? page
    : undefined
}
