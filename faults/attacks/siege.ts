import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { query } from '#server/testing/databases.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { seedSmallRestaurant } from '#server/testing/small-restaurant.ts'
import { migratedStorage } from '#server/testing/storage.ts'
import { openWhatsapp, type TestWhatsapp, whatsappEnvironment } from '#server/testing/whatsapp.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { MAX_OF_ADDRESS } from '#shared/domain/reservations/reservations.ts'
import { ObservedBoard } from '../several/observed-board.ts'
import { ATTACKS } from './attacks.ts'
import { countPlaces, HOUSEHOLD_FLOOD, PICKUP_ON, TAKEAWAY_FLOOD } from './false-orders.ts'
import { addNeighbours, type Neighbour } from './neighbours.ts'
import { countHeldOwnLocks } from './own-locks.ts'
import { madeBy, RESERVATION_FLOOD, RESERVATION_LOOP, RESERVATIONS_ON } from './reservations.ts'
import { countOrdersOfSeats, SEATS_BEFORE_KEYS } from './seats.ts'
import { HOUSEHOLD_GUESSES } from './sign-ins.ts'
import { MOST_AT_A_TABLE, TABLE_FLOOD } from './sizes.ts'
import { LEAVES_TABLES_FREE, preparationOf } from './tables.ts'
import { PROXY, type RequestOptions, request, type Target } from './target.ts'

export type AttackName = keyof typeof ATTACKS
export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[]

/** During an attack, nine of ten responses of /healthz must arrive within this time. */
const MAX_HEALTH_MS = 100
/** During an attack, nine of ten orders must be on the board within this time after their guests were answered. */
const MAX_BOARD_MS = 500
/** An order that is not on the board after this time never comes, on any machine. */
const BOARD_TIMEOUT_MS = 20_000
/** During an attack, nobody waits longer than this. */
const MAX_WAIT_MS = 5_000
/** How much memory the server's process may take in addition during an attack. */
const MAX_GROWTH_MB = 300
/** Maximum of the median order’s time during an attack, divided by the one before. `FAST_ENOUGH_MS` is always accepted. */
const MAX_SLOWDOWN = 5
const FAST_ENOUGH_MS = 50
/** This long after an attack, no median may be above `MAX_RATIO_AFTER` times the one before. */
const RECOVERY_MS = 3_000
const MAX_RATIO_AFTER = 3
/** How many places one address, and one household's /56, may hold (docs/product/hours.md#hours-held). */
const MAX_HELD = { [TAKEAWAY_FLOOD]: 20, [HOUSEHOLD_FLOOD]: 80 }
/** How many unproven orders may be open at a table. */
const MAX_AT_A_TABLE = 30
/** How often the restaurant's devices at the attacker's address ask. */
const NEIGHBOURS_ASK_EVERY_MS = 200
/** Minimum time between two messages to the owner's phone, because each costs money. */
const MIN_MESSAGE_GAP_MS = 6_000

const OWNER = { username: 'owner', password: 'parola-owner' }

/** Times of a response of /healthz and of an order, and from that response to the board, in milliseconds. */
export interface Figures {
  health: number
  order: number
  board: number
}

export interface Spread {
  median: Figures
  p90: Figures
  max: Figures
}

/** The measurements of one attack. */
export interface Siege {
  /** The median before the attack. */
  usual: Figures
  during: Spread
  /** The median after the attack, measured until it is as before or `RECOVERY_MS` have passed. */
  after: Figures
  /** The memory of the server's process, in megabytes. */
  memory: { before: number; during: number }
  /** How many messages the owner's phone got during the attack, and how many it may get in that time. */
  messages: { sent: number; max: number }
  /** Faults that must not happen on any machine. */
  faults: string[]
  /** Requests that exceeded their time limit; meaningful on a calm machine only. */
  slow: string[]
}

/** The server that is attacked, with the guests who order meanwhile. */
export class Fortress {
  readonly #server: RunningServer
  readonly #target: Target
  readonly #whatsapp: TestWhatsapp
  readonly #url: string
  readonly #remove: () => Promise<void>
  /** The owner's session. */
  readonly #cookie: string
  readonly #board: ObservedBoard
  readonly #neighbours: readonly Neighbour[]
  #guests = 0

  private constructor(
    server: RunningServer,
    target: Target,
    cookie: string,
    whatsapp: TestWhatsapp,
    url: string,
    neighbours: readonly Neighbour[],
    remove: () => Promise<void>,
  ) {
    this.#server = server
    this.#target = target
    this.#cookie = cookie
    this.#board = new ObservedBoard(`http://127.0.0.1:${target.port}`, cookie)
    this.#whatsapp = whatsapp
    this.#url = url
    this.#neighbours = neighbours
    this.#remove = remove
  }

  /** Starts a server with the default limits, which sends its owner messages about orders on WhatsApp. */
  static async open(): Promise<Fortress> {
    const storage = await migratedStorage()
    const whatsapp = await openWhatsapp()
    const owner = { OWNER_USERNAME: OWNER.username, OWNER_PASSWORD: OWNER.password }
    const env = { ...storage.env, ...owner, ...whatsappEnvironment(whatsapp.account) }
    const server = await startProcess({ PORT: '0', LOG_LEVEL: 'fatal', TRUST_PROXY: PROXY, ...env })
    const target = { port: server.port, stock: await seedSmallRestaurant(storage.url()), from: '127.0.0.1' }
    await query(storage.url(), PICKUP_ON, RESERVATIONS_ON)
    const cookie = await signIn(target)
    const neighbours = await addNeighbours(target, cookie)
    return new Fortress(server, target, cookie, whatsapp, storage.url(), neighbours, () => storage.remove())
  }

  async close(): Promise<void> {
    this.#board.close()
    await this.#server.end('SIGTERM')
    await this.#whatsapp.close()
    await this.#remove()
  }

  /** Measures before, during and after an attack. @param seconds how long the attack lasts */
  async endure(name: AttackName, seconds: number): Promise<Siege> {
    const usual = (await this.#measure(() => false, 8)).median
    const outcome = await this.withstand(name, seconds)
    const after = await this.#recovered(usual)
    return { ...outcome, usual, after, slow: tooSlow(usual, outcome.during, after) }
  }

  /** Guests order during an attack; throws if one of them cannot. @param seconds how long the attack lasts */
  async withstand(name: AttackName, seconds: number): Promise<Omit<Siege, 'usual' | 'after' | 'slow'>> {
    await query(this.#url, preparationOf(name))
    const before = this.#memory()
    const target = { ...this.#target, from: `127.0.2.${1 + ATTACK_NAMES.indexOf(name)}` }
    const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: { name, target } })
    await once(worker, 'message')
    const began = Date.now()
    const deadline = began + seconds * 1000
    const isOver = () => Date.now() > deadline
    const [during, , heldLocks, ordersOfSeats] = await Promise.all([
      this.#measure(isOver),
      this.#askAsNeighbours(target.from, isOver),
      countHeldOwnLocks(this.#url, isOver),
      name === SEATS_BEFORE_KEYS ? countOrdersOfSeats(this.#url) : 0,
    ])
    const memory = { before, during: this.#memory() }
    const sent = this.#whatsapp.acceptedMessages.filter(({ at }) => at >= began).length
    const messages = { sent, max: 1 + Math.ceil((Date.now() - began) / MIN_MESSAGE_GAP_MS) }
    const exited = once(worker, 'exit')
    worker.postMessage('over')
    await Promise.race([exited, sleep(2_000)])
    await worker.terminate()
    const faults: string[] = []
    if (messages.sent > messages.max) faults.push(`the owner got ${messages.sent} messages, ${messages.max} at most`)
    const growth = memory.during - memory.before
    if (growth > MAX_GROWTH_MB) faults.push(`the memory grew by ${growth} MB, ${MAX_GROWTH_MB} MB at most`)
    if (heldLocks > 0) faults.push('somebody outside held the lock of a start')
    for (const [flood, max] of Object.entries(MAX_HELD)) {
      const places = flood === name ? await countPlaces(this.#url, flood) : 0
      if (places > max) faults.push(`an address or household holds ${places} places of the kitchen`)
    }
    if (name === HOUSEHOLD_GUESSES && (await signIn(this.#target)) === '') faults.push('the owner is locked out')
    if (name === TABLE_FLOOD) {
      const [most] = await query<{ count: number }>(this.#url, MOST_AT_A_TABLE)
      if ((most?.count ?? 0) > MAX_AT_A_TABLE) faults.push(`${most?.count} orders of strangers are open at a table`)
    }
    if (name === RESERVATION_FLOOD || name === RESERVATION_LOOP) {
      const [made] = await query<{ count: number }>(this.#url, madeBy(name))
      if (made?.count !== MAX_OF_ADDRESS) faults.push(`one address has made ${made?.count} reservations`)
      const news = await this.#expectStatus('/api/reservations?waiting=true', 200, {
        headers: { cookie: this.#cookie },
      })
      if (news.includes(RESERVATION_LOOP)) faults.push('what was cancelled unseen is news')
    }
    if (ordersOfSeats > 0) faults.push('a seat was sent the key of its table')
    if (LEAVES_TABLES_FREE.has(name) && (await this.#isAnyOccupied())) faults.push('tables are occupied')
    return { during, memory, messages, faults }
  }

  /** Bytes of the response with the orders for the owner's Orders tab. */
  async boardBytes(): Promise<number> {
    const response = await request(this.#target, '/api/orders', { headers: { cookie: this.#cookie } })
    if (response?.status !== 200) throw new Error(`the board: ${response?.status} ${response?.body}`)
    return Buffer.byteLength(response.body)
  }

  /** Measures until the figures are as before, or the time is up. @returns the last figures */
  async #recovered(usual: Figures): Promise<Figures> {
    for (const deadline = Date.now() + RECOVERY_MS; ; ) {
      const { median } = await this.#measure(() => false, 5)
      if (isAsBefore(usual, median) || Date.now() > deadline) return median
    }
  }

  async #measure(isOver: () => boolean, times = Number.POSITIVE_INFINITY): Promise<Spread> {
    const health: number[] = []
    const order: number[] = []
    const answeredAt = new Map<number, number>()
    for (let i = 0; i < times && (i < 3 || !isOver()); i++) {
      health.push(await timed(() => this.#expectStatus('/healthz', 200)))
      order.push(
        await timed(async () => {
          const { id } = await this.#order()
          answeredAt.set(id, performance.now())
        }),
      )
      await sleep(30)
    }
    const board = await this.#boardDelays(answeredAt)
    const figures = (share: number): Figures => ({
      health: quantile(health, share),
      order: quantile(order, share),
      board: quantile(board, share),
    })
    return { median: figures(0.5), p90: figures(0.9), max: figures(1) }
  }

  /** Asks as the restaurant's devices and guests do who have the attacker's address; throws if one is refused. */
  async #askAsNeighbours(from: string, isOver: () => boolean): Promise<void> {
    for (let i = 0; i < 3 || !isOver(); i++) {
      for (const { path, status, options } of this.#neighbours)
        await this.#expectStatus(path, status, { ...options, from })
      await sleep(NEIGHBOURS_ASK_EVERY_MS)
    }
  }

  /** Waits until the board shows these orders. @returns how long after its response it showed each */
  async #boardDelays(answeredAt: ReadonlyMap<number, number>): Promise<number[]> {
    const { shownAt } = this.#board
    for (const deadline = Date.now() + BOARD_TIMEOUT_MS; Date.now() < deadline; await sleep(20))
      if ([...answeredAt.keys()].every((id) => shownAt.has(id))) break
    return [...answeredAt].map(([id, at]) => {
      const shown = shownAt.get(id)
      if (shown === undefined) throw new Error(`the board never showed order ${id}`)
      return Math.max(0, shown - at)
    })
  }

  async #order(): Promise<PlacedOrder> {
    const [dish] = this.#target.stock.dishes
    const i = this.#guests++
    const body = {
      items: [{ menuItemId: dish?.id, quantity: 1 }],
      total: dish?.price,
      customerName: 'Guest',
      phoneNumber: '0712 345 678',
    }
    const response = await this.#expectStatus('/api/orders', 201, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'idempotency-key': `guest ${i}` },
      // Each guest has another address.
      from: `127.0.1.${1 + (i % 250)}`,
    })
    return JSON.parse(response)
  }

  /** @returns the body */
  async #expectStatus(path: string, status: number, options: RequestOptions = {}): Promise<string> {
    const response = await request(this.#target, path, options)
    if (response?.status !== status)
      throw new Error(`${path}: ${response?.status ?? 'no response'} ${response?.body ?? ''}`)
    return response.body
  }

  async #isAnyOccupied(): Promise<boolean> {
    const response = await request(this.#target, '/api/tables')
    return (JSON.parse(response?.body ?? '[]') as Table[]).some(({ status }) => status === 'occupied')
  }

  #memory(): number {
    const pid = this.#server.process.pid
    if (process.platform !== 'linux' || pid === undefined) return 0
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1024)
  }
}

/** Signs the owner in. @returns the cookie */
async function signIn(target: Target): Promise<string> {
  const login = { method: 'POST', body: JSON.stringify(OWNER), from: '127.0.1.251' }
  const cookies = (await request(target, '/api/login', login))?.headers['set-cookie'] ?? []
  return cookies.map((setCookie) => setCookie.split(';')[0]).join('; ')
}

function tooSlow(usual: Figures, { median, p90, max }: Spread, after: Figures): string[] {
  const slow: string[] = []
  const limit = Math.max(FAST_ENOUGH_MS, MAX_SLOWDOWN * usual.order)
  if (p90.health > MAX_HEALTH_MS)
    slow.push(`one /healthz of ten took ${ms(p90.health)} or more, ${MAX_HEALTH_MS} ms is the limit`)
  if (p90.board > MAX_BOARD_MS)
    slow.push(`one order of ten was on the board after ${ms(p90.board)} or more, ${MAX_BOARD_MS} ms is the limit`)
  const longest = Math.max(max.health, max.order)
  if (longest > MAX_WAIT_MS) slow.push(`somebody waited for ${ms(longest)}, ${MAX_WAIT_MS} ms is the limit`)
  if (median.order > limit) slow.push(`the median order took ${ms(median.order)}, ${ms(limit)} is the limit`)
  if (!isAsBefore(usual, after))
    slow.push(`${RECOVERY_MS} ms after its end an order took ${ms(after.order)}, /healthz ${ms(after.health)}`)
  return slow
}

const isAsBefore = (usual: Figures, now: Figures) =>
  now.order <= Math.max(FAST_ENOUGH_MS, MAX_RATIO_AFTER * usual.order) &&
  now.health <= Math.max(FAST_ENOUGH_MS, MAX_RATIO_AFTER * usual.health)

const ms = (value: number) => `${Math.round(value)} ms`

export function describeSiege(
  name: AttackName,
  { usual, during, after, memory, messages, faults, slow }: Siege,
): string {
  const figures = ({ health, order, board }: Figures) => `${ms(health)} / ${ms(order)} / ${ms(board)}`
  const allFaults = [...faults, ...slow]
  const outcome = allFaults.length === 0 ? 'held' : `FAULTS: ${allFaults.join('; ')}`
  return (
    `${name}: /healthz / order / board usually ${figures(usual)}, during ${figures(during.median)} ` +
    `(90 % ${figures(during.p90)}, maximum ${figures(during.max)}), after ${figures(after)}; ${memory.before} → ${memory.during} MB; ${messages.sent} of at most ${messages.max} messages to the owner: ${outcome}`
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}
