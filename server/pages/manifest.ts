import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/index.ts'
import { readSettings } from '../modules/settings/index.ts'
import { coalesce } from '../platform/limits/concurrency.ts'

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
