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
import { ANSWERS_CACHE, CACHED_PATHS, SHELL_PATH } from '#shared/domain/cached-answers.ts'
import { cachingAnswers, cachingPictures, offlinePage, renderedPage } from './caching.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/** After this time, a slow network counts as none, and the cached response is served. */
const NETWORK_TIMEOUT_S = 4
const PAGE_TIMEOUT_MS = 2_000
/** About four megabytes: the pictures of a long menu in a phone's width, and some in the viewer's. */
const MAX_PICTURES = 200

const MENU_PAGE = /^\/menu(\?|$)/
const MENU_ANSWER = '/api/menu'

// The page and its code, all of one build; caches of other builds are deleted when this worker takes over.
const files = self.__WB_MANIFEST
precacheAndRoute(files)
cleanupOutdatedCaches()
const storedPage = createHandlerBoundToURL(SHELL_PATH)
const build =
  files.flatMap((file) => (typeof file !== 'string' && file.url === SHELL_PATH ? [file.revision] : []))[0] ?? ''
registerRoute(
  new NavigationRoute(
    async (options) => (await renderedPage(options.request, build, PAGE_TIMEOUT_MS)) ?? storedPage(options),
    { allowlist: [MENU_PAGE] },
  ),
)
// Every other page needs the server, and this one stands in for the browser's own.
registerRoute(
  new NavigationRoute(
    ({ request }) =>
      fetch(request).catch(async () => {
        const answers = await self.caches.open(ANSWERS_CACHE)
        return offlinePage(await answers.match(MENU_ANSWER, { ignoreVary: true }))
      }),
    { denylist: [MENU_PAGE, /^\/api\//] },
  ),
)

const networkFirst = new NetworkFirst({
  cacheName: ANSWERS_CACHE,
  networkTimeoutSeconds: NETWORK_TIMEOUT_S,
  // The responses vary by cookies, which a worker cannot read; one response per URL is cached.
  matchOptions: { ignoreVary: true },
  plugins: [cachingAnswers(Date.now, () => self.caches.delete(ANSWERS_CACHE))],
})
registerRoute(({ url, sameOrigin }) => sameOrigin && CACHED_PATHS.has(url.pathname + url.search), networkFirst)
// The first page made its requests before the worker was installed, so they are repeated to fill the cache.
self.addEventListener('install', (event) => {
  const requests = [...CACHED_PATHS].map((path) => networkFirst.handleAll({ event, request: new Request(path) })[1])
  event.waitUntil(Promise.allSettled(requests))
})

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
