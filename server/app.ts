import type { ServerOptions } from 'node:http'
import { Server as TlsServer } from 'node:tls'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { CACHED_PATHS } from '#shared/domain/cached-answers.ts'
import type { Config } from './config.ts'
import type { Connection } from './db/index.ts'
import { serveGuide, serveManifest } from './documents/files.ts'
import { renderFirstView } from './documents/first-view.ts'
import { accountsArea } from './modules/accounts/area.ts'
import { decorateViewer, hasSession, sharedSecret } from './modules/accounts/index.ts'
import { backupsArea } from './modules/backups/area.ts'
import { billsArea } from './modules/bills/area.ts'
import { callsArea } from './modules/calls/area.ts'
import { cateringArea } from './modules/catering/area.ts'
import { checksArea } from './modules/checks/area.ts'
import { customersArea } from './modules/customers/area.ts'
import { floorArea } from './modules/floor/area.ts'
import { hoursArea } from './modules/hours/area.ts'
import { journalArea } from './modules/journal/area.ts'
import { menuArea } from './modules/menu/area.ts'
import { notificationsArea } from './modules/notifications/area.ts'
import { ordersArea } from './modules/orders/area.ts'
import { paymentsArea } from './modules/payments/area.ts'
import { picturesArea } from './modules/pictures/area.ts'
import { printersArea } from './modules/printers/area.ts'
import { promotionsArea } from './modules/promotions/area.ts'
import { reportsArea } from './modules/reports/area.ts'
import { settingsArea } from './modules/settings/area.ts'
import { sharedSessionsArea } from './modules/shared-sessions/area.ts'
import { tablesArea } from './modules/tables/area.ts'
import { AppError } from './platform/app-error.ts'
import { type Area, type Backups, PATIENCE, type Patience } from './platform/area.ts'
import type { Clock } from './platform/clock.ts'
import { servePictures } from './platform/files/pictures.ts'
import type { PictureStore } from './platform/files/store.ts'
import { headersByHost, isForeign, knownHosts } from './platform/http/addresses.ts'
import { stopListening } from './platform/http/closing.ts'
import { handleErrors, malformedRequestHandler, rerouteUndecodableUrl } from './platform/http/errors.ts'
import { openSite, servePages } from './platform/http/pages.ts'
import { answerPublishedFirst } from './platform/http/published.ts'
import { REQUEST_ID_HEADER, requestIds } from './platform/http/request.ts'
import { applyContracts, describeContracts, serveDescription } from './platform/http/route.ts'
import { readCertificate } from './platform/http/tls.ts'
import { attemptOf, deleteOldResponses, textLocks } from './platform/idempotency.ts'
import { queueMetrics, readTogether } from './platform/limits/concurrency.ts'
import {
  DUTY_WRITES_PER_MINUTE,
  registerThrottling,
  throttleDuties,
  throttleWrites,
} from './platform/limits/throttle.ts'
import {
  type Announcement,
  announceAreasToOwners,
  CHANGED_TOPIC,
  type Listening,
  listen,
} from './platform/live/announcements.ts'
import { createHub, endWhenAnswered, openSockets } from './platform/live/hub.ts'
import type { Log } from './platform/log.ts'
import {
  backupMetrics,
  countRequests,
  databaseMetrics,
  diskMetrics,
  gaugesOf,
  METRICS_PATH,
  metricsAccess,
  poolMetrics,
  serveMetrics,
} from './platform/metrics.ts'

/** Every area of the server. A new area needs to be added only here (docs/architecture.md). */
const AREAS: readonly Area[] = [
  settingsArea,
  accountsArea,
  menuArea,
  tablesArea,
  billsArea,
  paymentsArea,
  ordersArea,
  customersArea,
  sharedSessionsArea,
  callsArea,
  floorArea,
  hoursArea,
  promotionsArea,
  cateringArea,
  reportsArea,
  picturesArea,
  notificationsArea,
  journalArea,
  backupsArea,
  printersArea,
  checksArea,
]

const MINUTE_MS = 60_000
/** Monitoring probes may use any host name. */
const PATHS_FOR_ANY_HOST: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])
/** How long a request may take to arrive; an upload may take longer (`platform/http/multipart.ts`). */
const REQUEST_TIMEOUT_MS = 30_000

const HANDSHAKE_TIMEOUT_MS = 10_000
const HTTP_OPTIONS: ServerOptions = {
  // A request that offers an upgrade to another protocol, as some programs always do, is answered as usual.
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  // Node swaps the two timeouts if the one for the headers is longer, and its default is 60 s.
  headersTimeout: REQUEST_TIMEOUT_MS,
  // By default Node checks every 30 s, so that a request could take twice its timeout.
  connectionsCheckingInterval: 5_000,
}

export interface AppParts {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'timeZone' | 'guestWritesPerMinute'> &
    Partial<Pick<Config, 'whatsapp' | 'allowedHosts' | 'metricsToken' | 'printersOnLoopback' | 'tls'>>
  /** How long printers may take. */
  patience?: Patience | undefined
  connection: Connection
  clock: Clock
  log: Log
  pictures: PictureStore
  backups?: Backups | undefined
  /** The folder for data outside the database; undefined if there is none. */
  dataDir?: string | undefined
  clientDir?: string | undefined
}

/**
 * Builds the server from its dependencies. The order matters: the platform's hooks before every route; the areas before
 * LISTEN, so that each receives every announcement; LISTEN before sockets, so that none misses an announcement; the
 * pages last, because they answer every unknown URL.
 */
export async function buildApp({
  config,
  connection,
  clock,
  log,
  pictures,
  backups,
  patience = PATIENCE,
  dataDir,
  clientDir,
}: AppParts): Promise<FastifyInstance> {
  const { db, reports, signIns, server } = connection
  const { tls } = config
  const isSecure = tls !== undefined || (config.publicUrl?.startsWith('https://') ?? false)
  const site = openSite(clientDir)
  const hosts = knownHosts({ publicUrl: config.publicUrl, allowed: config.allowedHosts }, log)
  const app = fastify({
    genReqId: requestIds(),
    // Only failures are logged, with the request's id (`logOf`). With a logger of its own, Fastify would also time every
    // response, which costs a tenth of the throughput.
    childLoggerFactory: () => log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy === true ? isNearest : config.trustProxy,
    bodyLimit: 256 * 1024,
    http: HTTP_OPTIONS,
    ...(tls && { https: { ...HTTP_OPTIONS, handshakeTimeout: HANDSHAKE_TIMEOUT_MS, ...readCertificate(tls) } }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The onRequest hook below rejects requests while the server closes, with an AppError and Retry-After.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) => rerouteUndecodableUrl(request, reply),
    clientErrorHandler: malformedRequestHandler(site.headers),
  })

  // Platform
  const requestsAnswered = stopListening(app)
  const refusals = handleErrors(app)
  const requests = countRequests(app, log)
  applyContracts(app, log)
  readJson(app)
  const cookieSecret = await sharedSecret(db, 'cookies')
  const lockOf = textLocks(await sharedSecret(db, 'locks'))
  // Before the cookie plugin: decorateViewer's onSend hook sets cookies that the plugin's hook then sends.
  decorateViewer(app, { db, clock, isSecure, timeZone: config.timeZone })
  // Cookies are parsed on demand (cookieOf), because guests of the menu have none.
  await app.register(cookie, { secret: cookieSecret, hook: false })
  await app.register(swagger, { openapi: { info: { title: 'Masa', version: '1' } }, transform: describeContracts })
  await registerThrottling(app)
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const headers = headersByHost(site.headers, hosts, config.publicUrl)
  const isForAnyHost = (request: FastifyRequest) => {
    const { url } = request.routeOptions
    return PATHS_FOR_ANY_HOST.has(url) || (url === METRICS_PATH && metricsReaders.isGranted(request))
  }
  const metricsReaders = metricsAccess(config.metricsToken, config.publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    const { host } = request
    const headersOfHost = headers.of(host)
    const { page, api, cacheable } = headersOfHost ?? headers.unknown
    const isCacheable = CACHED_PATHS.has(request.url) && !hasSession(request)
    reply.headers(isCacheable ? cacheable : isOfApi(request) ? api : page)
    // A cached response would bring an id of long ago.
    if (!isCacheable) reply.header(REQUEST_ID_HEADER, request.id)
    if (isClosing) return done(new AppError('unavailable'))
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    const opensSocket = request.headers.upgrade !== undefined
    if (opensSocket) endWhenAnswered(reply)
    if (!headersOfHost && !isForAnyHost(request)) {
      hosts.logRejected(host, clock.now(), request.id)
      return done(new AppError('unknown_host'))
    }
    const isRefused = (isWrite || opensSocket) && isForeign(request, hosts.publicOrigin)
    done(isRefused ? new AppError('foreign_origin') : undefined)
  })

  // Areas
  const hub = createHub(log)
  const isListening = () => listening?.isListening() ?? false
  const throttleGuests = throttleWrites(app, config.guestWritesPerMinute)
  throttleDuties(app, config.guestWritesPerMinute === 0 ? 0 : DUTY_WRITES_PER_MINUTE)
  const { timeZone, publicUrl, whatsapp } = config
  const stores = { db, reports, signIns, pictures, backups }
  const printing = { onLoopback: config.printersOnLoopback ?? false, patience }
  const settings = { timeZone, publicUrl, isSecure, whatsapp, dataDir, hosts, printing }
  const keys = { lockOf, attemptOf }
  const parts = { app, ...stores, hub, clock, log, ...settings, ...keys, throttleGuests, isListening }
  const areas = AREAS.map((area) => area(parts))
  for (const { frames } of areas) if (frames) hub.addFrameHandlers(frames)
  answerPublishedFirst(app, {
    published: new Map(areas.flatMap(({ published = {} }) => Object.entries(published))),
    headers,
    isClosing: () => isClosing,
    count: requests.countPublished,
  })

  // Live: announcements from the database reach the areas, and through them the sockets of this instance
  const changedAreas = announceAreasToOwners(hub)
  const firstView = renderFirstView({ app, site, clock, log, isListening, hasSession })
  const onAnnouncement = ({ topic, id }: Announcement) => {
    firstView.changed(topic === CHANGED_TOPIC ? id : topic)
    if (topic === CHANGED_TOPIC) changedAreas.notify(id)
    // A topic can be any text, even `constructor`: every user of the database may announce one.
    for (const { topics = {} } of areas) if (Object.hasOwn(topics, topic)) topics[topic]?.(id)
  }
  const onLost = () => {
    firstView.forget()
    for (const { onMissed } of areas) onMissed?.()
    hub.dropAll()
  }
  const startAreas = async () => {
    for (const { start } of areas) await start?.()
    return listen(server, log, onAnnouncement, onLost)
  }
  const listening: Listening | undefined = await startAreas().catch((error: unknown) => {
    hub.close()
    throw error
  })
  await openSockets(app, hub, isListening)

  // Pages
  servePictures(app, pictures)
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  const checkDatabase = readTogether(() => db.execute('select 1'))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await checkDatabase()
    return { ok: true }
  })
  serveDescription(app)
  serveGuide(app)
  serveManifest(app, db)
  const listeningHelp = { masa_listening: 'Whether changes reach this process: 1 or 0.' }
  serveMetrics(app, metricsReaders, [
    ...requests.metrics,
    refusals,
    ...hub.metrics,
    ...gaugesOf(log, listeningHelp, async () => ({ masa_listening: Number(isListening()) })),
    ...queueMetrics(),
    ...poolMetrics(connection),
    ...databaseMetrics(log, db),
    ...backupMetrics(log, db, clock),
    ...(dataDir === undefined ? [] : diskMetrics(log, dataDir)),
    ...areas.flatMap(({ metrics = [] }) => metrics),
  ])
  await servePages(app, site, { '/menu': firstView.render }, requests.countUnknown)

  // Timers
  const work = areas.flatMap(({ timers = [] }) => timers)
  work.push({ everyMs: 10 * MINUTE_MS, run: () => deleteOldResponses(db, clock.now()) })
  // A certificate is renewed while the server runs. One that can't be used is logged, and the one before stays.
  const readCertificateAgain = async () => {
    if (tls && app.server instanceof TlsServer) app.server.setSecureContext(readCertificate(tls))
  }
  work.push({ everyMs: 60 * MINUTE_MS, run: readCertificateAgain })
  const timers = work.map(({ everyMs, run }) => repeat(everyMs, log, run))
  // The areas finish their work while the last requests are answered; `onClose` waits for both.
  let areasClosed: Promise<unknown> | undefined
  app.addHook('preClose', async () => {
    for (const timer of timers) timer.stop()
    changedAreas.close()
    hub.close()
    areasClosed = Promise.all(areas.map(({ close }) => close?.()))
  })
  // Answer a request with an unknown `Expect` header like any other.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply))
  app.addHook('preClose', requestsAnswered)
  app.addHook('onClose', async () => {
    await areasClosed
    await listening.close()
  })
  return app
}

// Only the nearest proxy is trusted, because a guest can forge all earlier entries of X-Forwarded-For.
const isNearest = (_: string, hop: number) => hop === 0

/** Whether a request is answered by the API. Its route decides, because a URL may be absolute or have encoded letters. */
function isOfApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/') || (request.routeOptions.url?.startsWith('/api/') ?? false)
}

/** Accepts only JSON bodies; an empty one counts as `{}`. */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, {})
    else void parse(request, body, done)
  })
}

/** Runs the work periodically. A failure is logged and does not stop the timer. */
function repeat(everyMs: number, log: Log, work: () => Promise<void>): { stop(): void } {
  const timer = setInterval(() => {
    work().catch((error: unknown) => log.error({ err: error }, 'a repeated task failed'))
  }, everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
