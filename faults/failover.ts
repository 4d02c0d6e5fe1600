import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '#server/testing/databases.ts'
import { openPair, type PostgresPair, untilRow } from '#server/testing/pair.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import type { Summary } from '#shared/contracts/orders.ts'
import { faultsIn, readBooks } from './audit.ts'
import { assertRunning } from './blows.ts'
import { type Confirmed, placeOrders, type Scene, sendRequest } from './guest.ts'
import { LiveSocket } from './live-socket.ts'
import { STORM_ENV, signInRepeatedly } from './owner.ts'
import { seeded } from './random.ts'

const ENV = { ...STORM_ENV, LOG_LEVEL: 'info' }
const PATIENCE_MS = 120_000
const ORDERS = 'select count(*)::int as count, max(id)::int as last from orders'

export interface Failover {
  /** Decides what is ordered, and whether the primary is killed or goes on; the timing still differs from run to run. */
  seed: number
  instances: number
  guests: number
  /** The longest pause of a guest between two orders. */
  pauseMs: number
  /** How long guests order before the standby lags, and after the switch. */
  seconds: number
  /** How long the standby receives nothing, in milliseconds. */
  lagMs: number
}

export interface FailoverOutcome {
  faults: string[]
  orders: number
  ordersPerSecond: number
  /** The time from the switch to the first order that was confirmed after it, in milliseconds. */
  serviceAfterMs: number
  /** The time until the owner's board showed an order that was placed after it. */
  boardAfterMs: number
  blows: string[]
}

/**
 * Guests order through a proxy in front of two PostgreSQL servers. The standby receives nothing for a while, then
 * receives and does not apply; the primary is killed, or goes on without knowing; the standby is promoted, and the proxy
 * is switched over to it. At the end it is compared with what was confirmed.
 */
export async function failover(options: Failover): Promise<FailoverOutcome> {
  const { seed, instances, guests, pauseMs, seconds, lagMs } = options
  const pair = await openPair()
  const address = new URL(pair.primary.url)
  const proxy = await openProxy(Number(address.port))
  address.port = String(proxy.port)
  const folders: string[] = []
  const servers: RunningServer[] = []
  let board: Board | undefined
  let isOver = false
  try {
    for (let i = 0; i < instances; i++) {
      const DATA_DIR = await temporaryFolder()
      folders.push(DATA_DIR)
      servers.push(await startProcess({ ...ENV, DATA_DIR, DATABASE_URL: address.href }))
    }
    const [first] = servers
    if (!first) throw new Error('there is no server')
    const stock = await seedSmallRestaurant(pair.primary.url)
    const sceneOf = ({ url }: RunningServer): Scene => ({
      ...{ url, stock, isOver: () => isOver, timeoutMs: 15_000, patienceMs: PATIENCE_MS },
    })
    const cookie = await signInRepeatedly(sceneOf(first))
    board = watchBoard(first.url, cookie)
    const { seen } = board
    const confirmed: Confirmed[] = []
    const times: number[] = []
    const record = (order: Confirmed) => {
      confirmed.push(order)
      times.push(Date.now())
    }
    const ordering = Promise.all(
      Array.from({ length: guests }, (_, i) =>
        placeOrders(sceneOf(servers[i % instances] ?? first), `guest ${i}`, seeded(seed + i), pauseMs, record),
      ),
    )
    // A failure ends the drill; it is thrown where `ordering` is awaited.
    ordering.catch(() => {
      isOver = true
    })
    const began = Date.now()
    await until(() => isOver || (confirmed.length > guests && Date.now() - began > seconds * 1000))
    const beforeLag = times.length
    const beganLagAt = Date.now()
    await lag(pair, lagMs, () => confirmed)
    await until(() => isOver || times.length > beforeLag + guests)
    await query(pair.standby.url, 'select pg_wal_replay_pause()')
    await sleep(500)
    const isKilled = seed % 2 === 0
    if (isKilled) await pair.kill()
    await pair.promote()
    proxy.switchTo(Number(new URL(pair.standby.url).port))
    const switchedAt = Date.now()
    const countAtSwitch = times.length
    const [{ last } = {}] = await query(pair.standby.url, ORDERS)
    const left = isKilled ? undefined : await query(pair.primary.url, ORDERS)
    await until(() => isOver || (times.length > countAtSwitch + 5 * guests && Date.now() - switchedAt > seconds * 1000))
    await until(() => isOver || seen.some(({ id }) => id > Number(last)))
    isOver = true
    for (const server of servers) assertRunning(server)
    await ordering
    const summary = (await sendRequest(sceneOf(first), 'GET', '/api/summary', undefined, { cookie }))?.body as Summary
    const books = await readBooks(pair.standby.url)
    const faults = faultsIn(books, { confirmed, actions: { changes: [], removals: [], claims: [] } }, summary)
    if (left && JSON.stringify(await query(pair.primary.url, ORDERS)) !== JSON.stringify(left))
      faults.push('the old primary received orders after the switch')
    if (servers.some(({ output }) => output().includes(address.password))) faults.push('the log contains the password')
    return {
      faults,
      orders: books.orders.length,
      ordersPerSecond: Math.round((beforeLag * 1000) / (beganLagAt - began)),
      serviceAfterMs: (times[countAtSwitch] ?? Infinity) - switchedAt,
      boardAfterMs: (seen.find(({ id }) => id > Number(last))?.at ?? Infinity) - switchedAt,
      blows: ['lag', isKilled ? 'killed' : 'left running', 'promotion', 'switch'],
    }
  } finally {
    isOver = true
    board?.close()
    for (const server of servers) await server.end('SIGKILL')
    await proxy.close()
    await pair.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
}

/** A proxy that leads every connection to one port of this machine, and cuts all of them when it is switched over. */
async function openProxy(first: number) {
  let target = first
  const sockets = new Set<Socket>()
  const watch = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket) && other.destroy())
    socket.pipe(other)
  }
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    watch(client, upstream)
    watch(upstream, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    switchTo(port: number): void {
      target = port
      cutAll()
    },
    async close(): Promise<void> {
      server.close()
      cutAll()
      await once(server, 'close')
    },
  }
}

/** Keeps the standby from receiving anything. What is confirmed meanwhile, it must have all the same. */
async function lag({ standby }: PostgresPair, lagMs: number, confirmed: () => Confirmed[]): Promise<void> {
  const [receiver] = await query(standby.url, 'select pid from pg_stat_wal_receiver')
  const pid = Number(receiver?.pid)
  process.kill(pid, 'SIGSTOP')
  try {
    await sleep(lagMs)
    const ids = new Set(confirmed().map(({ placed }) => placed.id))
    const received = `select count(*)::int as count from orders where id = any('{${[...ids].join()}}')`
    await untilRow(standby.url, received, ({ count }) => count === ids.size)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

interface Board {
  /** The orders of which a frame was received, with its time. */
  seen: { id: number; at: number }[]
  close(): void
}

/** Receives an owner's frames, and opens the socket again when it is lost, as the page does. */
function watchBoard(url: string, cookie: string): Board {
  const seen: Board['seen'] = []
  const live = new LiveSocket({
    cookie,
    anyUrl: () => url,
    received: (frame) => {
      if (frame.type === 'ORDER_UPDATE') seen.push({ id: frame.payload.id, at: Date.now() })
    },
  })
  live.connect()
  return { seen, close: () => live.close() }
}

async function until(isFulfilled: () => boolean): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !isFulfilled(); await sleep(10))
    if (Date.now() > deadline) throw new Error(`not within ${PATIENCE_MS} ms`)
}
