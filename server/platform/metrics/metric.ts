import type { FastifyInstance, onSendHookHandler, RouteOptions } from 'fastify'
import type { Log } from '../log.ts'

/** One metric, as Prometheus defines it (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export interface Sample {
  /** What the sample is of. Never the name or number of a person, and never text that a caller chooses. */
  labels?: Readonly<Record<string, string | number>>
  value: number
  suffix?: '_bucket' | '_sum' | '_count'
}

export type MetricSource = () => readonly Metric[] | Promise<readonly Metric[]>

/** A value that rises and falls. */
export function gauge(name: string, help: string, value: number | readonly Sample[]): Metric {
  return { name, help, type: 'gauge', samples: typeof value === 'number' ? [{ value }] : value }
}

/** A value that only rises, from 0 at the start of the process; its name ends in `_total`. */
export function counter(name: `${string}_total`, help: string, value: number | readonly Sample[]): Metric {
  return { name, help, type: 'counter', samples: typeof value === 'number' ? [{ value }] : value }
}

/** Counts by labels, for example refusals by status and reason. */
export class LabelledCount {
  readonly #names: readonly string[]
  readonly #samples = new Map<string, { labels: Record<string, string>; value: number }>()

  /** @param names of the labels */
  constructor(...names: string[]) {
    this.#names = names
  }

  /** Counts one more of these values of the labels, in the order of their names. */
  add(...values: string[]): void {
    const key = values.join(' ')
    const sample = this.#samples.get(key)
    if (sample) sample.value++
    else {
      const labels = Object.fromEntries(this.#names.map((name, index) => [name, values[index] ?? '']))
      this.#samples.set(key, { labels, value: 1 })
    }
  }

  samples(): Sample[] {
    return [...this.#samples.values()].map((sample) => ({ ...sample }))
  }
}

/** The metrics in Prometheus' text format, version 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsText(labels)} ${valueText(value)}`),
  ])
  return `${lines.join('\n')}\n`
}

function labelsText(labels: Sample['labels']): string {
  if (labels === undefined) return ''
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
  return `{${pairs.join(',')}}`
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function valueText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value)
  return value > 0 ? '+Inf' : '-Inf'
}

/** What can be read of a queue in memory; p-limit's limits are such queues. */
interface Queue {
  readonly activeCount: number
  readonly pendingCount: number
}

// Of the whole process, like the work threads that some of the queues wait for.
const queues = new Map<string, Queue>()

/** Adds a queue to the metrics under its name; a later one of the same name replaces it. */
export function watchQueue(name: string, queue: Queue): void {
  queues.set(name, queue)
}

/** How much work is running and waiting in each queue. */
export function queueMetrics(): Metric[] {
  const samples = (count: 'activeCount' | 'pendingCount') =>
    [...queues].map(([queue, counts]) => ({ labels: { queue }, value: counts[count] }))
  return [
    gauge('masa_queue_running', 'Work in progress, by queue.', samples('activeCount')),
    gauge('masa_queue_waiting', 'Work that waits for its turn, by queue.', samples('pendingCount')),
  ]
}

/** Upper bounds of the histogram's buckets, in seconds. */
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The label of all requests that no route answers, whatever their path. */
const UNKNOWN = { method: 'any', route: 'unknown' }

/** What one route has answered. */
export class RouteCounts {
  /** 200s and 304s that were sent before the framework: counted by one addition each, and not timed. */
  published = 0
  unchanged = 0
  readonly #labels: { method: string; route: string }
  readonly #byStatus = new Map<number, number>()
  readonly #buckets = new Float64Array(BOUNDS_S.length + 1)
  #seconds = 0

  constructor(labels: { method: string; route: string }) {
    this.#labels = labels
  }

  /** Counts an answer that is not timed. */
  count(status: number): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1)
  }

  /** Counts an answer that took this long. A 429 is delayed on purpose, so its time says nothing. */
  add(status: number, seconds: number): void {
    this.count(status)
    if (status === 429) return
    let bucket = 0
    while (bucket < BOUNDS_S.length && seconds > (BOUNDS_S[bucket] ?? 0)) bucket++
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
    this.#seconds += seconds
  }

  requests(): Sample[] {
    const all = new Map(this.#byStatus)
    for (const [status, more] of [
      [200, this.published],
      [304, this.unchanged],
    ] as const)
      if (more > 0) all.set(status, (all.get(status) ?? 0) + more)
    return [...all].map(([status, value]) => ({ labels: { ...this.#labels, status }, value }))
  }

  durations(): Sample[] {
    let count = 0
    const buckets = [...BOUNDS_S, '+Inf'].map((le, index): Sample => {
      count += this.#buckets[index] ?? 0
      return { suffix: '_bucket', labels: { ...this.#labels, le }, value: count }
    })
    if (count === 0) return []
    return [
      ...buckets,
      { suffix: '_sum', labels: this.#labels, value: this.#seconds },
      { suffix: '_count', labels: this.#labels, value: count },
    ]
  }
}

/**
 * Counts and times every answer by its route. Call it before routes are added. What is answered before the framework
 * counts itself (`http/published.ts`). At the log level `debug`, each answer is logged too.
 */
export function countRequests(app: FastifyInstance, log: Log) {
  const routes = new Map<string, RouteCounts>()
  const unknown = new RouteCounts(UNKNOWN)
  const isLogged = log.level === 'debug' || log.level === 'trace'

  function of(method: string, route: string): RouteCounts {
    const key = `${method} ${route}`
    const counts = routes.get(key) ?? new RouteCounts({ method, route })
    routes.set(key, counts)
    return counts
  }

  // A hook of each route, because a request's route can be read only at a cost.
  function countAnswers(route: RouteOptions): onSendHookHandler {
    const methods = [route.method].flat()
    const method = methods.includes('GET') ? 'GET' : methods.join()
    const counts = of(method, route.url)
    return (request, reply, _, done) => {
      const ms = performance.now() - request.startedAt
      counts.add(reply.statusCode, ms / 1000)
      if (isLogged)
        log.debug(
          { reqId: request.id, method, route: route.url, status: reply.statusCode, ms: Math.round(ms) },
          'answered a request',
        )
      done()
    }
  }

  app.decorateRequest('startedAt', 0)
  app.addHook('onRoute', (route) => {
    route.onSend = [countAnswers(route), route.onSend ?? []].flat()
  })

  return {
    /** The counts of a route, by its path as it was declared (`/api/orders/:id`). */
    of,
    /** The counts of everything that no route answers. */
    unknown,
    metrics() {
      const all = [...routes.values(), unknown]
      const requests = all.flatMap((route) => route.requests())
      const durations = all.flatMap((route) => route.durations())
      return [
        counter('masa_http_requests_total', 'Answers by route and status.', requests),
        {
          name: 'masa_http_request_duration_seconds',
          help: 'Time until an answer was ready to be sent, by route; without 429s and responses that are published.',
          type: 'histogram' as const,
          samples: durations,
        },
      ]
    },
  }
}
