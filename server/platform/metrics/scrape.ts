import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Connection, type Database, poolOf, readBackupOutcome } from '#server/db/index.ts'
import { AppError } from '../app-error.ts'
import { inTime, readTogether } from '../limits/concurrency.ts'
import type { Log } from '../log.ts'
import { counter, gauge, type Metric, type MetricSource, metricsText, type Sample } from './metric.ts'

export const METRICS_PATH = '/metrics'
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
/** Time limit for a source, shorter than Prometheus' own of 10 s: the others are sent without it. */
const SOURCE_TIMEOUT_MS = 4_000

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

interface MetricsAccess {
  /** Whether every caller needs the token. */
  needsToken: boolean
  isGranted(request: FastifyRequest): boolean
}

/**
 * Decides who may read the metrics: callers with the token; without one, only a program of this machine that no proxy
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
    !Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded'))
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()
/** The name of an authentication scheme may be in any case. */
const normalScheme = (header: string) => header.replace(/^bearer +/i, 'Bearer ')

interface ScrapeOptions {
  access: MetricsAccess
  sources: readonly MetricSource[]
  log: Log
}

/** Serves the metrics. Refused callers are answered before anything is read; concurrent scrapes share one reading. */
export function serveMetrics(app: FastifyInstance, { access, sources, log }: ScrapeOptions): void {
  const read = readTogether(async () => metricsText((await Promise.all(sources.map(readInTime))).flat()))

  async function readInTime(source: MetricSource) {
    try {
      const metrics = source()
      return metrics instanceof Promise ? await inTime(metrics, SOURCE_TIMEOUT_MS) : metrics
    } catch (error) {
      log.warn({ err: error }, 'some metrics could not be read')
      return []
    }
  }

  app.get(
    METRICS_PATH,
    {
      schema: { hide: true },
      onRequest: (request, reply, done) => {
        if (access.isGranted(request)) return done()
        if (access.needsToken) reply.header('www-authenticate', 'Bearer')
        done(new AppError(access.needsToken ? 'metrics_token' : 'metrics_local'))
      },
    },
    async (_, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(CONTENT_TYPE)
        .send(await read()),
  )
}

const RESOLUTION_MS = 20
const NS_PER_S = 1e9

/** Watches the event loop and the process until `close`. */
export function watchProcess(): { metrics(): Metric[]; close(): void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const startedAt = performance.timeOrigin / 1000

  // The histogram's values include the time between two measurements.
  const delayAt = (ns: number) => (delays.count === 0 ? 0 : Math.max(0, ns / NS_PER_S - RESOLUTION_MS / 1000))

  return {
    metrics() {
      const { user, system } = process.cpuUsage()
      const { rss, heapUsed } = process.memoryUsage()
      const delay = [
        { labels: { quantile: '0.5' }, value: delayAt(delays.percentile(50)) },
        { labels: { quantile: '0.99' }, value: delayAt(delays.percentile(99)) },
        { labels: { quantile: '1' }, value: delayAt(delays.max) },
      ]
      delays.reset()
      return [
        gauge('masa_event_loop_delay_seconds', 'Delay of the event loop since the last scrape.', delay),
        counter(
          'masa_event_loop_active_seconds_total',
          'Time in which the event loop had work.',
          performance.eventLoopUtilization().active / 1000,
        ),
        counter('process_cpu_seconds_total', 'Processor time of the process.', (user + system) / 1e6),
        gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
        gauge('nodejs_heap_size_used_bytes', 'Used JavaScript heap.', heapUsed),
        gauge('process_start_time_seconds', 'Start of the process, in seconds since 1970.', startedAt),
      ]
    },
    close: () => delays.disable(),
  }
}

/** Free space of the disk with a folder; nothing if there is no such folder, because all is stored elsewhere. */
export async function diskMetrics(folder: string): Promise<Metric[]> {
  const found = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!found) return []
  const { bavail, blocks, bsize } = found
  return [
    gauge('masa_disk_free_bytes', 'Free space on the disk of the data folder.', bavail * bsize),
    gauge('masa_disk_size_bytes', 'Size of the disk of the data folder.', blocks * bsize),
  ]
}

/** Time limit for an answer of the database, as somebody who waits for a page would set it. */
const DATABASE_TIMEOUT_MS = 3_000

/** Whether the database answers, and its size. */
export async function databaseMetrics(db: Database): Promise<Metric[]> {
  const up = (value: number) => gauge('masa_database_up', 'Whether the database answers: 1 or 0.', value)
  try {
    const size = db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`)
    const { rows } = await inTime(size, DATABASE_TIMEOUT_MS)
    return [up(1), gauge('masa_database_size_bytes', 'Size of the database on its disk.', Number(rows[0]?.bytes))]
  } catch {
    return [up(0)]
  }
}

/** The age of the last good backup: infinite if there is none. Nothing if the database knows no backups. */
export async function backupMetrics(db: Database, now: Date): Promise<Metric[]> {
  const outcome = await readBackupOutcome(db)
  if (!outcome) return []
  const { lastAt, failedAt } = outcome
  const age = lastAt === null ? Number.POSITIVE_INFINITY : Math.max(0, (now.getTime() - lastAt.getTime()) / 1000)
  return [
    gauge('masa_backup_age_seconds', 'Age of the last good backup; +Inf if there is none.', age),
    gauge('masa_backup_failed', 'Whether the last backup failed: 1 or 0.', Number(failedAt !== null)),
  ]
}

/** The connections of each pool, and what waits for one. */
export function poolMetrics({ db, reports, signIns }: Connection): Metric[] {
  const pools = Object.entries({ requests: db, reports, sign_ins: signIns }).flatMap(([pool, handle]) => {
    const open = poolOf(handle)
    return open ? [{ pool, open }] : []
  })
  const connections = pools.flatMap(({ pool, open }): Sample[] => [
    { labels: { pool, state: 'busy' }, value: open.totalCount - open.idleCount },
    { labels: { pool, state: 'idle' }, value: open.idleCount },
  ])
  return [
    gauge('masa_pool_connections', 'Open connections to the database.', connections),
    gauge(
      'masa_pool_max_connections',
      'Connections that a pool may open.',
      pools.map(({ pool, open }) => ({ labels: { pool }, value: open.options.max })),
    ),
    gauge(
      'masa_pool_waiting',
      'Work that waits for a connection.',
      pools.map(({ pool, open }) => ({ labels: { pool }, value: open.waitingCount })),
    ),
  ]
}
