import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { ERRORS, type ErrorCode } from '#shared/contracts/errors.ts'
import { AppError } from './platform/app-error.ts'
import { sendError } from './platform/http/errors.ts'
import { takeaway, testServer } from './testing/app.ts'
import { declaredEndpoints, withUnknownIds } from './testing/endpoints.ts'
import { listenUrl, openTestSocket } from './testing/phone.ts'

const server = testServer()

it('ignores announcements with unknown topics, such as names of object properties', async () => {
  const client = await openTestSocket(await listenUrl(server.app))
  for (const topic of ['__proto__', 'constructor', 'toString', 'nothing', 'settings']) {
    const payload = JSON.stringify({ topic, id: 1 })
    await server.connection.db.execute(sql`select pg_notify('masa', ${payload})`)
  }
  await vi.waitFor(() => expect(client.receivedFrames()).toEqual([{ type: 'SETTINGS_CHANGED' }]))
  client.socket.close()
})

describe('access', () => {
  it('to the settings returns to everybody the public ones and no others', async () => {
    const settings = (await server.call('GET', '/api/settings')).json()
    expect(Object.keys(settings).sort()).toEqual([
      ...[
        'currency',
        'deliveryNote',
        'language',
        'legalName',
        'ordersPaused',
        'ordersPausedUntil',
        'restaurantAddress',
      ],
      ...[
        'restaurantName',
        'restaurantPhone',
        'suggestions',
        'tableCalls',
        'tableKeysRequired',
        'taxNumber',
        'timeZone',
      ],
      'whatsappNotificationsEnabled',
    ])
    const asOwner = await server.asOwner('GET', '/api/settings')
    expect(asOwner.json()).toMatchObject({ businessDayStart: '04:00', ownerPhoneNumber: null })
  })

  it("to the owner's phone number is for owners only", async () => {
    const cookie = server.owner
    await server.call('PATCH', '/api/settings', { ownerPhoneNumber: '40712345678' }, { headers: { cookie } })
    expect((await server.call('GET', '/api/settings')).json()).not.toHaveProperty('ownerPhoneNumber')
    expect(
      (await server.call('GET', '/api/settings', undefined, { headers: { cookie } })).json().ownerPhoneNumber,
    ).toBe('40712345678')
  })
})

describe('the restaurant’s settings', () => {
  const change = (body: unknown) => server.asOwner('PATCH', '/api/settings', body)

  it('have defaults: English and lei', async () => {
    expect((await server.call('GET', '/api/settings')).json()).toMatchObject({
      language: 'en',
      currency: 'lei',
      whatsappNotificationsEnabled: true,
      ordersPaused: false,
      timeZone: 'Europe/Bucharest',
    })
  })

  it('change only in the fields of the request', async () => {
    await change({ restaurantName: 'La Conac' })
    expect((await change({})).json().restaurantName).toBe('La Conac')
    expect((await change({ currency: 'eur' })).json()).toMatchObject({ restaurantName: 'La Conac', currency: 'eur' })
    expect((await change({ restaurantName: '', currency: 'lei' })).json()).toMatchObject({ restaurantName: null })
  })

  it.each([
    [{ language: 'de' }, 'language', undefined],
    [{ currency: 'usd' }, 'currency', undefined],
    [{ ownerPhoneNumber: '' }, 'ownerPhoneNumber', 'Phone number is required'],
    [{ ownerPhoneNumber: '0712345678' }, 'ownerPhoneNumber', 'Phone number must be in format: 40XXXXXXXXX'],
    [{ ordersPaused: 'no' }, 'ordersPaused', undefined],
  ])('reject %j', async (body, path, message) => {
    const response = await change(body)
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, path])
    if (message) expect(response.json().issues[0].message).toBe(message)
  })
})

it('lists the tables by number, with exactly the fields id, number, label, capacity and status', async () => {
  const tables = (await server.call('GET', '/api/tables')).json()
  expect(tables.map(({ number }: { number: number }) => number)).toEqual([5, 9])
  expect(tables[0]).toEqual({ id: server.table, number: 5, label: null, capacity: 4, status: 'available' })
})

describe('responses', () => {
  it('are JSON in the language of the request, even for an unknown API path', async () => {
    const response = await server.call('GET', '/api/nothing', undefined, { headers: { 'accept-language': 'ro' } })
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      { message: 'Nu a fost găsit', code: 'not_found' },
    ])
  })

  it.each([
    ['broken JSON', '{"a":', 'application/json', 400, 'malformed_body'],
    ['an unsupported content type', 'a=b', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['a prototype', '{"__proto__":{"isOwner":true}}', 'application/json', 400, 'malformed_body'],
    ['a body that is too large', JSON.stringify({ notes: 'x'.repeat(70_000) }), 'application/json', 413, 'too_large'],
  ])('have an error code for %s', async (_, payload, type, status, code) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/orders',
      payload,
      headers: { 'content-type': type },
    })
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })

  describe('by content type', () => {
    const JSON_TYPES = [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
    ]
    const OTHER_TYPES = [
      ...[
        'text/plain',
        'text/plain;charset=UTF-8',
        'application/x-www-form-urlencoded',
        'text/html',
        'application/xml',
      ],
      ...['multipart/form-data; boundary=x', 'application/octet-stream', 'application/jsonp', 'application/ld+json'],
      ...['nonsense', '', undefined],
    ]
    const send = (url: string, type: string | undefined, headers = {}) =>
      server.app.inject({
        method: 'POST',
        url,
        payload: Buffer.from(JSON.stringify(takeaway(server))),
        headers: { ...(type !== undefined && { 'content-type': type }), 'accept-language': 'ro', ...headers },
      })

    it.each(JSON_TYPES)('are 201 for an order of type %s', async (type) => {
      expect((await send('/api/orders', type)).statusCode).toBe(201)
    })

    it.each(OTHER_TYPES)('are 415 for a body of type %s', async (type) => {
      const response = await send('/api/orders', type)
      const message = 'Acest tip de conținut nu este acceptat aici'
      expect([response.statusCode, response.json()]).toMatchObject([415, { message, code: 'unsupported_media_type' }])
      expect((await send('/api/logout', type)).statusCode).toBe(415)
    })

    it('are 401 before the content type is checked', async () => {
      const url = `/api/orders/1/seen`
      expect((await send(url, 'text/plain')).statusCode).toBe(401)
      expect((await send(url, 'text/plain', { cookie: server.owner })).statusCode).toBe(415)
      expect((await send('/api/nothing', 'text/plain')).statusCode).toBe(404)
    })
  })

  it.each(['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND', 'DELETE'] as const)(
    'are 404 for %s on a path without such an endpoint',
    async (method) => {
      const headers = { 'accept-language': 'ro' }
      const response = await server.app.inject({ method: method as 'HEAD', url: '/api/orders/1/seen', headers })
      expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
      if (method !== 'HEAD') expect(response.json()).toMatchObject({ message: 'Nu a fost găsit', code: 'not_found' })
    },
  )

  it('with status 429 or 503 have a Retry-After header', () => {
    const codes = Object.entries(ERRORS).filter(([, status]) => status === 429 || status === 503)
    expect(codes.length).toBeGreaterThan(1)
    for (const [code] of codes) {
      const headers: Record<string, string> = {}
      const reply = {
        header: (name: string, value: string) => Object.assign(headers, { [name]: value }),
        code: () => reply,
        type: () => reply,
        send: () => reply,
      }
      sendError(new AppError(code as ErrorCode), { headers: {} } as FastifyRequest, reply as unknown as FastifyReply)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('under /api must not be cached, except those of a few endpoints', async () => {
    const cacheable: string[] = []
    const { cookies } = await server.call('POST', '/api/login', { username: 'boss', password: 'secret-boss' })
    const owner = `masa_session=${cookies.find(({ name }) => name === 'masa_session')?.value}`
    const undeclared = ['/api/openapi.json', '/api/nothing'].map((path) => ({ method: 'GET', path }))
    // The logout comes last, because it ends the login session.
    const calls = [...declaredEndpoints, ...undeclared].sort(
      (a, b) => Number(a.path === '/api/logout') - Number(b.path === '/api/logout'),
    )
    for (const { method, path } of calls) {
      for (const cookie of [owner, '']) {
        const body = method === 'GET' ? undefined : {}
        const url = withUnknownIds(path)
        const { headers } = await server.call(method as 'GET', url, body, { headers: { cookie } })
        if (headers['cache-control'] !== 'no-store') cacheable.push(`${method} ${path}: ${headers['cache-control']}`)
      }
    }
    expect([...new Set(cacheable)].sort()).toEqual([
      'GET /api/hours: no-cache',
      'GET /api/menu/categories: private, no-cache',
      'GET /api/menu/options: private, no-cache',
      'GET /api/menu/suggestions: no-cache',
      'GET /api/menu: private, no-cache',
      'GET /api/openapi.json: no-cache',
      'GET /api/pickup: no-cache',
      'GET /api/reservations/times: no-cache',
    ])
  })

  it('are 404 for a URL that cannot be decoded', async () => {
    for (const id of ['%E0%A4', 'x'.repeat(300)]) {
      const response = await server.call('POST', `/api/orders/${id}/seen`)
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    }
  })

  it('to an empty JSON body are the same as to an empty object', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await server.app.inject({ method: 'POST', url: '/api/orders', payload: '', headers })
    expect(response.json().code).toBe('invalid_input')
    expect((await server.app.inject({ method: 'POST', url: '/api/logout', payload: '', headers })).statusCode).toBe(204)
  })

  it('are 403 for a POST from a page of another origin', async () => {
    const from = (origin: string) =>
      server.call('POST', '/api/orders', takeaway(server), { headers: { origin, host: 'localhost:3000' } })
    expect((await from('https://evil.example')).statusCode).toBe(403)
    expect((await from('null')).statusCode).toBe(403)
    expect((await from('http://localhost:3001')).statusCode).toBe(403)
    expect((await from('http://localhost:3000')).statusCode).toBe(201)
  })
})

describe('the log', () => {
  it('never contains a guest’s input, even if the database rejects it', async () => {
    const input = { customerName: 'Zamfira Secret', phoneNumber: '0799 887 766', email: 'zamfira@example.com' }
    await server.connection.db.execute(`alter table orders add constraint sabotage check (total = 0) not valid`)
    const response = await server.call('POST', '/api/orders', takeaway(server, input))
    await server.connection.db.execute(`alter table orders drop constraint sabotage`)
    expect([response.statusCode, response.json().code]).toEqual([500, 'internal'])
    await server.call('POST', '/api/login', { username: 'boss', password: 'my-typed-password' })
    expect(server.logged()).toContain('sabotage')
    expect(server.logged()).not.toMatch(/Zamfira|zamfira|799 887 766|799887766|my-typed-password/)
    expect(response.body).not.toMatch(/sabotage|Zamfira/)
  })
})

it.each([
  ['GET', '/api/menu'],
  ['GET', '/api/orders'],
  ['GET', '/api/nothing'],
  ['GET', '/nowhere'],
  ['POST', '/api/orders'],
] as const)('sends security headers with the response to %s %s', async (method, url) => {
  const { headers } = await server.call(method, url)
  expect(headers['content-security-policy']).toContain("default-src 'self'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})

it.each([
  ['NONSENSE', '400 Bad Request'],
  ['FOO / HTTP/1.1\r\nHost: masa', '400 Bad Request'],
  [`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, '431 Request Header Fields Too Large'],
  ['GET /api/nothing HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close', '404 Not Found'],
])('responds to the raw request %j with JSON, security headers and %s', async (head, status) => {
  const socket = connect(Number(new URL(await listenUrl(server.app)).port), '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.write(`${head}\r\n\r\n`)
  await once(socket, 'close')
  expect(received.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
  expect(received).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/i)
  expect(received).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
  expect(received).toMatch(/\r\n\r\n\{"message":"[^"]+","code":"\w+"(,"requestId":"[\w-]+")?\}$/)
})

it('limits the time for a request to arrive to 30 seconds', () => {
  // With a longer timeout for the headers, Node would swap the two, and the longer one would apply to bodies.
  const { headersTimeout, requestTimeout } = server.app.server
  expect([headersTimeout, requestTimeout]).toEqual([30_000, 30_000])
})

it('responds with 200 to the liveness and readiness probes', async () => {
  expect((await server.call('GET', '/healthz')).statusCode).toBe(200)
  expect((await server.call('GET', '/readyz')).statusCode).toBe(200)
})
