import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { RouteCounts } from '../metrics/metric.ts'
import type { Encoding, PublishedResponse } from '../published-response.ts'
import type { headersByHost } from './addresses.ts'

/** In order of preference, for a browser that accepts both equally: Brotli compresses better. */
const COMPRESSED: ('br' | 'gzip')[] = ['br', 'gzip']
/** Browsers send a handful of different headers; these limits bound the memory for a flood of invented ones. */
const MAX_CACHED = 100
const MAX_CACHED_LENGTH = 200

/**
 * Returns a function that chooses the encoding for an Accept-Encoding header. Parsing the header costs more than the
 * rest of a 304, so the results for the last 100 headers of at most 200 characters are cached.
 */
export function encodingChooser(
  cache = new LRUCache<string, Encoding>({ max: MAX_CACHED }),
): (header: string) => Encoding {
  return (header) => {
    const cached = cache.get(header)
    if (cached) return cached
    const encoding = negotiate(header, COMPRESSED) ?? 'plain'
    if (header.length <= MAX_CACHED_LENGTH) cache.set(header, encoding)
    return encoding
  }
}

const chooseEncoding = encodingChooser()

interface ChosenResponse {
  status: 200 | 304
  headers: Record<string, string>
  /** Undefined for a 304. */
  body: Buffer | undefined
}

/** Chooses the best accepted encoding of a published response, or a 304 if the client has it already. */
function choosePublished(published: PublishedResponse, received: IncomingHttpHeaders): ChosenResponse {
  const encoding = chooseEncoding(String(received['accept-encoding'] ?? ''))
  const { body, headers, unchanged } = published[encoding]
  if (matches(received['if-none-match'], headers.etag)) return { status: 304, headers: unchanged, body: undefined }
  return { status: 200, headers, body }
}

/** Sends a published response in the best accepted encoding, or a 304 if the client has it already. */
export function sendPublished(
  published: PublishedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
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
  /** Where the answers of a path are counted. */
  countsOf(path: string): RouteCounts
  headers: Pick<ReturnType<typeof headersByHost>, 'of'>
  /** Whether a proxy may set X-Forwarded-Host. */
  trustsProxy: boolean
  isClosing(): boolean
}

type Headers = Record<string, string>

/** The headers of a request that the framework has to read: it decides by them who is asking, and how to answer. */
const READ_BY_FRAMEWORK = ['cookie', 'upgrade', 'content-length', 'transfer-encoding'] as const

/**
 * Answers guests' GETs of published responses before the framework, whose steps cost more than the choice of a response
 * (docs/decisions/032-around-the-sockets.md). Any other request is left to the framework, whose routes for the same
 * paths give the same responses. Call it before other listeners of `request` are added.
 */
export function answerPublishedFirst(app: FastifyInstance, options: Options): void {
  const [framework, ...others] = app.server.listeners('request') as RequestListener[]
  if (!framework || others.length > 0) throw new Error('the framework must be the only listener')
  const answer = answererOf(options)
  app.server.removeListener('request', framework)
  app.server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    if (!answer(request, reply)) framework(request, reply)
  })
}

function answererOf({ published, countsOf, headers, trustsProxy, isClosing }: Options) {
  const rawHeaders = rawHeadersCache()
  const answers = new Map([...published].map(([path, now]) => [path, { now, counts: countsOf(path) }]))
  return ({ method, url = '', headers: received }: IncomingMessage, reply: ServerResponse): boolean => {
    const answer = method === 'GET' ? answers.get(url) : undefined
    const ready = answer?.now()
    if (!answer || !ready || isClosing() || READ_BY_FRAMEWORK.some((name) => received[name] !== undefined)) return false
    if (trustsProxy && received['x-forwarded-host'] !== undefined) return false
    const ofHost = headers.of(received.host ?? '')
    if (!ofHost) return false
    const { status, headers: ofResponse, body } = choosePublished(ready, received)
    reply.writeHead(status, rawHeaders(ofHost.cacheable, ofResponse))
    reply.end(body)
    if (body) answer.counts.published++
    else answer.counts.unchanged++
    return true
  }
}

/** Returns a function that joins the headers of a host and of a response to a list for Node, once for each pair. */
function rawHeadersCache(): (ofHost: Headers, ofResponse: Headers) => string[] {
  const cache = new WeakMap<Headers, WeakMap<Headers, string[]>>()
  return (ofHost, ofResponse) => {
    const byHost = cache.get(ofResponse) ?? new WeakMap<Headers, string[]>()
    cache.set(ofResponse, byHost)
    const raw = byHost.get(ofHost) ?? Object.entries({ ...ofHost, ...ofResponse }).flat()
    byHost.set(ofHost, raw)
    return raw
  }
}
