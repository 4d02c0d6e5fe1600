import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sendPublished } from '../platform/http/published.ts'
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
