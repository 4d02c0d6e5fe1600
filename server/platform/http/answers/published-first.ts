import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { RouteCounts } from '../../metrics/requests.ts'
import type { PublishedResponse } from '../../published-response.ts'
import type { headersByHost } from './response-headers.ts'
import { choosePublished } from './send-published.ts'

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
