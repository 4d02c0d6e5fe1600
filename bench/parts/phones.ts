/** Measures what an idle phone holds in the server's memory, beside the same sockets on a bare `ws`. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-database.ts'
import type { FanOutCalls } from '../baselines/fan-out.ts'
import { startChild } from '../calls.ts'
import type { Plan } from '../plan.ts'
import { fill, startProduct } from '../product.ts'
import { memoryOf } from './memory.ts'
import { compareAtMost, print, title, whole } from './report.ts'

const MAX_KB = 20
const BATCH_SIZE = 50
/** The number of sockets of one address is limited, so the phones have several, as in several networks. */
const PHONES_PER_ADDRESS = 200
/** Opened first and not counted, so that the server has compiled its code and grown its tables. */
const WARM_UP_PHONES = 200
/** How long the server may take to collect garbage. */
const SETTLE_MS = 5_000
/** Files that a process opens besides the phones' sockets. */
const OTHER_FILES = 500
/** A control frame: the pong that answers every ping. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const PING = 0x89

interface Side {
  port: number
  pid: number
  /** The path that a phone requests on a second connection, which it keeps alive; none if undefined. */
  keptAlive?: string
}

/** @param server the PostgreSQL server on which the product gets its own database */
export async function measurePhones(server: string, plan: Plan): Promise<void> {
  const phones = Math.min(plan.phones, Math.floor((maxFiles() - OTHER_FILES) / 2))
  title(
    `${whole(phones)} idle phones on one server, each with a socket and a kept-alive connection; ` +
      'baseline: as many sockets on a bare ws',
  )
  const pauseMs = SETTLE_MS * plan.pauses
  const opened: (() => Promise<unknown>)[] = []
  try {
    // A server of its own: one that has worked before has memory left over.
    const DATA_DIR = await temporaryFolder()
    opened.push(() => rm(DATA_DIR, { recursive: true, force: true }))
    const DATABASE_URL = await createDatabase(server, 'bench_phones')
    await fill(DATABASE_URL)
    const product = await startProduct({ DATA_DIR, DATABASE_URL })
    opened.push(() => product.end('SIGTERM'))
    const fanOut = await startChild<FanOutCalls>(new URL('../baselines/fan-out.ts', import.meta.url))
    opened.push(fanOut.close)
    const bare = { port: await fanOut.call('listen', undefined), pid: fanOut.pid }
    const { port, process } = product
    const compared = {
      product: [await growth({ port, pid: process.pid ?? 0, keptAlive: '/api/menu' }, phones, pauseMs)],
      baseline: [await growth(bare, phones, pauseMs)],
    }
    compareAtMost('memory (PSS) of a phone', compared, kilobytes, MAX_KB)
    print(`  a process may open ${whole(maxFiles())} files here, which limits the phones`)
  } finally {
    for (const close of opened.reverse()) await close()
  }
}

const kilobytes = (value: number) => `${value.toFixed(1)} KB`

/** Opens phones. @returns how many KB the server's memory grew for each */
async function growth(side: Side, count: number, pauseMs: number): Promise<number> {
  const sockets: Socket[] = []
  try {
    await openPhones(side, WARM_UP_PHONES, sockets)
    await sleep(pauseMs)
    const before = memoryOf(side.pid)
    await openPhones(side, count - WARM_UP_PHONES, sockets)
    await sleep(pauseMs)
    const after = memoryOf(side.pid)
    const closed = sockets.filter(({ destroyed }) => destroyed).length
    if (closed > 0) throw new Error(`${closed} connections were closed while the phones were idle`)
    return ((after - before) * 1024) / (count - WARM_UP_PHONES)
  } finally {
    for (const socket of sockets) socket.destroy()
    await sleep(pauseMs)
  }
}

async function openPhones(side: Side, count: number, sockets: Socket[]): Promise<void> {
  for (let opened = 0; opened < count; opened += BATCH_SIZE) {
    const batch = Array.from({ length: Math.min(BATCH_SIZE, count - opened) }, (_, i) =>
      openPhone(side, Math.floor((sockets.length + i) / PHONES_PER_ADDRESS)),
    )
    sockets.push(...(await Promise.all(batch)).flat())
  }
}

/** Opens a phone as its browser does, with plain sockets: 20,000 complete clients would take gigabytes. */
async function openPhone({ port, keptAlive }: Side, network: number): Promise<Socket[]> {
  const localAddress = `127.0.1.${1 + network}`
  const host = `Host: 127.0.0.1:${port}\r\nUser-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0\r\n`
  const upgrade =
    `GET /ws HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
    `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://127.0.0.1:${port}\r\n\r\n`
  const sockets = [await request(port, localAddress, upgrade, '101')]
  if (keptAlive !== undefined) {
    const get = `GET ${keptAlive} HTTP/1.1\r\n${host}Accept-Encoding: br\r\n\r\n`
    sockets.push(await request(port, localAddress, get, '200'))
  }
  return sockets
}

async function request(port: number, localAddress: string, text: string, status: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.write(text)
  const [head] = (await once(socket, 'data')) as [Buffer]
  const received = head.toString('latin1', 9, 12)
  if (received !== status) throw new Error(`a phone got the status ${received} instead of ${status}`)
  socket.on('error', () => {})
  socket.on('data', (data: Buffer) => {
    if (data.includes(PING)) socket.write(PONG)
  })
  return socket
}

/** How many files a process may open; connections count too. */
function maxFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.NaN)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
