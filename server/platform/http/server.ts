import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Log } from '../log.ts'
import { malformedRequestHandler, rerouteUndecodableUrl } from './errors.ts'
import { opensSocket, requestIds } from './request.ts'
import { readCertificate, type TlsFiles } from './tls.ts'

/** How long a request may take to arrive; an upload may take longer (`platform/http/multipart.ts`). */
const REQUEST_TIMEOUT_MS = 30_000
const HANDSHAKE_TIMEOUT_MS = 10_000
/** The requests of one connection that wait for a response. Browsers and proxies send one after another. */
const MAX_OPEN_REQUESTS = 32
const openRequests = new WeakMap<Socket, number>()
const HTTP_OPTIONS: ServerOptions = {
  // A request that offers an upgrade to another protocol, as some clients always do, gets a response as usual. So does an
  // upgrade before the responses to earlier requests: Node would leave such a connection open for ever.
  shouldUpgradeCallback: (request) => opensSocket(request) && !openRequests.get(request.socket),
  // Node swaps the two timeouts if the one for the headers is longer, and its default is 60 s.
  headersTimeout: REQUEST_TIMEOUT_MS,
  // By default Node checks every 30 s, so that a request could take twice its timeout.
  connectionsCheckingInterval: 5_000,
}

/** Creates the server, without routes. @param headers of responses to what is not HTTP */
export function createHttpServer(
  { trustProxy, tls }: { trustProxy: boolean | string; tls?: TlsFiles | undefined },
  headers: Record<string, string>,
  log: Log,
): FastifyInstance {
  const app = fastify({
    genReqId: requestIds(),
    // Only failures are logged, with the request's id (`logOf`). With a logger of its own, Fastify would also time every
    // response, which costs a tenth of the throughput.
    childLoggerFactory: () => log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy === true ? isNearest : trustProxy,
    bodyLimit: 256 * 1024,
    http: HTTP_OPTIONS,
    ...(tls && { https: { ...HTTP_OPTIONS, handshakeTimeout: HANDSHAKE_TIMEOUT_MS, ...readCertificate(tls) } }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    // `applyRequestRules` refuses requests while the server closes, with an AppError and Retry-After.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) => rerouteUndecodableUrl(request, reply),
    clientErrorHandler: malformedRequestHandler(headers),
  })
  // A request with an unknown `Expect` header is like any other.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply))
  readJson(app)
  cutPipelines(app)
  return app
}

// Only the nearest proxy is trusted, because a guest can forge all earlier entries of X-Forwarded-For.
const isNearest = (_: string, hop: number) => hop === 0

/** Accepts only JSON bodies; an empty one counts as `{}`. */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, {})
    else void parse(request, body, done)
  })
}

/**
 * Cuts a connection that has more than 32 open requests: Node accepts any number, and their memory and its time to
 * forget them are without bounds.
 */
function cutPipelines({ server }: FastifyInstance): void {
  const [next, ...others] = server.listeners('request') as RequestListener[]
  if (!next || others.length > 0) throw new Error('there must be one listener')
  server.removeListener('request', next)
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const { socket } = request
    // Node still parses what it has received.
    if (socket.destroyed) return
    const open = (openRequests.get(socket) ?? 0) + 1
    if (open > MAX_OPEN_REQUESTS) {
      socket.destroy()
      return
    }
    openRequests.set(socket, open)
    reply.on('close', () => openRequests.set(socket, (openRequests.get(socket) ?? 0) - 1))
    next(request, reply)
  })
}

const CLOSE_TIMEOUT_MS = 10_000
const IDLE_CHECK_INTERVAL_MS = 50

/**
 * Stops listening at once when the server closes, so that a proxy goes to another instance. Call it before other
 * `preClose` hooks are added.
 * @returns the last of those hooks: waits until the running requests have responses, at most 10 s
 */
export function stopListening(app: FastifyInstance, timeoutMs = CLOSE_TIMEOUT_MS): () => Promise<void> {
  let closed: Promise<unknown> | undefined
  app.addHook('preClose', async () => {
    // Fastify closes the server once more after the hooks, which then has no effect.
    if (app.server.listening) closed = new Promise((resolve) => app.server.close(resolve))
  })
  return async () => {
    // Node keeps a connection open after the response, and that of a client that disappeared in the middle of a request.
    const idleChecks = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS)
    const late = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
    await closed
    clearInterval(idleChecks)
    clearTimeout(late)
  }
}
