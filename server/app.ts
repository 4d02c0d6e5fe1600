import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { serveDescription } from './api-description/description.ts'
import type { Config } from './config.ts'
import type { Connection } from './db/index.ts'
import { runEndings } from './endings.ts'
import { accountsArea } from './modules/accounts/area.ts'
import { decorateViewer, hasSession, sharedSecret } from './modules/accounts/index.ts'
import { backupsArea } from './modules/backups/area.ts'
import type { Backups } from './modules/backups/index.ts'
import { callsArea } from './modules/calls/area.ts'
import { cateringArea } from './modules/catering/area.ts'
import { checksArea } from './modules/checks/area.ts'
import { customersArea } from './modules/customers/area.ts'
import { fiscalArea } from './modules/fiscal/area.ts'
import { requireNoneUnderWay, switchFiscal } from './modules/fiscal/index.ts'
import { floorArea } from './modules/floor/area.ts'
import { journalArea } from './modules/journal/area.ts'
import { menuArea } from './modules/menu/area.ts'
import { moveCategoriesToFirst } from './modules/menu/index.ts'
import { notificationsArea } from './modules/notifications/area.ts'
import { ordersArea } from './modules/orders/area.ts'
import { originsBy } from './modules/orders/index.ts'
import { paymentsArea } from './modules/payments/area.ts'
import { requireClosedDay } from './modules/payments/index.ts'
import { pricesArea } from './modules/prices/area.ts'
import { printingArea } from './modules/printing/area.ts'
import { devicesByToken, PRINTER_TIMEOUTS, type PrinterTimeouts } from './modules/printing/index.ts'
import { promotionsArea } from './modules/promotions/area.ts'
import { reportsArea } from './modules/reports/area.ts'
import { reservationsArea } from './modules/reservations/area.ts'
import { concernsHouse } from './modules/reservations/index.ts'
import { settingsArea } from './modules/settings/area.ts'
import { sharedSessionsArea } from './modules/shared-sessions/area.ts'
import { tablesArea } from './modules/tables/area.ts'
import { timesArea } from './modules/times/area.ts'
import { webhooksArea } from './modules/webhooks/area.ts'
import { renderFirstView } from './pages/first-view.ts'
import { serveGuide } from './pages/guide.ts'
import { serveManifest } from './pages/manifest.ts'
import { type AreaWiring, runAreas } from './platform/area.ts'
import type { SteadyClock } from './platform/clock.ts'
import { servePictures } from './platform/files/pictures.ts'
import type { PictureStore } from './platform/files/store.ts'
import { openGate } from './platform/gate.ts'
import { headersByHost, knownHosts } from './platform/http/addresses.ts'
import { handleErrors } from './platform/http/errors.ts'
import { openSite, servePages } from './platform/http/pages.ts'
import { applyContracts } from './platform/http/route.ts'
import { applyRequestRules, createHttpServer, renewCertificate, stopListening } from './platform/http/server.ts'
import { throttleDuties, throttleWrites } from './platform/limits/throttle.ts'
import { announceAreasToOwners, CHANGED_TOPIC, type Listening } from './platform/live/announcements.ts'
import { createHub, openSockets } from './platform/live/hub.ts'
import type { Log } from './platform/log.ts'
import * as metrics from './platform/metrics.ts'
import { openOutside } from './platform/outside.ts'

const HOUR_MS = 60 * 60_000
const LISTENING = { masa_listening: 'Whether changes reach this process: 1 or 0.' }

export interface AppParts {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'timeZone' | 'guestWritesPerMinute'> &
    Partial<Pick<Config, 'whatsapp' | 'allowedHosts' | 'metricsToken' | 'tls'>> &
    Partial<Pick<Config, 'printersOnLoopback' | 'webhooksOnLoopback'>>
  /** How long printers may take. */
  printerTimeouts?: PrinterTimeouts | undefined
  connection: Connection
  clock: SteadyClock
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
 * pages last, because they respond to every unknown URL. A new area needs to be added only here (docs/recipes.md).
 */
export async function buildApp({
  config,
  connection,
  clock,
  log,
  pictures,
  backups,
  printerTimeouts = PRINTER_TIMEOUTS,
  dataDir,
  clientDir,
}: AppParts): Promise<FastifyInstance> {
  const { db, reports, signIns, server } = connection
  const { publicUrl, timeZone, whatsapp, tls } = config
  const isSecure = tls !== undefined || (publicUrl?.startsWith('https://') ?? false)

  // Platform
  const site = openSite(clientDir)
  const hosts = knownHosts({ publicUrl, allowed: config.allowedHosts }, log)
  const headers = headersByHost(site.headers, publicUrl)
  const app = createHttpServer(config, site.headers, log)
  const requestsEnded = stopListening(app)
  const refusals = handleErrors(app)
  const requests = metrics.countRequests(app, log)
  applyContracts(app, log)
  // Before the cookie plugin: decorateViewer's onSend hook sets cookies that the plugin's hook then sends.
  decorateViewer(app, { db, clock, isSecure, timeZone })
  // Cookies are parsed on demand (cookieOf), because guests of the menu have none.
  await app.register(cookie, { secret: await sharedSecret(db, 'cookies'), hook: false })
  const metricsReaders = metrics.metricsAccess(config.metricsToken, publicUrl)
  const isForAnyHost = metrics.isFromMonitoring(metricsReaders)
  applyRequestRules(app, { hosts, headers, clock, hasSession, isForAnyHost })
  let listening: Listening | undefined
  const isListening = () => listening?.isListening() ?? false

  // Areas
  const hub = createHub(log)
  const throttleGuests = throttleWrites(db, config.guestWritesPerMinute)
  throttleDuties(app, throttleGuests.isOn)
  const originOf = originsBy(await sharedSecret(db, 'addresses'), throttleGuests.isOn)
  const base = { app, db, clock, log, timeZone, outside: openOutside(db), gate: await openGate(db, clock) }
  tablesArea({ ...base, publicUrl, isSecure })
  paymentsArea({ ...base, reports })
  promotionsArea({ ...base, pictures })
  cateringArea({ ...base, reports })
  reportsArea({ ...base, reports })
  customersArea({ ...base, reports })
  journalArea(base)
  const firstView = renderFirstView({ app, site, clock, log, isListening })
  const sharedSessions = sharedSessionsArea({ ...base, hub, isSecure, throttleGuests, originOf })
  const followers = { onPublished: firstView.forget, onOffers: sharedSessions.pricesChanged }
  const menu = menuArea({ ...base, hub, reports, pictures, isListening, ...followers })
  pricesArea({ ...base, after: menu.after })
  const deviceOf = devicesByToken(db)
  const areas: AreaWiring[] = [
    checksArea({ ...base, hosts, whatsapp, backups, dataDir }),
    settingsArea({
      ...base,
      hub,
      hosts,
      isListening,
      concernsHouse,
      followers: { requireClosedDay, moveCategoriesToFirst, switchFiscal },
    }),
    accountsArea({ ...base, hub, signIns, isSecure }),
    menu,
    ordersArea({ ...base, hub, reports, originOf, throttleGuests }),
    sharedSessions,
    callsArea({ ...base, hub }),
    floorArea({ ...base, hub }),
    timesArea({ ...base, isListening }),
    reservationsArea({ ...base, isListening, isSecure, originOf, throttleGuests, clientDir }),
    notificationsArea({ ...base, whatsapp }),
    backupsArea({ ...base, backups }),
    webhooksArea({ ...base, newestMenu: menu.newestMenu, onLoopback: config.webhooksOnLoopback ?? false }),
    printingArea({
      ...{ ...base, deviceOf, timeouts: printerTimeouts, onLoopback: config.printersOnLoopback ?? false },
      followers: { requireNoneUnderWay },
    }),
    fiscalArea({ ...base, deviceOf, sweepMs: printerTimeouts.sweep }),
  ]

  // Live: announcements from the database reach the areas, and through them the sockets of this instance
  const changedAreas = announceAreasToOwners(hub)
  const platform: AreaWiring = {
    topics: { [CHANGED_TOPIC]: changedAreas.notify },
    timers: [{ everyMs: HOUR_MS, run: async () => renewCertificate(app.server, tls) }],
    close: async () => changedAreas.close(),
  }
  listening = await runAreas(base, server, hub, [
    firstView.wiring,
    platform,
    ...areas,
    runEndings({ ...base, reports, pictures }),
  ])
  await openSockets(app, hub, isListening)

  // Pages
  servePictures(app, pictures)
  metrics.serveHealth(app, db)
  serveDescription(app)
  serveGuide(app)
  serveManifest(app, db)
  metrics.serveMetrics(app, metricsReaders, [
    ...requests.metrics,
    refusals,
    ...hub.metrics,
    ...metrics.storageMetrics(connection, clock, log, dataDir),
    ...metrics.gaugesOf(log, LISTENING, async () => ({ masa_listening: Number(isListening()) })),
    ...areas.flatMap(({ metrics = [] }) => metrics),
  ])
  await servePages(app, site, { '/menu': firstView.render }, requests.countUnknown)
  app.addHook('preClose', requestsEnded)
  return app
}
