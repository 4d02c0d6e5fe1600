import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/index.ts'
import { readSettings } from '../modules/settings/index.ts'
import { sendPublished } from '../platform/http/published.ts'
import { coalesce } from '../platform/limits/concurrency.ts'
import { type PublishedResponse, publishResponse } from '../platform/published-response.ts'

const GUIDE = fileURLToPath(new URL('../../docs/running.md', import.meta.url))
const CACHING = { 'cache-control': 'no-cache', vary: 'accept-encoding' }
// A browser displays plain text, but downloads Markdown.
const TYPE = 'text/plain; charset=utf-8'

/** Serves docs/running.md, to which the sign-in page links. The file is read once. */
export function serveGuide(app: FastifyInstance): void {
  if (!existsSync(GUIDE)) return
  let published: Promise<PublishedResponse> | undefined
  app.get('/api/docs/running', async (request, reply) => {
    published ??= publishResponse(readFileSync(GUIDE), CACHING, TYPE)
    return sendPublished(await published, request, reply)
  })
}

// The value of --paper in client/app/tokens.css.
const PAPER = '#fbf7f2'

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** Serves the web app manifest, with the restaurant's name for the installed menu (docs/product/everywhere.md#everywhere-installed). */
export function serveManifest(app: FastifyInstance, db: Database): void {
  const currentSettings = coalesce(() => readSettings(db))
  app.get('/manifest.webmanifest', async (_, reply) => {
    const { restaurantName, language } = await currentSettings()
    const name = restaurantName ?? 'Masa'
    const manifest = {
      id: '/menu',
      name,
      short_name: name,
      lang: language,
      start_url: '/menu',
      scope: '/',
      display: 'standalone',
      background_color: PAPER,
      theme_color: PAPER,
      icons: ICONS,
    }
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest))
  })
}
