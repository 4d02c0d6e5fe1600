import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from './config.ts'
import type { Connection } from './db/index.ts'
import {
  accountRoutes,
  forgetExpired,
  knowViewers,
  ownersAmong,
  SIGNED_OUT_TOPIC,
  sharedSecret,
} from './modules/accounts/index.ts'
import { menuRoutes, publishMenu } from './modules/menu/index.ts'
import {
  completeDelivered,
  ORDER_TOPIC,
  ORDERS_TOPIC,
  orderRoutes,
  tellBoards,
  tellGuests,
} from './modules/orders/index.ts'
import { promotionRoutes } from './modules/promotions/index.ts'
import { settingsRoutes } from './modules/settings/index.ts'
import {
  endExpired,
  forgetEnded,
  liveSessions,
  PRESENCE_EVERY_MS,
  SESSION_TOPIC,
  sharedSessionRoutes,
} from './modules/shared-sessions/index.ts'
import { tableRoutes } from './modules/tables/index.ts'
import { AppError } from './platform/app-error.ts'
import type { Clock } from './platform/clock.ts'
import { type PictureStore, servePictures } from './platform/files/index.ts'
import { endConnections } from './platform/http/closing.ts'
import { drainBodies } from './platform/http/draining.ts'
import { answerErrors, answerMalformed, answerUnreadable } from './platform/http/errors.ts'
import { isForeign } from './platform/http/origin.ts'
import { openSite, servePages } from './platform/http/pages.ts'
import { describeContracts, speakContracts } from './platform/http/route.ts'
import { forgetOldAnswers } from './platform/idempotency.ts'
import { type Announcement, type Listening, listen } from './platform/live/announcements.ts'
import { createHub } from './platform/live/hub.ts'
import { endWhenAnswered, openSockets } from './platform/live/socket.ts'
import type { Log } from './platform/log.ts'
import { allowThrottling, throttle } from './platform/throttle.ts'
import { repeat } from './platform/timer.ts'

const MINUTE_MS = 60_000

export interface AppParts {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'timeZone' | 'guestWritesPerMinute'>
  connection: Connection
  clock: Clock
  log: Log
  /** Where pictures are kept; without it none are served. */
  pictures?: PictureStore | undefined
  /** The folder of the built pages. */
  pages?: string | undefined
}

/** The whole server as a function of its parts: the platform first, then the areas, then the pages. */
export async function buildApp({
  config,
  connection,
  clock,
  log,
  pictures,
  pages,
}: AppParts): Promise<FastifyInstance> {
  const { db, reports, live, url } = connection
  const isSecure = config.publicUrl?.startsWith('https://') ?? false
  const site = openSite(pages)
  const app = fastify({
    // Only failures are logged, and those with the request's id. To a framework that has a log itself each answer tells
    // when it is done, which would cost a tenth of it.
    childLoggerFactory: () => log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy === true ? isNearest : config.trustProxy,
    bodyLimit: 256 * 1024,
    // Who offers another protocol besides (some programs do with every request) is answered like anybody else.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
    // Of a request that does not come to its end.
    requestTimeout: 30_000,
    // The hook below refuses what comes too late, in the words of every other refusal and with Retry-After.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_, request, reply) => answerUnreadable(request, reply),
    clientErrorHandler: answerMalformed(site.headers),
  })

  // Platform
  answerErrors(app)
  speakContracts(app, log)
  readJson(app)
  const cookieSecret = await sharedSecret(db, 'cookies')
  // Before the cookies: what its hook sets, theirs sends.
  knowViewers(app, db, clock, isSecure)
  // Cookies are read where somebody asks for them: the menu's guests have none.
  await app.register(cookie, { secret: cookieSecret, hook: false })
  await app.register(swagger, {
    openapi: { info: { title: 'Masa', version: '1' } },
    transform: describeContracts,
  })
  await allowThrottling(app)
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  // What a call answers is the caller's own, unless it says otherwise.
  const apiHeaders = { ...site.headers, 'cache-control': 'no-store' }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? apiHeaders : site.headers)
    if (isClosing) return done(new AppError('unavailable'))
    const changes = request.method !== 'GET' && request.method !== 'HEAD'
    const opensSocket = request.headers.upgrade !== undefined
    if (opensSocket) endWhenAnswered(reply)
    const isRefused = (changes || opensSocket) && isForeign(request, config.publicUrl)
    done(isRefused ? new AppError('foreign_origin') : undefined)
  })

  // Live: what is announced in the database reaches the sockets of this instance
  const hub = createHub(log)
  const menu = publishMenu(db, log, () => listening?.isListening() ?? false)
  const sessions = liveSessions(live, hub, clock, log)
  const tellersOfOrders = [tellBoards(db, hub, log), tellGuests(live, hub, log)]
  const hear = ({ topic, id }: Announcement) => {
    if (topic === ORDER_TOPIC && typeof id === 'number') for (const tell of tellersOfOrders) tell.changed(id)
    if (topic === ORDERS_TOPIC) for (const tell of tellersOfOrders) tell.manyChanged()
    if (topic === SESSION_TOPIC && typeof id === 'string') sessions.changed(id)
    if (topic === SIGNED_OUT_TOPIC) hub.keepOwners((sessionId) => sessionId !== id)
    if (topic === 'settings') hub.toAll({ type: 'SETTINGS_CHANGED' })
    if (topic === 'menu') {
      menu.changed()
      hub.toAll({ type: 'MENU_CHANGED' })
    }
  }
  const lost = () => {
    menu.changed()
    hub.dropAll()
  }
  const listening: Listening | undefined = await listen(url, log, hear, lost).catch((error: unknown) => {
    hub.close()
    throw error
  })
  await openSockets(app, hub, () => listening.isListening())

  // Areas
  settingsRoutes(app, db, config.timeZone)
  accountRoutes(app, { db, clock, isSecure, throttleRegistering: throttle(app, 20, 15 * MINUTE_MS) })
  menuRoutes(app, db, menu)
  tableRoutes(app, db, isSecure)
  const throttleGuests = throttle(app, config.guestWritesPerMinute, MINUTE_MS)
  orderRoutes(app, { db, reports, clock, timeZone: config.timeZone }, throttleGuests)
  const throttleNewSessions = throttle(app, 60, 10 * MINUTE_MS)
  sharedSessionRoutes(app, { db, clock, isSecure, throttleGuests, throttleNewSessions })
  promotionRoutes(app, db, clock, config.timeZone)

  // Pages
  if (pictures) servePictures(app, pictures)
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await db.execute('select 1')
    return { ok: true }
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await servePages(app, site)

  // What is to be done from time to time
  const timers = [
    repeat(MINUTE_MS, log, () => completeDelivered(db, clock.now(), log)),
    repeat(60 * MINUTE_MS, log, () => forgetOldAnswers(db, clock.now())),
    repeat(60 * MINUTE_MS, log, () => forgetEnded(db, clock.now())),
    repeat(PRESENCE_EVERY_MS, log, () => endExpired(db, clock.now(), log)),
    repeat(PRESENCE_EVERY_MS, log, () => sessions.keepTime()),
    repeat(15 * MINUTE_MS, log, () => forgetExpired(db, clock.now())),
    repeat(30_000, log, async () => {
      if (!hub.hasOwners()) return
      const still = await ownersAmong(db, hub.ownerSessions(), clock.now())
      hub.keepOwners((sessionId) => still.has(sessionId))
    }),
  ]
  app.addHook('preClose', async () => {
    for (const timer of timers) timer.stop()
    hub.close()
  })
  drainBodies(app)
  // Whatever else a caller expects, it is given an answer like anybody.
  app.server.on('checkExpectation', (request, reply) => app.server.emit('request', request, reply))
  endConnections(app)
  app.addHook('onClose', () => listening.close())
  return app
}

// One proxy, the nearest: what stands further left in X-Forwarded-For, a guest can write there himself.
const isNearest = (_: string, hop: number) => hop === 0

/** JSON is the one type of body that is read; an empty one counts as `{}`. */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, {})
    else void parse(request, body, done)
  })
}
