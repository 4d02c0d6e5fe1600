import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { takeaway, testServer } from './testing/app.ts'
import { listenUrl } from './testing/phone.ts'

const server = testServer()
const HEADER = 'x-request-id'
const MADE = /^[0-9a-f]{12}-[0-9a-z]+$/

const idOf = async (headers: Record<string, string> = {}) =>
  (await server.call('GET', '/api/setup', undefined, { headers })).headers[HEADER]
/** The lines of the log with this request's id. */
const linesOf = (id: unknown) =>
  server
    .logged()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ reqId }) => reqId === id)

describe('the id of a request', () => {
  it('is made by the server, differs for each request, and is in the response', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => idOf()))
    expect(new Set(ids).size).toBe(50)
    for (const id of ids) expect(id).toMatch(MADE)
  })

  it.each(['a', '7f3c9d2e-51b4-4a0e-9c1f-0123456789ab', 'A.b_C-9', 'x'.repeat(64)])(
    'is kept if it is plain: %s',
    async (id) => {
      expect(await idOf({ [HEADER]: id })).toBe(id)
    },
  )

  it.each(['', 'x'.repeat(65), 'a b', 'a,b', 'a"b', '{"a":1}', 'a\tb', 'é', '../a', 'a%0Ab'])(
    'is replaced if it is not: %j',
    async (id) => {
      expect(await idOf({ [HEADER]: id })).toMatch(MADE)
    },
  )

  it('is replaced if there are two, on a real connection', async () => {
    const { port } = new URL(await listenUrl(server.app))
    const ask = async (lines: string) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`GET /api/setup HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines}\r\n`)
      return /x-request-id: (.*)\r\n/i.exec(await text(socket))?.[1]
    }
    expect(await ask('X-Request-Id: one\r\n')).toBe('one')
    expect(await ask('X-Request-Id: one\r\nX-Request-Id: two\r\n')).toMatch(MADE)
  })

  it('is not in the published responses, which caches store', async () => {
    const url = await listenUrl(server.app)
    await server.call('GET', '/api/menu')
    expect((await fetch(`${url}/api/menu`)).headers.has(HEADER)).toBe(false)
    expect((await server.call('GET', '/api/menu')).headers[HEADER]).toBeUndefined()
  })
})

describe('an error', () => {
  it.each([
    ['400', 'POST', '/api/orders', {}, {}],
    ['401', 'GET', '/api/orders', undefined, {}],
    ['403', 'POST', '/api/logout', {}, { origin: 'https://evil.example' }],
    ['404', 'GET', '/api/nothing', undefined, {}],
    ['404 of an undecodable path', 'GET', '/api/%', undefined, {}],
    ['413', 'POST', '/api/login', { username: 'x'.repeat(300_000) }, {}],
    ['415', 'POST', '/api/logout', {}, { 'content-type': 'text/plain' }],
    ['421', 'GET', '/api/menu', undefined, { host: 'evil.example' }],
  ] as const)('has the id in its JSON and its header: %s', async (_, method, url, body, headers) => {
    const id = 'an-id-of-a-proxy'
    const sent = { ...headers, [HEADER]: id }
    const response = await server.call(method, url, body, { headers: sent })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect([response.headers[HEADER], response.json().requestId]).toEqual([id, id])
    const made = await server.call(method, url, body, { headers })
    expect(made.json().requestId).toMatch(MADE)
    expect(made.headers[HEADER]).toBe(made.json().requestId)
  })
})

describe('the log', () => {
  it('has the id with the failure that it explains', async () => {
    const { db } = server.connection
    await db.execute(sql`alter table orders add constraint sabotage check (total = 0) not valid`)
    const response = await server.call('POST', '/api/orders', takeaway(server))
    await db.execute(sql`alter table orders drop constraint sabotage`)
    expect(response.statusCode).toBe(500)
    const lines = linesOf(response.json().requestId)
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, msg: 'request failed' }))
    expect(JSON.stringify(lines)).toContain('sabotage')
  })

  it('has the id with the name of a host that is refused', async () => {
    const response = await server.call('GET', '/api/menu', undefined, { headers: { host: 'conac.example' } })
    expect(linesOf(response.json().requestId)).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringContaining('ALLOWED_HOSTS') }),
    )
  })

  it('has a line for each answer at the level debug, with the route and nothing of the address', async () => {
    const response = await server.call('GET', '/api/orders/777/receipt?secret=1')
    const other = await server.call('DELETE', '/api/tables/777?secret=1')
    expect(linesOf(other.headers[HEADER])).toEqual([
      expect.objectContaining({ level: 20, method: 'DELETE', route: '/api/tables/:id', status: 401 }),
    ])
    expect(response.statusCode).toBe(404)
    expect(server.logged()).not.toContain('secret=1')
  })
})
