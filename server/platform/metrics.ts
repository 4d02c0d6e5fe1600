import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import { type Connection, type Database, poolOf, readBackupOutcome } from '#server/db/index.ts'
import { AppError } from './app-error.ts'
import type { Clock } from './clock.ts'
import { coalesce, inTime } from './limits/concurrency.ts'
import type { Log } from './log.ts'

const METRICS_PATH = '/metrics'
const HEALTH_PATHS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

interface MetricsAccess {
  /** Whether every caller needs the token. */
  needsToken: boolean
  isGranted(request: FastifyRequest): boolean
}

/**
 * Decides who may read the metrics: callers with the token; without one, only a caller on this machine that no proxy
 * speaks for, and nobody at a public address, where a proxy may forward requests as its own (docs/operating.md#metrics).
 */
export function metricsAccess(token: string | undefined, publicUrl: string | undefined): MetricsAccess {
  if (token === undefined)
    return publicUrl === undefined
      ? { needsToken: false, isGranted: isFromThisMachine }
      : { needsToken: true, isGranted: () => false }
  const expected = digest(`Bearer ${token}`)
  return {
    needsToken: true,
    // Compared as digests, which have the same length: the time reveals nothing about the token.
    isGranted: ({ headers }) => timingSafeEqual(digest(normalScheme(headers.authorization ?? '')), expected),
  }
}

function isFromThisMachine({ raw: { socket, headers } }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => /^(x-)?forwarded|^(via|x-real-ip)$/.test(name))
  )
}

/** Returns whether monitoring sends a request, which may then name any host. */
export const isFromMonitoring = (access: MetricsAccess) => (request: FastifyRequest) => {
  const { url } = request.routeOptions
  return HEALTH_PATHS.has(url) || (url === METRICS_PATH && access.isGranted(request))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
/** The name of an authentication scheme may be in any case. */
const normalScheme = (header: string) => header.replace(/^bearer +/i, 'Bearer ')

/** Serves whether the process answers, and whether its database does. */
export function serveHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async () => ({ ok: true }))
  const checkDatabase = coalesce(() => db.execute('select 1'))
  app.get('/readyz', async () => {
    await checkDatabase()
    return { ok: true }
  })
}

/**
 * Serves the metrics, each made with `registers: []`, because every server has a registry of its own. Refused callers are
 * answered before anything is read; concurrent scrapes share one reading.
 */
export function serveMetrics(app: FastifyInstance, access: MetricsAccess, metrics: readonly Metric[]): void {
  const registry = new Registry()
  for (const metric of metrics) registry.registerMetric(metric)
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
  const read = coalesce(() => registry.metrics())

  app.get(
    METRICS_PATH,
    {
      onRequest: (request, reply, done) => {
        if (access.isGranted(request)) return done()
        if (access.needsToken) reply.header('www-authenticate', 'Bearer')
        done(new AppError(access.needsToken ? 'metrics_token' : 'metrics_local'))
      },
    },
    async (_, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await read()),
  )
}

/** Upper bounds of the histogram's buckets, in seconds. */
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts and times every response by its route. Call it before routes are added. At `debug`, each is logged too. */
export function countRequests(app: FastifyInstance, log: Log) {
  const requests = new Counter({
    name: 'masa_http_requests_total',
    help: 'Responses by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [],
  })
  const durations = new Histogram({
    name: 'masa_http_request_duration_seconds',
    help: 'Time until a response was ready to be sent, by route; without 429s.',
    labelNames: ['method', 'route'],
    buckets: BOUNDS_S,
    registers: [],
  })
  const isLogged = log.level === 'debug' || log.level === 'trace'

  // A hook of each route, because a request's route can be read only at a cost.
  function countResponses({ method: declared, url: route }: RouteOptions): onSendHookHandler {
    const methods = [declared].flat()
    const method = methods.includes('GET') ? 'GET' : methods.join()
    const duration = durations.labels(method, route)
    return (request, { statusCode: status }, _, done) => {
      const ms = performance.now() - request.startedAt
      requests.inc({ method, route, status })
      // A 429 is delayed on purpose, so its time says nothing.
      if (status !== 429) duration.observe(ms / 1000)
      if (isLogged) log.debug({ reqId: request.id, method, route, status, ms: Math.round(ms) }, 'answered a request')
      done()
    }
  }

  app.decorateRequest('startedAt', 0)
  app.addHook('onRoute', (route) => {
    route.onSend = [countResponses(route), route.onSend ?? []].flat()
  })

  return {
    metrics: [requests, durations],
    /** Counts a 404 of a URL that no route answers, under one name whatever its path. */
    countUnknown: () => requests.inc({ method: 'any', route: 'unknown', status: 404 }),
  }
}

/** Time limit for a read, shorter than Prometheus' own of 10 s: the other metrics are sent without it. */
const READ_TIMEOUT_MS = 4_000

/** Gauges that are read together at each scrape. A value that is undefined or could not be read is left out. */
export function gaugesOf<Name extends string>(
  log: Log,
  help: Record<Name, string>,
  read: () => Promise<Partial<Record<NoInfer<Name>, number>>>,
): Gauge[] {
  let reading: Promise<Partial<Record<string, number>>> | undefined
  function readOnce() {
    reading ??= inTime(read(), READ_TIMEOUT_MS)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'some metrics could not be read')
        return {}
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  return Object.entries<string>(help).map(
    ([name, text]) =>
      new Gauge({
        name,
        help: text,
        registers: [],
        async collect() {
          const value = (await readOnce())[name]
          if (value === undefined) this.remove()
          else this.set(value)
        },
      }),
  )
}

/** Metrics of the database, its backups and the disk. */
export function storageMetrics(connection: Connection, clock: Clock, log: Log, dataDir: string | undefined): Metric[] {
  return [
    poolMetric(connection),
    ...databaseMetrics(log, connection.db),
    ...backupMetrics(log, connection.db, clock),
    ...(dataDir === undefined ? [] : diskMetrics(log, dataDir)),
  ]
}

/** Free space of the disk with a folder; nothing if it cannot be read, or if all is stored elsewhere. */
function diskMetrics(log: Log, folder: string): Gauge[] {
  const help = {
    masa_disk_free_bytes: 'Free space on the disk of the data folder.',
    masa_disk_size_bytes: 'Size of the disk of the data folder.',
  }
  return gaugesOf(log, help, async () => {
    const found = await statfs(folder).catch(() => undefined)
    if (!found) return {}
    const { bavail, blocks, bsize } = found
    return { masa_disk_free_bytes: bavail * bsize, masa_disk_size_bytes: blocks * bsize }
  })
}

/** Time limit for an answer of the database, as somebody who waits for a page would set it. */
const DATABASE_TIMEOUT_MS = 3_000

/** Whether the database answers, and its size. */
function databaseMetrics(log: Log, db: Database): Gauge[] {
  const help = {
    masa_database_up: 'Whether the database answers: 1 or 0.',
    masa_database_size_bytes: 'Size of the database on its disk.',
  }
  return gaugesOf(log, help, async () => {
    try {
      const size = db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`)
      const { rows } = await inTime(size, DATABASE_TIMEOUT_MS)
      return { masa_database_up: 1, masa_database_size_bytes: Number(rows[0]?.bytes) }
    } catch {
      return { masa_database_up: 0 }
    }
  })
}

/** The age of the last good backup. Nothing if the database knows no backups. */
function backupMetrics(log: Log, db: Database, clock: Clock): Gauge[] {
  const help = {
    masa_backup_age_seconds: 'Age of the last good backup; +Inf if there is none.',
    masa_backup_failed: 'Whether the last backup failed: 1 or 0.',
  }
  return gaugesOf(log, help, async () => {
    const outcome = await readBackupOutcome(db)
    if (!outcome) return {}
    const { lastAt, failedAt } = outcome
    const ageMs = lastAt === null ? Number.POSITIVE_INFINITY : clock.now().getTime() - lastAt.getTime()
    return { masa_backup_age_seconds: Math.max(0, ageMs / 1000), masa_backup_failed: Number(failedAt !== null) }
  })
}

/** The connections of each pool by state: `busy`, `idle`, and `waiting` for work that waits for one. */
function poolMetric({ db, reports, signIns }: Connection): Gauge {
  return new Gauge({
    ...{ name: 'masa_pool_connections', help: 'Connections to the database, and work that waits for one.' },
    ...{ labelNames: ['pool', 'state'], registers: [] },
    collect() {
      for (const [pool, handle] of Object.entries({ requests: db, reports, sign_ins: signIns })) {
        const { totalCount = 0, idleCount = 0, waitingCount = 0 } = poolOf(handle) ?? {}
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}
