import { describe, expect, it } from 'vitest'
import * as accounts from '#shared/contracts/accounts.ts'
import type { Endpoint } from '#shared/contracts/endpoint.ts'
import * as menu from '#shared/contracts/menu.ts'
import * as orders from '#shared/contracts/orders.ts'
import * as promotions from '#shared/contracts/promotions.ts'
import * as settings from '#shared/contracts/settings.ts'
import * as sharedSessions from '#shared/contracts/shared-sessions.ts'
import * as tables from '#shared/contracts/tables.ts'
import { takeaway, testServer } from './testing/app.ts'

const server = testServer()

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value
const declared = [accounts, menu, orders, promotions, settings, sharedSessions, tables].flatMap((contract) =>
  Object.values<unknown>(contract).filter(isEndpoint),
)

/** What anybody may call (decisions: accounts and access). Everything else is an owner's. */
const PUBLIC = [
  'GET /api/user',
  'GET /api/settings',
  'GET /api/setup',
  'GET /api/menu',
  'GET /api/menu/categories',
  'GET /api/tables',
  'GET /api/promotions',
  'POST /api/login',
  'POST /api/register',
  'POST /api/logout',
  'POST /api/orders',
  'POST /api/shared-sessions',
  'POST /api/shared-sessions/:id/complete',
  'POST /api/shared-sessions/:id/leave',
]

describe('access', () => {
  it('is public for just the calls that are meant to be', () => {
    const open = declared.filter(({ access }) => access === 'public').map(({ method, path }) => `${method} ${path}`)
    expect(open.sort()).toEqual([...PUBLIC].sort())
    expect(declared.length).toBeGreaterThan(PUBLIC.length)
  })

  it.each(declared.filter(({ access }) => access === 'owner').map((call) => [call.method, call.path] as const))(
    '%s %s is refused to nobody with 401 and to staff with 403, before its input is read',
    async (method, path) => {
      const staff = await server.call('POST', '/api/register', {
        username: `staff${Math.random()}`,
        password: 'parola1',
      })
      const cookie = `masa_session=${staff.cookies.find(({ name }) => name === 'masa_session')?.value}`
      const url = path.replace(':id', '1')
      const body = method === 'GET' ? undefined : { nonsense: true }
      expect((await server.call(method, url, body)).statusCode).toBe(401)
      expect((await server.call(method, url, body, { headers: { cookie } })).statusCode).toBe(403)
      const owners = await server.call(method, url, body, { headers: { cookie: server.owner } })
      expect([401, 403]).not.toContain(owners.statusCode)
    },
  )

  it('routes every declared call and no other', async () => {
    const { paths } = (await server.call('GET', '/api/openapi.json')).json()
    const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('{id}', ':id')}`),
    )
    expect(described.sort()).toEqual(declared.map(({ method, path }) => `${method} ${path}`).sort())
  })

  it('gives everybody these settings and no other', async () => {
    expect(Object.keys((await server.call('GET', '/api/settings')).json()).sort()).toEqual(
      [
        ...['language', 'currency', 'whatsappNotificationsEnabled', 'ordersPaused', 'timeZone'],
        ...['restaurantName', 'restaurantAddress', 'restaurantPhone', 'legalName', 'taxNumber'],
      ].sort(),
    )
    const asOwner = await server.call('GET', '/api/settings', undefined, { headers: { cookie: server.owner } })
    expect(asOwner.json()).toMatchObject({ businessDayStart: '04:00', ownerPhoneNumber: null })
  })

  it("keeps the owner's phone number from everybody else", async () => {
    const cookie = server.owner
    await server.call('PATCH', '/api/settings', { ownerPhoneNumber: '40712345678' }, { headers: { cookie } })
    expect((await server.call('GET', '/api/settings')).json()).not.toHaveProperty('ownerPhoneNumber')
    expect(
      (await server.call('GET', '/api/settings', undefined, { headers: { cookie } })).json().ownerPhoneNumber,
    ).toBe('40712345678')
  })
})

describe('the settings', () => {
  const change = (body: unknown) => server.call('PATCH', '/api/settings', body, { headers: { cookie: server.owner } })

  it('start with the defaults of the specification', async () => {
    expect((await server.call('GET', '/api/settings')).json()).toMatchObject({
      language: 'en',
      currency: 'lei',
      whatsappNotificationsEnabled: true,
      ordersPaused: false,
      timeZone: 'Europe/Bucharest',
    })
  })

  it('change only where they are named', async () => {
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
  ])('refuse %j', async (body, path, message) => {
    const answer = await change(body)
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path])
    if (message) expect(answer.json().issues[0].message).toBe(message)
  })
})

it('the tables come by number, available unless something was set, with id, number, capacity and status alone', async () => {
  const tables = (await server.call('GET', '/api/tables')).json()
  expect(tables.map(({ number }: { number: number }) => number)).toEqual([5, 9])
  expect(tables[0]).toEqual({ id: server.table, number: 5, capacity: 4, status: 'available' })
})

describe('every answer', () => {
  it('about an unknown API path is JSON, in the language of the request', async () => {
    const answer = await server.call('GET', '/api/nothing', undefined, { headers: { 'accept-language': 'ro' } })
    expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Nu a fost găsit', code: 'not_found' }])
  })

  it.each([
    ['broken JSON', '{"a":', 'application/json', 400, 'malformed_body'],
    ['a body of no kind', 'a=b', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['a prototype', '{"__proto__":{"isOwner":true}}', 'application/json', 400, 'malformed_body'],
    ['too much', JSON.stringify({ notes: 'x'.repeat(70_000) }), 'application/json', 413, 'too_large'],
  ])('to %s is a clear one', async (_, payload, type, status, code) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/orders',
      payload,
      headers: { 'content-type': type },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  it('about an address that cannot be read is that nothing is there', async () => {
    for (const id of ['%E0%A4', 'x'.repeat(300)]) {
      const answer = await server.call('POST', `/api/orders/${id}/seen`)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
  })

  it('takes an empty body with a JSON type for an empty object', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await server.app.inject({ method: 'POST', url: '/api/orders', payload: '', headers })
    expect(answer.json().code).toBe('invalid_input')
    expect((await server.app.inject({ method: 'POST', url: '/api/logout', payload: '', headers })).statusCode).toBe(204)
  })

  it('refuses a change that a page of another site asks for', async () => {
    const from = (origin: string) =>
      server.call('POST', '/api/orders', takeaway(server), { headers: { origin, host: 'masa.local:3000' } })
    expect((await from('https://evil.example')).statusCode).toBe(403)
    expect((await from('null')).statusCode).toBe(403)
    expect((await from('http://masa.local:3001')).statusCode).toBe(403)
    expect((await from('http://masa.local:3000')).statusCode).toBe(201)
  })
})

describe('the log', () => {
  it('holds nothing that a guest typed, even when the database refuses it', async () => {
    const typed = { customerName: 'Zamfira Secret', phoneNumber: '0799 887 766', email: 'zamfira@example.com' }
    await server.connection.db.execute(`alter table orders add constraint sabotage check (total = 0) not valid`)
    const answer = await server.call('POST', '/api/orders', takeaway(server, typed))
    await server.connection.db.execute(`alter table orders drop constraint sabotage`)
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
    await server.call('POST', '/api/login', { username: 'boss', password: 'my-typed-password' })
    expect(server.logged()).toContain('sabotage')
    expect(server.logged()).not.toMatch(/Zamfira|zamfira|0799|40799|my-typed-password/)
    expect(answer.body).not.toMatch(/sabotage|Zamfira/)
  })
})

it.each([
  ['GET', '/api/menu'],
  ['GET', '/api/orders'],
  ['GET', '/api/nothing'],
  ['GET', '/nowhere'],
  ['POST', '/api/orders'],
] as const)('protects the answer to %s %s, whatever it is', async (method, url) => {
  const { headers } = await server.call(method, url)
  expect(headers['content-security-policy']).toContain("default-src 'self'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})

it('says that it lives, and that the database answers', async () => {
  expect((await server.call('GET', '/healthz')).statusCode).toBe(200)
  expect((await server.call('GET', '/readyz')).statusCode).toBe(200)
})
