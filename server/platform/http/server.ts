import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createSecureContext, Server as TlsServer } from 'node:tls'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { CACHED_PATHS } from '#shared/domain/cached-responses.ts'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import { endAfterResponse } from '../live/hub.ts'
import type { Log } from '../log.ts'
import { type Hosts, type headersByHost, isForeign } from './addresses.ts'
import { malformedRequestHandler, rerouteUndecodableUrl } from './errors.ts'
import { bearerOf, opensSocket, REQUEST_ID_HEADER, requestIds } from './request.ts'

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

interface Options {
  hosts: Hosts
  headers: ReturnType<typeof headersByHost>
  clock: Clock
  hasSession(request: FastifyRequest): boolean
  /** Whether the request may name any host. */
  isForAnyHost(request: FastifyRequest): boolean
}

/**
 * Gives each response its headers, and refuses requests for unknown hosts, changes that pages of other origins send, and
 * everything once the server closes.
 */
export function applyRequestRules(app: FastifyInstance, { hosts, headers, clock, hasSession, isForAnyHost }: Options) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    const { host } = request
    const { page, api, cacheable } = headers(host)
    const isCacheable = CACHED_PATHS.has(request.url) && !hasSession(request)
    reply.headers(isCacheable ? cacheable : isOfApi(request) ? api : page)
    // A cached response would bring an id of long ago.
    if (!isCacheable) reply.header(REQUEST_ID_HEADER, request.id)
    if (isClosing) return done(new AppError('unavailable'))
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    const isUpgrade = opensSocket(request)
    if (isUpgrade) endAfterResponse(reply)
    if (!hosts.isKnown(host) && !isForAnyHost(request)) {
      hosts.logRejected(host, clock.now(), request.id)
      return done(new AppError('unknown_host'))
    }
    // A page of another site has no token.
    const isRefused =
      (isWrite || isUpgrade) && bearerOf(request) === undefined && isForeign(request, hosts.publicOrigin)
    done(isRefused ? new AppError('foreign_origin') : undefined)
  })
}

/** Whether a request is one of the API. Its route decides, because a URL may be absolute or have encoded letters. */
function isOfApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || (request.routeOptions.url?.startsWith('/api/') ?? false)
}

/** The paths of a certificate chain and of its key, both in PEM. */
export interface TlsFiles {
  cert: string
  key: string
}

/** An unusable certificate or key; the message names the setting to change. */
export class InvalidCertificate extends Error {}

/** Reads and checks the certificate with which the server answers https. @throws InvalidCertificate */
export function readCertificate(files: TlsFiles): { cert: Buffer; key: Buffer } {
  const cert = readNamed('TLS_CERT', files.cert)
  const key = readNamed('TLS_KEY', files.key)
  const certificate = orInvalid(`TLS_CERT: ${files.cert} is no certificate in PEM`, () => new X509Certificate(cert))
  const secret = orInvalid(`TLS_KEY: ${files.key} is no key in PEM without a password`, () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(secret))
    throw new InvalidCertificate('TLS_CERT and TLS_KEY: the key is not the certificate’s')
  orInvalid('TLS_CERT and TLS_KEY: the certificate is too weak, or not for a server', () =>
    createSecureContext({ cert, key }),
  )
  return { cert, key }
}

/** Replaces the certificate of a running server by a renewed one, or keeps the one before. @throws InvalidCertificate */
export function renewCertificate(server: unknown, files: TlsFiles | undefined): void {
  if (files && server instanceof TlsServer) server.setSecureContext(readCertificate(files))
}

function readNamed(name: string, file: string): Buffer {
  return orInvalid(`${name}: ${file} cannot be read`, () => readFileSync(file))
}

function orInvalid<Result>(message: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new InvalidCertificate(message, { cause: error })
  }
}
