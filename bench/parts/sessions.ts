/** Measures the time from a change of a shared cart to its frame on the last of six phones, beside bare sockets. */
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { FanOutCalls } from '../baselines/fan-out.ts'
import { startChild } from '../calls.ts'
import { type Compared, quantile } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { memoryOf } from './memory.ts'
import type { BenchServers } from './orders.ts'
import { compare, compareAtMost, ms, printFigures, title, whole } from './report.ts'

const PHONES = 6
const CHANGE_INTERVAL_MS = 1_000
/** Tables whose guests sit down at the same time. */
const SEATED_TOGETHER = 10
/** The 99th percentile in milliseconds at most. */
const MAX_MS = 12
/** Growth of the product's memory that counts as flat: less than its young generation. */
const MAX_GROWTH_MB = 8

/** A table whose phones are all sent each change. */
interface OpenTable {
  /** Makes one change. */
  change(): void
  /** Resolves when every phone has received the change. */
  received(): Promise<void>
  close(): void
}

export async function measureSessions({ product, server }: Omit<BenchServers, 'baseline'>, plan: Plan): Promise<void> {
  const fanOut = await startChild<FanOutCalls>(new URL('../baselines/fan-out.ts', import.meta.url))
  const barePort = await fanOut.call('listen', undefined)
  const tables: { product: OpenTable[]; baseline: OpenTable[] } = { product: [], baseline: [] }
  try {
    title(`A change of each shared cart a second → the last of ${PHONES} phones, ${server}; baseline: bare sockets`)
    for (let first = 0; first < plan.sharedTables; first += SEATED_TOGETHER) {
      const batch = Array.from({ length: Math.min(SEATED_TOGETHER, plan.sharedTables - first) }, (_, i) => first + i)
      tables.product.push(...(await Promise.all(batch.map((i) => seatGuests(product, i)))))
      tables.baseline.push(...(await Promise.all(batch.map((i) => seatBare(barePort, i)))))
    }
    const figures: Record<'p50' | 'p99', Compared> = {
      p50: { product: [], baseline: [] },
      p99: { product: [], baseline: [] },
    }
    const seconds = plan.seconds * 2
    await makeChanges(tables.product, seconds)
    const memoryBefore = memoryOf(product.pid)
    for (let round = 0; round < plan.rounds; round++) {
      for (const side of round % 2 === 0 ? (['product', 'baseline'] as const) : (['baseline', 'product'] as const)) {
        const took = await makeChanges(tables[side], seconds)
        figures.p50[side].push(quantile(took, 0.5))
        figures.p99[side].push(quantile(took, 0.99))
      }
    }
    compare(`${plan.sharedTables} tables: half of them`, figures.p50, ms)
    compareAtMost(`${plan.sharedTables} tables: 99 of 100`, figures.p99, ms, MAX_MS)
    const grown = memoryOf(product.pid) - memoryBefore
    const goal = { wanted: `≤ ${MAX_GROWTH_MB} MB`, isReached: grown <= MAX_GROWTH_MB }
    const megabytes = (value: number) => `${whole(value)} MB`
    if (!Number.isNaN(grown))
      printFigures('more memory after all changes', { product: [grown], baseline: [] }, megabytes, goal)
  } finally {
    for (const table of [...tables.product, ...tables.baseline]) table.close()
    await fanOut.close()
  }
}

/** Makes changes at all tables, spread evenly over each second. @returns the milliseconds that each took */
async function makeChanges(tables: readonly OpenTable[], seconds: number): Promise<number[]> {
  const took: number[] = []
  const start = performance.now()
  const atTable = async (table: OpenTable, i: number) => {
    for (let n = 0; n < seconds; n++) {
      const dueAt = start + (n + i / tables.length) * CHANGE_INTERVAL_MS
      await sleep(Math.max(0, dueAt - performance.now()))
      const received = table.received()
      const began = performance.now()
      table.change()
      await received
      took.push(performance.now() - began)
    }
  }
  await Promise.all(tables.map(atTable))
  return took
}

/** Seats six guests of the product at a table. In turn, one adds a dish and the next removes it. */
async function seatGuests({ port, seed }: BenchServers['product'], i: number): Promise<OpenTable> {
  const url = `http://127.0.0.1:${port}`
  const tableId = seed.tables[i]?.id
  const sockets: WebSocket[] = []
  for (let guest = 0; guest < PHONES; guest++) sockets.push(await join(url, tableId, `Guest ${guest}`, addressOf(i)))
  let turn = 0
  let lineId: number | undefined
  sockets[0]?.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame
    if (frame.type === 'ITEM_ADDED') lineId = frame.payload.id
    if (frame.type === 'ITEM_REMOVED') lineId = undefined
  })
  return {
    change() {
      const dish = seed.dishes[turn % seed.dishes.length]?.id
      const frame =
        lineId === undefined
          ? { type: 'ADD_ITEM', payload: { menuItemId: dish, quantity: 1 } }
          : { type: 'REMOVE_ITEM', payload: { itemId: lineId } }
      sockets[turn++ % PHONES]?.send(JSON.stringify(frame))
    },
    received: () => allReceive(sockets, (text) => text.startsWith('{"type":"ITEM_')),
    close: () => closeAll(sockets),
  }
}

/** The sockets and new sessions of one address are limited, so the tables have several. */
const addressOf = (table: number) => `127.0.2.${1 + (table % 20)}`

async function join(url: string, tableId: number | undefined, name: string, localAddress: string): Promise<WebSocket> {
  const { cookie, session } = await requestSeat(url, JSON.stringify({ tableId, name }), localAddress)
  const socket = new WebSocket(`${url}/ws`, { headers: { cookie }, localAddress })
  await once(socket, 'open')
  const joined = allReceive([socket], (text) => text.startsWith('{"type":"CART_ITEMS"'))
  const payload = { sessionId: session.id, participantId: session.participant.id }
  socket.send(JSON.stringify({ type: 'JOIN_SESSION', payload }))
  await joined
  return socket
}

interface Seat {
  cookie: string
  session: { id: string; participant: { id: string } }
}

async function requestSeat(url: string, body: string, localAddress: string): Promise<Seat> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const request = http.request(`${url}/api/shared-sessions`, { method: 'POST', headers, localAddress })
  const [response] = (await once(request.end(body), 'response')) as [http.IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  if (response.statusCode !== 201) throw new Error(`joining got the status ${response.statusCode}: ${text}`)
  return { cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '', session: JSON.parse(text) }
}

async function seatBare(port: number, i: number): Promise<OpenTable> {
  const sockets = Array.from({ length: PHONES }, () => new WebSocket(`ws://127.0.0.1:${port}/${i}`))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  // As many bytes as the product's frame for one line.
  const frame = JSON.stringify({ type: 'ITEM_ADDED', payload: 'x'.repeat(270), version: 1 })
  let turn = 0
  return {
    change: () => sockets[turn++ % PHONES]?.send(frame),
    received: () => allReceive(sockets, () => true),
    close: () => closeAll(sockets),
  }
}

async function allReceive(sockets: readonly WebSocket[], matches: (text: string) => boolean): Promise<void> {
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          const onMessage = (data: WebSocket.RawData) => {
            if (!matches(String(data))) return
            socket.off('message', onMessage)
            resolve()
          }
          socket.on('message', onMessage)
        }),
    ),
  )
}

function closeAll(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) socket.terminate()
}
