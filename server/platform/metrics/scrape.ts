import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { inTime } from '../limits/in-time.ts'
import { readTogether } from '../limits/read-together.ts'
import type { Log } from '../log.ts'
import { type MetricSource, metricsText } from './metric.ts'

/** The path of the metrics. */
export const METRICS_PATH = '/metrics'
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
/** Time limit for a source, shorter than Prometheus' own of 10 s: the others are sent without it. */
const SOURCE_TIMEOUT_MS = 4_000

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/i
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** Who may read the metrics. */
export interface MetricsAccess {
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
