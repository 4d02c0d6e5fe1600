/** The load generator, which runs in a separate process. */
import { answerCalls } from '../calls.ts'
import { quantile } from '../figures.ts'
import { LoadConnection } from './connection.ts'
import { type BenchSeed, type Guests, orderHeaders, orderNumber } from './orders.ts'

export interface Load {
  port: number
  connections: number
  /** How long requests are sent. */
  seconds: number
  /** The expected status of every response. */
  status: number
}

interface OrderLoad {
  seed: BenchSeed
  run: string
  guests?: Guests
  /** The number of the order before the first: new customers are new in each run. */
  after?: number
}

export interface Measured {
  /** Responses per second. */
  rate: number
  /** Median and 99th percentile of the response time, in milliseconds. */
  p50: number
  p99: number
  /** CPU time of this process itself, as a share of one core. */
  ownCpu: number
}

const calls = {
  /** Repeats one GET; if `length` is given, every response body must have this many bytes. */
  get: ({ path, headers, length, ...load }: Load & { path: string; headers: string[]; length?: number }) => {
    const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${head(headers)}`)
    return drive(load, () => request, length)
  },
  /** Places different orders, each with its own idempotency key. */
  orders: ({ seed, run, guests, ...load }: Load & OrderLoad) => {
    let n = load.after ?? 0
    return drive(load, () => {
      n += 1
      return orderRequest(n, `${run}-${n}`, seed, guests)
    })
  },
}
export type GeneratorCalls = typeof calls
answerCalls(calls)

function head(headers: string[]): string {
  return [...['host: 127.0.0.1', ...headers].map((line) => `${line}\r\n`), '\r\n'].join('')
}

function orderRequest(n: number, key: string, seed: BenchSeed, guests?: Guests): string {
  const { table, lines, ...order } = orderNumber(n, seed, guests)
  const items = lines.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity, options: dish.options }))
  const body = JSON.stringify({ ...order, tableId: table?.id ?? null, tableKey: table?.key, items })
  const headers = Object.entries({ ...orderHeaders(n, key, guests), 'content-length': Buffer.byteLength(body) })
  return `POST /api/orders HTTP/1.1\r\n${head(headers.map(([name, value]) => `${name}: ${value}`))}${body}`
}

/** Sends requests on every connection, each after the previous response, until the time is over. */
async function drive(load: Load, next: () => Buffer | string, length?: number): Promise<Measured> {
  const connections = await Promise.all(Array.from({ length: load.connections }, () => LoadConnection.open(load.port)))
  const durations: number[] = []
  const cpu = process.cpuUsage()
  const began = performance.now()
  const deadline = began + load.seconds * 1000
  const work = async (connection: LoadConnection) => {
    for (let sent = began; sent < deadline; ) {
      const response = await connection.send(next())
      if (response.status !== load.status)
        throw new Error(`got the status ${response.status} instead of ${load.status}`)
      if (length !== undefined && response.length !== length) {
        throw new Error(`got ${response.length} bytes instead of ${length}`)
      }
      const now = performance.now()
      durations.push(now - sent)
      sent = now
    }
  }
  await Promise.all(connections.map(work))
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  for (const connection of connections) connection.close()
  return {
    rate: durations.length / seconds,
    p50: quantile(durations, 0.5),
    p99: quantile(durations, 0.99),
    ownCpu: (user + system) / 1e6 / seconds,
  }
}
