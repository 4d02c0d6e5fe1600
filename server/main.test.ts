import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { call, callOrLose, takeawayOf } from './testing/call.ts'
import { query } from './testing/databases.ts'
import { ExitedEarly, isRunning, type RunningServer } from './testing/process.ts'
import { type Dish, FIRST_OWNER, servers } from './testing/servers.ts'
import { onEmbedded, openBucket, postgresOf } from './testing/storage.ts'

/** Sends an order with an idempotency key. @returns the placed order; undefined if there was no 201 */
async function send({ url }: RunningServer, key: string, dish: Dish): Promise<PlacedOrder | undefined> {
  const headers = { 'idempotency-key': key }
  const placed = await callOrLose<PlacedOrder>(url, 'POST', '/api/orders', takeawayOf(dish, key), { headers })
  return placed?.status === 201 ? placed.body : undefined
}

/** Ids of the stored orders by idempotency key. */
async function ordersByKey({ url }: RunningServer): Promise<Map<string, number[]>> {
  const login = { username: FIRST_OWNER.OWNER_USERNAME, password: FIRST_OWNER.OWNER_PASSWORD }
  const { cookie } = await call(url, 'POST', '/api/login', login)
  const { body: orders } = await call<Order[]>(url, 'GET', '/api/orders', undefined, { headers: { cookie } })
  const byKey = Map.groupBy(orders, ({ customerName }) => customerName)
  return new Map([...byKey].map(([key, list]) => [key, list.map(({ id }) => id)]))
}

describe.concurrent('killing the server with SIGKILL', () => {
  it('loses no order that got a 201; a request with its key then gets the same response', async (test) => {
    const { start, serve } = servers(test)
    const { storage, server: first, dish } = await serve()
    const placed = await send(first, 'acknowledged', dish)
    await first.end('SIGKILL')
    const second = await start({ ...storage.env, PORT: String(first.port) })
    expect(await send(second, 'acknowledged', dish)).toEqual(placed)
    expect((await ordersByKey(second)).get('acknowledged')).toEqual([placed?.id])
  })

  // A chaos test in faults/ covers other PostgreSQL servers.
  it.runIf(onEmbedded)('stores an order once if the server dies before its 201 and the guest retries', async (test) => {
    const { start, serve } = servers(test)
    const { storage, server: first, dish } = await serve()
    let server = first
    const { port } = server
    const acknowledged = new Map<string, number>()
    const keys: string[] = []
    for (let round = 0; round < 2; round++) {
      const dying = server
      const requests = Array.from({ length: 12 }, async (_, i) => {
        const key = `round ${round}, guest ${i}`
        keys.push(key)
        const placed = await send(dying, key, dish)
        if (placed) acknowledged.set(key, placed.id)
      })
      await new Promise((resolve) => setTimeout(resolve, randomInt(0, 40)))
      await dying.end('SIGKILL')
      await Promise.all(requests)
      server = await start({ ...storage.env, PORT: String(port) })
      for (const key of keys) {
        const placed = await send(server, key, dish)
        if (acknowledged.has(key)) expect(placed?.id).toBe(acknowledged.get(key))
        if (placed) acknowledged.set(key, placed.id)
      }
    }
    const stored = await ordersByKey(server)
    expect(keys.map((key) => stored.get(key))).toEqual(keys.map((key) => [acknowledged.get(key)]))
  })
})

describe.runIf(onEmbedded)('the server with the embedded database', { concurrent: true }, () => {
  it('shuts down cleanly on SIGTERM and leaves no process running', async (test) => {
    const { start, newServerStorage } = servers(test)
    const { DATA_DIR } = (await newServerStorage()).env
    const server = await start({ DATA_DIR })
    const postgres = postgresOf(DATA_DIR)
    expect(isRunning(postgres)).toBe(true)
    const lostPhone = connect(server.port, '127.0.0.1').on('error', () => {})
    // The shutdown does not wait for a phone that disappeared in the middle of a request.
    await new Promise((sent) => lostPhone.write('POST /api/orders HTTP/1.1\r\nHost: masa\r\nContent-Le', sent))
    expect(await server.end('SIGTERM')).toBe(0)
    expect(isRunning(postgres)).toBe(false)
  })

  it('completes a start during which PostgreSQL crashes after the migration', async (test) => {
    const { start, newServerStorage } = servers(test)
    const storage = await newServerStorage()
    const first = await start({ ...storage.env, OWNER_USERNAME: '', OWNER_PASSWORD: '' })
    await query(
      storage.url(),
      'create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return new; end $$',
      'create trigger take_time before insert on users for each row execute function take_time()',
    )
    await first.end('SIGTERM')
    const starting = start(storage.env)
    await vi.waitFor(
      async () => {
        const working = `select from pg_stat_activity where wait_event = 'PgSleep'`
        expect(await query(storage.url(), working)).toHaveLength(1)
      },
      { timeout: 40_000, interval: 10 },
    )
    process.kill(postgresOf(storage.env.DATA_DIR), 'SIGKILL')
    expect((await fetch(`${(await starting).url}/readyz`)).status).toBe(200)
    expect(await query(storage.url(), 'select username from users where is_owner')).toEqual([{ username: 'boss' }])
  })

  it('leaves no PostgreSQL running 10 s after it was killed', async (test) => {
    const { start, newServerStorage } = servers(test)
    const { DATA_DIR } = (await newServerStorage()).env
    const server = await start({ DATA_DIR })
    const postgres = postgresOf(DATA_DIR)
    await server.end('SIGKILL')
    await vi.waitFor(() => expect(isRunning(postgres)).toBe(false), { timeout: 10_000, interval: 50 })
  })

  it('responds with 503 and Retry-After while PostgreSQL is down, and recovers by itself', async (test) => {
    const { serve } = servers(test)
    const { storage, server, dish } = await serve()
    const before = await send(server, 'before', dish)
    process.kill(postgresOf(storage.env.DATA_DIR), 'SIGKILL')
    const statuses = new Set<number>()
    await vi.waitFor(
      async () => {
        const response = await fetch(`${server.url}/readyz`)
        statuses.add(response.status)
        if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
        // A connection outlives its server for a moment.
        expect([...statuses]).toContain(503)
        expect(response.status).toBe(200)
      },
      { timeout: 60_000, interval: 10 },
    )
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
    expect(await send(server, 'before', dish)).toEqual(before)
    expect(await send(server, 'after', dish)).toBeDefined()
  })

  it('does not start on a folder that another server uses, and leaves that server running', async (test) => {
    const { start, newServerStorage } = servers(test)
    const { DATA_DIR } = (await newServerStorage()).env
    const first = await start({ DATA_DIR })
    const failure = await start({ DATA_DIR }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ExitedEarly)
    expect((failure as ExitedEarly).code).toBe(1)
    expect((failure as ExitedEarly).output).toContain(DATA_DIR)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })
})

it('the server prints where to create the owner’s account while there is no owner, and not afterwards', async (test) => {
  const { start, newServerStorage } = servers(test)
  const storage = await newServerStorage()
  const noOwner = { OWNER_USERNAME: '', OWNER_PASSWORD: '' }
  const first = await start({ ...storage.env, ...noOwner })
  const line = new RegExp(`create the owner's account at: http://localhost:${first.port}/auth\n`)
  await vi.waitFor(() => expect(first.output()).toMatch(line))
  const body = JSON.stringify({ username: 'ana', password: 'parola-mea', isOwner: true })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${first.url}/api/register`, { method: 'POST', headers, body })).status).toBe(201)
  await first.end('SIGTERM')
  const second = await start({ ...storage.env, ...noOwner })
  await second.end('SIGTERM')
  expect(second.output()).not.toContain('/auth')
})

it('the server reads the pictures that it knows from the bucket that the environment names', async (test) => {
  const { start, newServerStorage } = servers(test)
  const bucket = await openBucket()
  test.onTestFinished(() => bucket.close())
  const [hash, invented] = ['a'.repeat(32), 'b'.repeat(32)]
  for (const name of [hash, invented]) bucket.objects.set(`${name}/640.webp`, Buffer.from('a picture'))
  const storage = await newServerStorage()
  const server = await start({
    ...storage.env,
    BUCKET_URL: bucket.url,
    BUCKET_REGION: bucket.region,
    BUCKET_ACCESS_KEY_ID: bucket.accessKeyId,
    BUCKET_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  })
  await query(storage.url(), `insert into pictures (hash, used_at) values ('${hash}', now())`)
  const picture = await fetch(`${server.url}/pictures/${hash}/640.webp`)
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/webp', 'a picture'])
  expect((await fetch(`${server.url}/pictures/${invented}/640.webp`)).status).toBe(404)
  expect(bucket.requests).toEqual([`GET ${hash}/640.webp`])
  expect(server.output()).not.toContain(bucket.secretAccessKey)
})
