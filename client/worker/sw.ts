/*
 * The service worker of the guest's menu: what it needs is kept in the browser, and shown when nothing can be asked
 * (docs/decisions/018-offline-menu.md). It has the pages below /menu alone, and answers nothing but what is named here.
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
import { ANSWERS_CACHE, CACHED_PATHS } from '#shared/domain/cached-answers.ts'
import { cachingAnswers } from './caching-answers.ts'
import { cachingPictures } from './caching-pictures.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/** A slow line may take its time; a guest sees dishes of before sooner than nothing. */
const PATIENCE_S = 4
/** Some four megabytes: a long menu's pictures in the width of a phone, and some in a viewer's. */
const MAX_PICTURES = 200

// The page itself and its parts, all of one build: what is left of another goes when this worker takes over.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/menu'), { allowlist: [/^\/menu(\?|$)/] }))

const answers = new NetworkFirst({
  cacheName: ANSWERS_CACHE,
  networkTimeoutSeconds: PATIENCE_S,
  // What an answer varies by, cookies, no worker sees; of what is kept there is one for each address.
  matchOptions: { ignoreVary: true },
  plugins: [cachingAnswers(Date.now, () => self.caches.delete(ANSWERS_CACHE))],
})
registerRoute(({ url, sameOrigin }) => sameOrigin && CACHED_PATHS.has(url.pathname + url.search), answers)
// The first page asked before there was a worker: a menu that was seen once is kept as well.
self.addEventListener('install', (event) => {
  const asked = [...CACHED_PATHS].map((path) => answers.handleAll({ event, request: new Request(path) })[1])
  event.waitUntil(Promise.allSettled(asked))
})

// A picture's address names its content: one that is kept is the right one.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/pictures/'),
  new CacheFirst({
    cacheName: 'masa-pictures',
    plugins: [cachingPictures, new ExpirationPlugin({ maxEntries: MAX_PICTURES, purgeOnQuotaError: true })],
  }),
)

// It never takes over by itself: pages of the former build are still open. The page asks for it when its guest says so.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
