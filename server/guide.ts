import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const GUIDE = fileURLToPath(new URL('../docs/running.md', import.meta.url))

/** What the sign-in page leads to, for who runs Masa: docs/running.md as it is, read once. */
export function serveGuide(app: FastifyInstance): void {
  if (!existsSync(GUIDE)) return
  const text = readFileSync(GUIDE)
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  app.get('/api/docs/running', { schema: { hide: true } }, (request, reply) => {
    // A browser shows plain text, and would save Markdown.
    reply.headers({ etag: tag, 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' })
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(text)
  })
}
