/*
 * The service worker of the guest's menu: caches what the menu needs, and serves it while the server cannot be reached
 * (docs/decisions/018-offline-menu.md). It handles only the requests named here.
 */
import { ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { CACHED_PATHS, RESPONSES_CACHE, SHELL_PATH } from '#shared/domain/cached-responses.ts'
import { cachingPictures, cachingResponses, keepPage, keptPage, offlinePage, renderedPage } from './caching.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/** After this time, a slow network counts as none, and the cached response is served. */
const NETWORK_TIMEOUT_S = 4
const PAGE_TIMEOUT_MS = 2_000
/** About four megabytes: the pictures of a long menu in a phone's width, and some in the viewer's. */
const MAX_PICTURES = 200

const MENU_PAGE = /^\/menu(\?|$)/
const MENU_RESPONSE = '/api/menu'

// The page and its code, all of one build; caches of other builds are deleted when this worker takes over.
const files = self.__WB_MANIFEST
precacheAndRoute(files)
cleanupOutdatedCaches()
const storedPage = createHandlerBoundToURL(SHELL_PATH)
const build =
  files.flatMap((file) => (typeof file !== 'string' && file.url === SHELL_PATH ? [file.revision] : []))[0] ?? ''
registerRoute(
  new NavigationRoute(
    async (options) => {
      const { request, event } = options
      // A guest who reloads the page wants the server's.
      const kept =
        request.cache === 'default' && (await keptPage(request.url, build, Date.now()).catch(() => undefined))
      if (kept) return kept
      const page = await renderedPage(request, build, PAGE_TIMEOUT_MS)
      if (page) event.waitUntil(keepPage(request.url, page.clone(), Date.now()).catch(() => {}))
      return page ?? storedPage(options)
    },
    { allowlist: [MENU_PAGE] },
  ),
)
// Every other page needs the server, and this one stands in for the browser's own.
registerRoute(
  new NavigationRoute(
    ({ request }) =>
      fetch(request).catch(async () => {
        const cache = await self.caches.open(RESPONSES_CACHE)
        return offlinePage(await cache.match(MENU_RESPONSE, { ignoreVary: true }))
      }),
    { denylist: [MENU_PAGE, /^\/api\//] },
  ),
)

const networkFirst = new NetworkFirst({
  cacheName: RESPONSES_CACHE,
  networkTimeoutSeconds: NETWORK_TIMEOUT_S,
  // The responses vary by cookies, which a worker cannot read; one response per URL is cached.
  matchOptions: { ignoreVary: true },
  plugins: [cachingResponses(Date.now, () => self.caches.delete(RESPONSES_CACHE))],
})
registerRoute(({ url, sameOrigin }) => sameOrigin && CACHED_PATHS.has(url.pathname + url.search), networkFirst)
// The first page made its requests before the worker was installed, so they are repeated to fill the cache.
self.addEventListener('install', (event) => {
  const requests = [...CACHED_PATHS].map((path) => networkFirst.handleAll({ event, request: new Request(path) })[1])
  event.waitUntil(Promise.allSettled([...requests, keepOpenPages()]))
})

async function keepOpenPages(): Promise<void> {
  for (const { url } of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    const { origin, pathname, search } = new URL(url)
    if (!MENU_PAGE.test(pathname + search)) continue
    // The browser has it from the visit that registers this worker.
    const request = new Request(origin + pathname + search, { cache: 'force-cache' })
    const page = await renderedPage(request, build, PAGE_TIMEOUT_MS)
    if (page) await keepPage(request.url, page, Date.now())
  }
}

// A picture's URL contains a hash of its content, so a cached one is never outdated.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
  new CacheFirst({
    cacheName: 'masa-pictures',
    plugins: [cachingPictures, new ExpirationPlugin({ maxEntries: MAX_PICTURES, purgeOnQuotaError: true })],
  }),
)

// The page of the first visit loads its later parts from the cache too: WebKit remembers an import that failed.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// The worker does not take over by itself, because pages of the former build may be open; the page requests it when its
// guest agrees.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
