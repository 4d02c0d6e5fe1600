import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import { inDatabase, stock } from '#server/testing/small-restaurant.ts'
import { migratedStorage } from '#server/testing/storage.ts'
import { openWhatsapp, type TestWhatsapp, whatsappEnvironment } from '#server/testing/whatsapp.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { ATTACKS } from './attacks.ts'
import { foundBy, LEAVES_TABLES_FREE } from './tables.ts'
import { request, type Sending, type Target } from './target.ts'

export type AttackName = keyof typeof ATTACKS
export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[]

/** During an attack, nine of ten responses of /healthz must arrive within this time. */
const HEALTHY_MS = 100
/** During an attack, the median order may take this many times as long as before; `FLOOR_MS` is always fast enough. */
const SLOWER = 5
const FLOOR_MS = 50
/** This long after an attack, no median may be above `AS_BEFORE` times the one before: measured times always vary. */
const OVER_WITHIN_MS = 3_000
const AS_BEFORE = 3
/** The owner's phone gets no two messages within this time, whatever is ordered; each is paid for. */
const MESSAGE_EACH_MS = 6_000

const OWNER = { username: 'owner', password: 'parola-owner' }

/** In milliseconds. */
export interface Figures {
  health: number
  order: number
}

export interface Spread {
  median: Figures
  /** Nine of ten values are below it. */
  most: Figures
  worst: Figures
}

export interface Siege {
  /** The median before the attack. */
  usual: Figures
  during: Spread
  /** The median after the attack: once it is as before, or after `OVER_WITHIN_MS`. */
  after: Figures
  /** Of the server's process, in megabytes. */
  memory: { before: number; during: number }
  /** How many messages the owner's phone got during the attack, and how many it may get in that time. */
  messages: { sent: number; most: number }
  /** Faults that must not happen on any machine. */
  faults: string[]
  /** What exceeded its time limit; meaningful on a calm machine only. */
  slow: string[]
}

/** A server that is attacked. */
export class Fortress {
  readonly #server: RunningServer
  readonly #target: Target
  readonly #whatsapp: TestWhatsapp
  readonly #url: string
  readonly #remove: () => Promise<void>
  #guests = 0

  private constructor(
    server: RunningServer,
    target: Target,
    whatsapp: TestWhatsapp,
    url: string,
    remove: () => Promise<void>,
  ) {
    this.#server = server
    this.#target = target
    this.#whatsapp = whatsapp
    this.#url = url
    this.#remove = remove
  }

  /** A server with its default limits that sends its owner messages about orders on WhatsApp. */
  static async open(): Promise<Fortress> {
    const place = await migratedStorage()
    const whatsapp = await openWhatsapp()
    const owner = { OWNER_USERNAME: OWNER.username, OWNER_PASSWORD: OWNER.password }
    const env = { ...place.env, ...owner, ...whatsappEnvironment(whatsapp.account) }
    const server = await startProcess({ PORT: '0', LOG_LEVEL: 'fatal', ...env })
    const target = { port: server.port, stock: await stock(place.url()), from: '127.0.0.1' }
    return new Fortress(server, target, whatsapp, place.url(), () => place.remove())
  }

  async close(): Promise<void> {
    await this.#server.end('SIGTERM')
    await this.#whatsapp.close()
    await this.#remove()
  }

  /** @param seconds how long the attack goes on */
  async endure(name: AttackName, seconds: number): Promise<Siege> {
    await inDatabase(this.#url, foundBy(name))
    const usual = (await this.#measure(() => false, 8)).median
    const before = this.#memory()
    const target = { ...this.#target, from: `127.0.2.${1 + ATTACK_NAMES.indexOf(name)}` }
    const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: { name, target } })
    await once(worker, 'online')
    const began = Date.now()
    const until = began + seconds * 1000
    const during = await this.#measure(() => Date.now() > until)
    const memory = { before, during: this.#memory() }
    const sent = this.#whatsapp.taken.filter(({ at }) => at >= began).length
    const messages = { sent, most: 1 + Math.ceil((Date.now() - began) / MESSAGE_EACH_MS) }
    const exited = once(worker, 'exit')
    worker.postMessage('over')
    await Promise.race([exited, sleep(2_000)])
    await worker.terminate()
    const after = await this.#recovered(usual)
    const slow = tooSlow(usual, during, after)
    const faults: string[] = []
    if (messages.sent > messages.most) faults.push(`the owner got ${messages.sent} messages, ${messages.most} at most`)
    if (LEAVES_TABLES_FREE.has(name) && (await this.#isAnyOccupied())) faults.push('tables are occupied')
    return { usual, during, after, memory, messages, faults, slow }
  }

  /** Bytes of the response that the owner's Orders tab starts from. */
  async boardBytes(): Promise<number> {
    const login = { method: 'POST', body: JSON.stringify(OWNER), from: '127.0.1.251' }
    const cookie = (await request(this.#target, '/api/login', login))?.headers['set-cookie']
    const headers = { cookie: cookie?.map((one) => one.split(';')[0]).join('; ') ?? '' }
    const answer = await request(this.#target, '/api/orders', { headers })
    if (answer?.status !== 200) throw new Error(`the board: ${answer?.status} ${answer?.body}`)
    return Buffer.byteLength(answer.body)
  }

  /** Measures until all is as before, or the time for that is up. @returns the last figures */
  async #recovered(usual: Figures): Promise<Figures> {
    for (const until = Date.now() + OVER_WITHIN_MS; ; ) {
      const { median } = await this.#measure(() => false, 5)
      if (isAsBefore(usual, median) || Date.now() > until) return median
    }
  }

  async #measure(isOver: () => boolean, times = Number.POSITIVE_INFINITY): Promise<Spread> {
    const health: number[] = []
    const order: number[] = []
    for (let i = 0; i < times && (i < 3 || !isOver()); i++) {
      health.push(await timed(() => this.#answered('/healthz', 200)))
      order.push(await timed(() => this.#order()))
      await sleep(30)
    }
    const figures = (part: number): Figures => ({ health: quantile(health, part), order: quantile(order, part) })
    return { median: figures(0.5), most: figures(0.9), worst: figures(1) }
  }

  #order(): Promise<void> {
    const [dish] = this.#target.stock.dishes
    const i = this.#guests++
    const body = {
      items: [{ menuItemId: dish?.id, quantity: 1 }],
      total: dish?.price,
      customerName: 'Guest',
      phoneNumber: '0712 345 678',
    }
    return this.#answered('/api/orders', 201, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'idempotency-key': `guest ${i}` },
      // Each guest on a phone of their own.
      from: `127.0.1.${1 + (i % 250)}`,
    })
  }

  async #answered(path: string, status: number, sending: Sending = {}) {
    const answer = await request(this.#target, path, sending)
    if (answer?.status !== status) throw new Error(`${path}: ${answer?.status ?? 'no answer'} ${answer?.body ?? ''}`)
  }

  async #isAnyOccupied(): Promise<boolean> {
    const answer = await request(this.#target, '/api/tables')
    return (JSON.parse(answer?.body ?? '[]') as Table[]).some(({ status }) => status === 'occupied')
  }

  #memory(): number {
    const pid = this.#server.process.pid
    if (process.platform !== 'linux' || pid === undefined) return 0
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes) / 1024)
  }
}

function tooSlow(usual: Figures, { median, most }: Spread, after: Figures): string[] {
  const slow: string[] = []
  const limit = Math.max(FLOOR_MS, SLOWER * usual.order)
  if (most.health > HEALTHY_MS)
    slow.push(`one /healthz of ten took ${ms(most.health)} or more, ${HEALTHY_MS} ms is the limit`)
  if (median.order > limit) slow.push(`the median order took ${ms(median.order)}, ${ms(limit)} is the limit`)
  if (!isAsBefore(usual, after))
    slow.push(`${OVER_WITHIN_MS} ms after its end an order took ${ms(after.order)}, /healthz ${ms(after.health)}`)
  return slow
}

const isAsBefore = (usual: Figures, now: Figures) =>
  now.order <= Math.max(FLOOR_MS, AS_BEFORE * usual.order) && now.health <= Math.max(FLOOR_MS, AS_BEFORE * usual.health)

const ms = (value: number) => `${Math.round(value)} ms`

export function inWords(name: AttackName, { usual, during, after, memory, messages, faults, slow }: Siege): string {
  const figures = ({ health, order }: Figures) => `${ms(health)} / ${ms(order)}`
  const allFaults = [...faults, ...slow]
  const outcome = allFaults.length === 0 ? 'held' : `FAULTS: ${allFaults.join('; ')}`
  return (
    `${name}: /healthz / order usually ${figures(usual)}, during ${figures(during.median)} ` +
    `(90 % ${figures(during.most)}, worst ${figures(during.worst)}), after ${figures(after)}; ${memory.before} → ${memory.during} MB; ${messages.sent} of at most ${messages.most} messages to the owner: ${outcome}`
  )
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN
}
