import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MenuItem } from '#shared/contracts/menu.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { temporaryFolder } from './db/embedded/temporary.ts'
import { ExitedEarly, isRunning, postgresOf, type RunningServer, startProcess } from './testing/process.ts'

const OWNER = { OWNER_USERNAME: 'boss', OWNER_PASSWORD: 'secret-boss' }
const running: RunningServer[] = []
const folders: string[] = []

async function start(env: Record<string, string> = {}, args = ['--demo']): Promise<RunningServer> {
  const server = await startProcess({ PORT: '0', GUEST_WRITES_PER_MINUTE: '0', ...OWNER, ...env }, args)
  running.push(server)
  return server
}

async function folder(): Promise<string> {
  const made = await temporaryFolder()
  folders.push(made)
  return made
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL')
  for (const made of folders.splice(0))
    await rm(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
}, 30_000)

async function firstDish({ url }: RunningServer): Promise<MenuItem> {
  const menu = (await (await fetch(`${url}/api/menu`)).json()) as MenuItem[]
  if (!menu[0]) throw new Error('the menu is empty')
  return menu[0]
}

/** Sends an order under a key. @returns the answer, or undefined when none came */
async function send({ url }: RunningServer, key: string, dish: MenuItem): Promise<PlacedOrder | undefined> {
  const body = JSON.stringify({
    items: [{ menuItemId: dish.id, quantity: 1 }],
    total: dish.price,
    diningOption: 'takeaway',
    customerName: key,
    phoneNumber: '0712 345 678',
  })
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  try {
    const answer = await fetch(`${url}/api/orders`, { method: 'POST', headers, body })
    return answer.status === 201 ? ((await answer.json()) as PlacedOrder) : undefined
  } catch {
    return undefined
  }
}

/** The numbers of the orders that were sent under each key. */
async function ordersByKey({ url }: RunningServer): Promise<Map<string, number[]>> {
  const login = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: OWNER.OWNER_USERNAME, password: OWNER.OWNER_PASSWORD }),
  })
  const cookie = login.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const orders = (await (await fetch(`${url}/api/orders`, { headers: { cookie } })).json()) as Order[]
  const byKey = Map.groupBy(orders, ({ customerName }) => customerName)
  return new Map([...byKey].map(([key, list]) => [key, list.map(({ id }) => id)]))
}

describe('an order and kill -9', () => {
  it('is there after its 201, once, and its key gives the same answer', async () => {
    const DATA_DIR = await folder()
    const first = await start({ DATA_DIR })
    const dish = await firstDish(first)
    const placed = await send(first, 'acknowledged', dish)
    await first.end('SIGKILL')
    const second = await start({ DATA_DIR, PORT: String(first.port) })
    expect(await send(second, 'acknowledged', dish)).toEqual(placed)
    expect((await ordersByKey(second)).get('acknowledged')).toEqual([placed?.id])
  }, 60_000)

  it('is there once when the server dies before its 201 and the guest tries again', async () => {
    const DATA_DIR = await folder()
    let server = await start({ DATA_DIR })
    const { port } = server
    const dish = await firstDish(server)
    const acknowledged = new Map<string, number>()
    const keys: string[] = []
    for (let round = 0; round < 4; round++) {
      const dying = server
      const sent = Array.from({ length: 12 }, async (_, i) => {
        const key = `round ${round}, guest ${i}`
        keys.push(key)
        const placed = await send(dying, key, dish)
        if (placed) acknowledged.set(key, placed.id)
      })
      await new Promise((resolve) => setTimeout(resolve, randomInt(0, 40)))
      await dying.end('SIGKILL')
      await Promise.all(sent)
      server = await start({ DATA_DIR, PORT: String(port) })
      for (const key of keys) {
        const placed = await send(server, key, dish)
        if (acknowledged.has(key)) expect(placed?.id).toBe(acknowledged.get(key))
        if (placed) acknowledged.set(key, placed.id)
      }
    }
    const kept = await ordersByKey(server)
    expect(keys.map((key) => kept.get(key))).toEqual(keys.map((key) => [acknowledged.get(key)]))
  }, 120_000)
})

describe('the server', () => {
  it('ends in order on SIGTERM and leaves nothing running', async () => {
    const DATA_DIR = await folder()
    const server = await start({ DATA_DIR })
    const postgres = postgresOf(DATA_DIR)
    expect(isRunning(postgres)).toBe(true)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(isRunning(postgres)).toBe(false)
  }, 60_000)

  it('takes its PostgreSQL along within 10 s when it is killed', async () => {
    const DATA_DIR = await folder()
    const server = await start({ DATA_DIR })
    const postgres = postgresOf(DATA_DIR)
    await server.end('SIGKILL')
    await vi.waitFor(() => expect(isRunning(postgres)).toBe(false), { timeout: 10_000, interval: 50 })
  }, 60_000)

  it('answers 503 with Retry-After while PostgreSQL is gone, and goes on by itself', async () => {
    const DATA_DIR = await folder()
    const server = await start({ DATA_DIR })
    const dish = await firstDish(server)
    const before = await send(server, 'before', dish)
    process.kill(postgresOf(DATA_DIR), 'SIGKILL')
    const statuses = new Set<number>()
    await vi.waitFor(
      async () => {
        const answer = await fetch(`${server.url}/readyz`)
        statuses.add(answer.status)
        if (answer.status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(answer.status).toBe(200)
      },
      { timeout: 15_000, interval: 10 },
    )
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
    expect(await send(server, 'before', dish)).toEqual(before)
    expect(await send(server, 'after', dish)).toBeDefined()
  }, 60_000)

  it('refuses a folder that another one serves, and does not disturb it', async () => {
    const DATA_DIR = await folder()
    const first = await start({ DATA_DIR })
    const refused = await start({ DATA_DIR }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ExitedEarly)
    expect((refused as ExitedEarly).code).toBe(1)
    expect((refused as ExitedEarly).said).toContain(DATA_DIR)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  }, 60_000)

  it.each([
    ['PORT', 'abc'],
    ['TIMEZONE', 'Europe/Atlantis'],
    ['DATABASE_URL', 'mysql://localhost/masa'],
    ['PUBLIC_URL', 'masa.ro'],
    ['GUEST_WRITES_PER_MINUTE', '-1'],
  ])(
    'names %s=%s and stops',
    async (name, value) => {
      const refused = await start({ [name]: value, DATA_DIR: '/nowhere' }).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(ExitedEarly)
      expect((refused as ExitedEarly).code).toBe(1)
      expect((refused as ExitedEarly).said).toContain(name)
    },
    20_000,
  )

  it('names a port that is taken', async () => {
    const first = await start({ DATA_DIR: await folder() })
    const refused = await start({ DATA_DIR: await folder(), PORT: String(first.port) }).catch((error: unknown) => error)
    expect((refused as ExitedEarly).said).toContain(`PORT=${first.port} is in use`)
  }, 60_000)
})
