import { rm } from 'node:fs/promises'
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
  /** Decides what is ordered; the timing still differs from run to run. */
  seed: number
  instances: number
  guests: number
  /** The longest pause of a guest between two orders. */
  pauseMs: number
  /** How long guests order before the primary is killed, and after the old one has come back. */
  seconds: number
  /** How long the standby receives nothing, in milliseconds. */
  lagMs: number
  /** Whether the primary is killed, or cannot be reached and later goes on where it stopped. */
  death: 'killed' | 'frozen'
}

export interface FailoverOutcome {
  faults: string[]
  orders: number
  /** From the end of the promotion to the first order that was confirmed after it, in milliseconds. */
  serviceAfterMs: number
  /** The same until the owner's board showed an order that was placed after the promotion. */
  boardAfterMs: number
  ordersPerSecond: number
  blows: string[]
}

/**
 * Guests order while the standby of two PostgreSQL servers receives nothing for a while, then receives and does not
 * apply, the primary is killed, the standby is promoted, and at last the old primary comes back and takes writes too. At
 * the end the new primary is compared with what was confirmed.
 */
export async function failover({
  seed,
  instances,
  guests,
  pauseMs,
  seconds,
  lagMs,
  death,
}: Failover): Promise<FailoverOutcome> {
  const pair = await openPair()
  const folders: string[] = []
  const servers: RunningServer[] = []
  let board: Board | undefined
  let isOver = false
  try {
    for (let i = 0; i < instances; i++) {
      const DATA_DIR = await temporaryFolder()
      folders.push(DATA_DIR)
      servers.push(await startProcess({ ...ENV, DATA_DIR, DATABASE_URL: pair.databaseUrl }))
    }
    const [first] = servers
    if (!first) throw new Error('there is no server')
    const stock = await seedSmallRestaurant(pair.primary.url)
    const sceneOf = ({ url }: RunningServer): Scene => ({
      ...{ url, stock, isOver: () => isOver, timeoutMs: 15_000, patienceMs: PATIENCE_MS },
    })
    const cookie = await signInRepeatedly(sceneOf(first))
    board = watchBoard(first.url, cookie)
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
    if (death === 'killed') await pair.primary.kill()
    else pair.primary.freeze()
    await pair.promote()
    const promotedAt = Date.now()
    const countAtPromotion = times.length
    const [{ last } = {}] = await query(pair.standby.url, ORDERS)
    await until(() => isOver || times.length > countAtPromotion + 5 * guests)
    await until(() => isOver || (board?.seen.some(({ id }) => id > Number(last)) ?? false))
    const boardAfterMs = (board.seen.find(({ id }) => id > Number(last))?.at ?? Infinity) - promotedAt
    const serviceAfterMs = (times[countAtPromotion] ?? Infinity) - promotedAt

    // The old primary comes back without knowing of the other one, and the connections to the new one break.
    if (death === 'killed') await pair.primary.start('synchronous_standby_names=')
    else pair.primary.thaw()
    const stale = await query(pair.primary.url, ORDERS)
    await query(
      pair.standby.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = 'masa'",
    )
    const back = times.length
    const backAt = Date.now()
    await until(() => isOver || (times.length > back + 2 * guests && Date.now() - backAt > seconds * 1000))
    isOver = true
    for (const server of servers) assertRunning(server)
    await ordering
    const summary = (await sendRequest(sceneOf(first), 'GET', '/api/summary', undefined, { cookie }))?.body as Summary
    const books = await readBooks(pair.standby.url)
    const faults = faultsIn(books, { confirmed, actions: { changes: [], removals: [], claims: [] } }, summary)
    if (JSON.stringify(await query(pair.primary.url, ORDERS)) !== JSON.stringify(stale))
      faults.push('the old primary received orders after the standby had replaced it')
    const password = new URL(pair.primary.url).password
    if (servers.some(({ output }) => output().includes(password))) faults.push('the log contains the password')
    return {
      faults,
      orders: books.orders.length,
      ordersPerSecond: Math.round((beforeLag * 1000) / (beganLagAt - began)),
      serviceAfterMs,
      boardAfterMs,
      blows: ['lag', death, 'promotion', 'old primary'],
    }
  } finally {
    isOver = true
    board?.close()
    for (const server of servers) await server.end('SIGKILL')
    await pair.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
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
