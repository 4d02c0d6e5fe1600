import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { inTransaction, poolOf } from './db/index.ts'
import { takeaway, testServer } from './testing/app.ts'
import { watchTraffic } from './testing/database-traffic.ts'
import { listenUrl, openTestSocket, WAIT_OPTIONS } from './testing/phone.ts'
import { changesBetween, parseMetrics } from './testing/prometheus.ts'
import { deployFile } from './testing/proxy.ts'

const TOKEN = 'a-token-of-the-tests'
const server = testServer({ allowedHosts: ['menu.example'] }, undefined, { dataDir: import.meta.dirname })
const published = testServer({ publicUrl: 'https://menu.example' })
const withToken = testServer({ metricsToken: TOKEN, trustProxy: true })

const scrape = async () => parseMetrics((await server.call('GET', '/metrics')).body)
const requestsTo = (route: string, status: number, method = 'GET') =>
  `masa_http_requests_total{method="${method}",route="${route}",status="${status}"}`

/** Sends a GET on a connection of its own. */
async function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; body: string }> {
  const [response] = (await once(http.get(url, { headers, agent: false }), 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: Buffer.concat(await response.toArray()).toString() }
}

describe('a scrape', () => {
  it('counts exactly what was done', async () => {
    const url = await listenUrl(server.app)
    await server.call('GET', '/api/menu')
    const before = await scrape()

    const menus = [await get(`${url}/api/menu`), await get(`${url}/api/menu`)]
    expect(menus.map(({ status }) => status)).toEqual([200, 200])
    const plain = await fetch(`${url}/api/menu`, { headers: { 'accept-encoding': 'identity' } })
    const etag = plain.headers.get('etag') ?? ''
    expect((await get(`${url}/api/menu`, { 'if-none-match': etag })).status).toBe(304)

    const key = { headers: { 'idempotency-key': 'a-key-of-this-order-1' } }
    for (let i = 0; i < 2; i++)
      expect((await server.call('POST', '/api/orders', takeaway(server), key)).statusCode).toBe(201)
    expect((await server.call('POST', '/api/orders', takeaway(server))).statusCode).toBe(201)
    expect((await server.call('POST', '/api/orders', takeaway(server, { total: 1 }))).statusCode).toBe(409)
    for (const path of ['/api/nothing', '/api/nothing/else', '/secret-of-a-guest'])
      expect((await server.call('GET', path)).statusCode).toBe(404)
    for (let i = 0; i < 31; i++) await server.call('GET', `/api/backups/links/${'x'.repeat(22)}`)
    expect((await server.call('GET', '/api/orders')).statusCode).toBe(401)

    const LINK = '/api/backups/links/:word'
    expect(
      changesBetween(
        before,
        await scrape(),
        /^masa_(http_requests|refusals|orders_placed)_total|^masa_.*_seconds_count/,
      ),
    ).toEqual({
      [requestsTo('/metrics', 200)]: 1,
      [requestsTo('/api/menu', 200)]: 3,
      [requestsTo('/api/menu', 304)]: 1,
      [requestsTo('/api/orders', 201, 'POST')]: 3,
      [requestsTo('/api/orders', 409, 'POST')]: 1,
      [requestsTo('/api/orders', 401)]: 1,
      'masa_http_requests_total{method="any",route="unknown",status="404"}': 3,
      [requestsTo(LINK, 404)]: 30,
      [requestsTo(LINK, 429)]: 1,
      masa_orders_placed_total: 2,
      'masa_refusals_total{status="409",reason="price_changed"}': 1,
      'masa_refusals_total{status="401",reason="unauthorized"}': 1,
      'masa_refusals_total{status="404",reason="link_over"}': 30,
      'masa_refusals_total{status="429",reason="too_many_requests"}': 1,
      'masa_http_request_duration_seconds_count{method="GET",route="/metrics"}': 1,
      'masa_http_request_duration_seconds_count{method="GET",route="/api/menu"}': 4,
      'masa_http_request_duration_seconds_count{method="POST",route="/api/orders"}': 4,
      'masa_http_request_duration_seconds_count{method="GET",route="/api/orders"}': 1,
      [`masa_http_request_duration_seconds_count{method="GET",route="${LINK}"}`]: 30,
    })
  })

  it('counts sockets and refused frames', async () => {
    const url = await listenUrl(server.app)
    const before = await scrape()
    const owner = await openTestSocket(url, { cookie: server.owner })
    const guests = [await openTestSocket(url), await openTestSocket(url)]
    guests[0]?.socket.send('nonsense')
    await guests[0]?.waitForFrames({ type: 'ERROR', payload: expect.objectContaining({ code: 'malformed_body' }) })
    expect(changesBetween(before, await scrape(), /^masa_socket/)).toEqual({
      'masa_sockets{of="owners"}': 1,
      'masa_sockets{of="guests"}': 2,
      masa_sockets_opened_total: 3,
      'masa_socket_refusals_total{reason="malformed_body"}': 1,
    })
    for (const { socket } of [owner, ...guests]) socket.close()
    await vi.waitFor(async () => expect((await scrape()).get('masa_sockets{of="guests"}')).toBe(0))
  })

  it('shows pools, the event loop, the process and the database', async () => {
    const metrics = await scrape()
    const { rows } = await server.connection.db.execute<{ bytes: string }>(
      sql`select pg_database_size(current_database()) as bytes`,
    )
    expect(metrics.get('masa_database_up')).toBe(1)
    // The database may have grown by what the server has written meanwhile.
    expect(Math.abs((metrics.get('masa_database_size_bytes') ?? 0) - Number(rows[0]?.bytes))).toBeLessThan(5_000_000)
    expect(metrics.get('masa_listening')).toBe(1)
    expect(metrics.get('masa_pool_connections{pool="requests",state="waiting"}')).toBe(0)
    expect(metrics.get('masa_whatsapp_waiting')).toBe(0)
    expect(metrics.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    const startedAt = metrics.get('process_start_time_seconds') ?? 0
    expect(Math.abs(Date.now() / 1000 - startedAt)).toBeLessThan(24 * 60 * 60)
  })

  it('shows what waits while the database is blocked, and answers all the same', async () => {
    const { db } = server.connection
    let waiting: Promise<unknown>[] = []
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`lock table orders in access exclusive mode`)
      waiting = Array.from({ length: 12 }, () => server.call('POST', '/api/orders', takeaway(server)))
      // Orders take half the pool; the others wait in a queue of their own.
      waiting.push(...Array.from({ length: 12 }, () => server.asOwner('GET', '/api/orders?status=pending')))
      await vi.waitFor(() => expect(poolOf(db)?.waitingCount).toBeGreaterThan(0), WAIT_OPTIONS)
      const metrics = await scrape()
      expect(metrics.get('masa_pool_connections{pool="requests",state="waiting"}')).toBeGreaterThan(0)
      expect(metrics.get('masa_pool_connections{pool="requests",state="busy"}')).toBe(8)
      expect(metrics.get('masa_database_up')).toBe(0)
    })
    await Promise.all(waiting)
    expect((await scrape()).get('masa_database_up')).toBe(1)
  })

  it('contains no name, number, address or path of a person', async () => {
    const guest = { customerName: 'Zamfira Popescu', phoneNumber: '0799 887 766', email: 'zamfira@example.com' }
    await server.call('POST', '/api/orders', takeaway(server, guest))
    await server.call('GET', '/zamfira/0799887766')
    await server.call('GET', '/api/orders/424242?q=zamfira', undefined, { headers: { 'x-request-id': 'zamfira' } })
    await server.call(
      'POST',
      '/api/login',
      { username: 'zamfira', password: 'zamfira1' },
      { remoteAddress: '10.9.8.7' },
    )
    const labels = [...(await scrape()).keys()].join('\n')
    expect(labels).toContain('/api/orders')
    expect(labels).not.toMatch(/zamfira|popescu|799|424242|10\.9\.8\.7|boss/i)
  })

  it('has a bounded number of lines, whatever paths, methods and hosts are invented', async () => {
    // Node's own lines appear with the first collection of each kind of garbage.
    const count = async () => [...(await scrape()).keys()].filter((line) => line.startsWith('masa_')).length
    const invent = async (from: number) => {
      for (let i = from; i < from + 20; i++) {
        await server.call('GET', `/path-${i}/${i}`)
        await server.app.inject({ method: 'PROPFIND' as 'GET', url: `/api/orders/${i}` })
        await server.call('GET', `/api/orders?x=${i}`, undefined, { headers: { host: `host-${i}.example` } })
      }
    }
    await invent(0)
    const first = await count()
    await invent(100)
    expect(await count()).toBe(first)
  })

  it('has each metric that an example of an alert reads', async () => {
    const { body } = await server.call('GET', '/metrics')
    const read = new Set(deployFile('alerts.yaml').match(/\b(masa|process|nodejs)_\w+/g))
    const missing = [...read].filter((name) => !body.includes(`# TYPE ${name.replace(/_bucket$/, '')} `))
    expect(missing).toEqual([])
    expect(read.size).toBeGreaterThan(15)
  })

  it('reads everything once for concurrent scrapes', async () => {
    const { statements } = await watchTraffic(server.connection).during(() =>
      Promise.all(Array.from({ length: 50 }, () => server.call('GET', '/metrics'))),
    )
    const { statements: once } = await watchTraffic(server.connection).during(() => server.call('GET', '/metrics'))
    // If each request ran its own statements, there would be fifty times as many.
    expect(statements).toBeLessThanOrEqual(5 * once)
  })
})

type Caller = Pick<InjectOptions, 'headers' | 'remoteAddress'>
const askAs = async (at: typeof server, caller: Caller) => {
  const response = await at.call('GET', '/metrics', undefined, caller)
  return response.statusCode === 200 ? 200 : `${response.statusCode} ${response.json().code}`
}

describe('the metrics without a token', () => {
  it.each<[string, Caller]>([
    ['localhost', { headers: { host: 'localhost:3000' } }],
    ['127.0.0.1', { headers: { host: '127.0.0.1:3000' } }],
    ['an address of the loopback network', { headers: { host: '127.0.0.53' }, remoteAddress: '127.0.0.2' }],
    ['IPv6', { headers: { host: '[::1]:3000' }, remoteAddress: '::1' }],
    ['IPv4 in IPv6', { headers: { host: 'LOCALHOST' }, remoteAddress: '::ffff:127.0.0.1' }],
  ])('are for programs of this machine: %s', async (_, caller) => {
    expect(await askAs(server, caller)).toBe(200)
  })

  it.each<[string, Caller, string]>([
    ['from the network', { headers: { host: 'localhost' }, remoteAddress: '192.168.1.7' }, '403 metrics_local'],
    ['from IPv6 elsewhere', { headers: { host: 'localhost' }, remoteAddress: '2001:db8::1' }, '403 metrics_local'],
    ['from 127 in a name', { headers: { host: '127.0.0.1.example' } }, '421 unknown_host'],
    ['under the public name', { headers: { host: 'menu.example' } }, '403 metrics_local'],
    ['under an address of the network', { headers: { host: '192.168.1.7:3000' } }, '403 metrics_local'],
    ['under an unknown name', { headers: { host: 'evil.example' } }, '421 unknown_host'],
    ['with Forwarded', { headers: { forwarded: 'for=127.0.0.1' } }, '403 metrics_local'],
    ['with X-Forwarded-For', { headers: { 'x-forwarded-for': '127.0.0.1' } }, '403 metrics_local'],
    ['with X-Forwarded-Proto', { headers: { 'x-forwarded-proto': 'http' } }, '403 metrics_local'],
    ['with X-Forwarded-Host', { headers: { 'x-forwarded-host': 'localhost' } }, '403 metrics_local'],
    ['with Via', { headers: { via: '1.1 proxy' } }, '403 metrics_local'],
    ['with X-Real-IP', { headers: { 'x-real-ip': '127.0.0.1' } }, '403 metrics_local'],
    ['with another X-Forwarded header', { headers: { 'x-forwarded-ssl': 'off' } }, '403 metrics_local'],
    ['with an empty one', { headers: { 'x-forwarded-for': '' } }, '403 metrics_local'],
    [
      'with an invented token',
      { headers: { authorization: 'Bearer x' }, remoteAddress: '10.0.0.1' },
      '403 metrics_local',
    ],
  ])('are refused %s', async (_, caller, refusal) => {
    expect(await askAs(server, caller)).toBe(refusal)
  })

  it('are refused on a real connection in the same cases', async () => {
    const url = `${await listenUrl(server.app)}/metrics`
    const statuses = await Promise.all(
      [{}, { host: 'localhost' }, { host: 'menu.example' }, { host: 'evil.example' }, { 'x-forwarded-for': '::1' }].map(
        async (headers) => (await get(url, headers as Record<string, string>)).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 403, 421, 403])
  })

  it('need no cookie, and an owner’s opens nothing', async () => {
    const headers = { cookie: server.owner }
    expect(await askAs(server, { headers, remoteAddress: '192.168.1.7' })).toBe('403 metrics_local')
  })
})

describe('the metrics without a token, at a public address', () => {
  it.each<[string, Caller]>([
    ['programs of this machine', { headers: { host: 'localhost:3000' } }],
    ['a proxy that changes the host to localhost and says nothing of the caller', { headers: { host: '127.0.0.1' } }],
    ['callers by the public name', { headers: { host: 'menu.example' }, remoteAddress: '192.168.1.7' }],
    ['a program with an invented token', { headers: { host: 'localhost', authorization: 'Bearer undefined' } }],
  ])('are refused to %s', async (_, caller) => {
    expect(await askAs(published, caller)).toBe('401 metrics_token')
  })
})

describe('the metrics with a token', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  it.each<[string, Caller]>([
    ['this machine', { headers: bearer(TOKEN) }],
    ['the network', { headers: bearer(TOKEN), remoteAddress: '192.168.1.7' }],
    ['a name that Masa does not know', { headers: { ...bearer(TOKEN), host: 'masa-7.internal' } }],
    ['behind a proxy', { headers: { ...bearer(TOKEN), 'x-forwarded-for': '10.0.0.1' } }],
    ['a program that writes the scheme in small letters', { headers: { authorization: `bearer  ${TOKEN}` } }],
  ])('are for whoever has it: %s', async (_, caller) => {
    expect(await askAs(withToken, caller)).toBe(200)
  })

  it.each<[string, Caller, string]>([
    ['none', {}, '401 metrics_token'],
    ['none, forged as this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }, '401 metrics_token'],
    ['an empty one', { headers: { authorization: 'Bearer ' } }, '401 metrics_token'],
    ['another one', { headers: bearer(TOKEN.replace('a', 'b')) }, '401 metrics_token'],
    ['its beginning', { headers: bearer(TOKEN.slice(0, -1)) }, '401 metrics_token'],
    ['one that begins with it', { headers: bearer(`${TOKEN}x`) }, '401 metrics_token'],
    ['another scheme', { headers: { authorization: `Basic ${TOKEN}` } }, '401 metrics_token'],
    ['the token alone', { headers: { authorization: TOKEN } }, '401 metrics_token'],
    ['a wrong one under an unknown name', { headers: { ...bearer('x'), host: 'evil.example' } }, '421 unknown_host'],
  ])('are refused, also on this machine, with %s', async (_, caller, refusal) => {
    expect(await askAs(withToken, caller)).toBe(refusal)
  })

  it('are refused on a real connection too, with the scheme to use', async () => {
    const url = `${await listenUrl(withToken.app)}/metrics`
    const refused = await fetch(url)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await refused.json()) as object).toMatchObject({ message: expect.stringContaining('METRICS_TOKEN') })
    expect(JSON.stringify(withToken.logged())).not.toContain(TOKEN)
    expect((await fetch(url, { headers: bearer(TOKEN) })).status).toBe(200)
  })
})

describe('a refused scrape', () => {
  afterEach(() => vi.restoreAllMocks())

  it('sends no statement, and reads and logs nothing', async () => {
    const memory = vi.spyOn(process, 'memoryUsage')
    const failures = () => withToken.logged().match(/"level":[3-6]0/g)?.length ?? 0
    const before = failures()
    const { statements } = await watchTraffic(withToken.connection).during(async () => {
      for (let i = 0; i < 100; i++) await withToken.asOwner('GET', '/metrics')
    })
    expect([statements, memory.mock.calls.length, failures()]).toEqual([0, 0, before])
  })

  it('is answered while the database does not answer', async () => {
    const blocked = vi
      .spyOn(withToken.connection.db, 'execute')
      .mockImplementation((() => setTimeout(60_000, undefined, { ref: false })) as never)
    onTestFinished(() => blocked.mockRestore())
    expect(await askAs(withToken, {})).toBe('401 metrics_token')
    expect(blocked).not.toHaveBeenCalled()
  })
})
