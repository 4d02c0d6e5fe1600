import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type PublishedResponse, publishResponse, sendPublished } from '../platform/published-response.ts'

const CACHING = { 'cache-control': 'no-cache', vary: 'accept-encoding' }
// A browser displays plain text, but downloads Markdown.
const TYPE = 'text/plain; charset=utf-8'

/** Serves the guides to which pages link, docs/running.md and docs/operating.md. Each file is read once. */
export function serveGuide(app: FastifyInstance): void {
  for (const name of ['running', 'operating']) {
    const file = fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url))
    if (!existsSync(file)) continue
    let published: Promise<PublishedResponse> | undefined
    app.get(`/api/docs/${name}`, async (request, reply) => {
      published ??= publishResponse(readFileSync(file), CACHING, TYPE)
      return sendPublished(await published, request, reply)
    })
  }
}
