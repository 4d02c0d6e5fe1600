import type { IncomingHttpHeaders } from 'node:http'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { PublishedResponse } from '../published-response.ts'
import type { headersByHost } from './addresses.ts'
import { listenFirst } from './server.ts'

// In order of preference, for a browser that accepts both equally: Brotli compresses better. Browsers send a handful of
// different headers, and parsing one costs more than the rest of a 304.
const encodings = new Negotiator<'br' | 'gzip'>({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 100 }),
})

/** Chooses the best accepted encoding of a published response, or a 304 if the client has it already. */
function choosePublished(published: PublishedResponse, received: IncomingHttpHeaders) {
  const encoding = encodings.negotiate(String(received['accept-encoding'] ?? '')) ?? 'plain'
  const { body, headers, unchanged } = published[encoding]
  return matches(received['if-none-match'], headers.etag)
    ? { status: 304, headers: unchanged, body: undefined }
    : { status: 200, headers, body }
}

/** Sends a published response in the best accepted encoding, or a 304 if the client has it already. */
export function sendPublished(published: PublishedResponse, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers, body } = choosePublished(published, request.headers)
  return reply.code(status).headers(headers).send(body)
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === etag || tag === `W/${etag}` || tag === '*')
}

/** Returns the response that is published for guests now; undefined if there is none. */
export type PublishedNow = () => PublishedResponse | undefined

interface Options {
  /** The published responses by path. */
  published: ReadonlyMap<string, PublishedNow>
  headers: Pick<ReturnType<typeof headersByHost>, 'of'>
  isClosing(): boolean
  count(path: string, status: number): void
}

/** The headers of a request that the framework has to read: it decides by them who is asking, and how to respond. */
const READ_BY_FRAMEWORK = [
  'cookie',
  'authorization',
  'upgrade',
  'content-length',
  'transfer-encoding',
  'x-forwarded-host',
] as const

/**
 * Answers guests' GETs of published responses before the framework, whose steps cost more than the choice of a response
 * (docs/decisions/032-around-the-sockets.md). Any other request is left to the framework, whose routes for the same
 * paths give the same responses.
 */
export function answerPublishedFirst(app: FastifyInstance, { published, headers, isClosing, count }: Options): void {
  listenFirst(app, (request, reply, framework) => {
    const { method, url = '', headers: received } = request
    const isPlain = method === 'GET' && !isClosing() && !READ_BY_FRAMEWORK.some((name) => received[name] !== undefined)
    const ready = isPlain ? published.get(url)?.() : undefined
    const ofHost = ready && headers.of(received.host ?? '')
    if (!ofHost) return framework(request, reply)
    const { status, headers: ofResponse, body } = choosePublished(ready, received)
    reply.writeHead(status, { ...ofHost.cacheable, ...ofResponse }).end(body)
    count(url, status)
  })
}
