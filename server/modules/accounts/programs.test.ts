import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '#server/modules/accounts/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { declaredEndpoints, withUnknownIds } from '#server/testing/endpoints.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import type { JournalEntry } from '#shared/contracts/journal.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Program } from '#shared/contracts/programs.ts'
import { SCOPES, type Scope } from '#shared/domain/access.ts'

const server = testServer()

type Added = Program & { token: string }
const create = (name: string, scopes: readonly Scope[]) => server.asOwner('POST', '/api/programs', { name, scopes })
const add = async (...scopes: Scope[]) => (await create(`Relay ${scopes[0]}`, scopes)).json<Added>()
const list = async () => (await server.asOwner('GET', '/api/programs')).json<Program[]>()
const bearing = (token: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...more },
})

afterEach(async () => {
  server.clock.set(undefined)
  await server.connection.db.execute(sql`delete from programs`)
})

/** Every call that a program may make (docs/product/accounts.md#accounts-programs). */
const CALLS: Record<Scope, string[]> = {
  'orders:read': ['GET /api/orders', 'GET /api/orders/:id', 'GET /api/summary'],
  'guests:read': [],
  'orders:write': [
    'POST /api/orders',
    'PATCH /api/orders/:id',
    'POST /api/orders/:id/items/:itemId/done',
    'POST /api/menu/:id/sold-out',
    'POST /api/menu/options/:id/:optionId/sold-out',
  ],
  'menu:read': [
    'GET /api/menu',
    'GET /api/menu/categories',
    'GET /api/menu/options',
    'GET /api/menu/suggestions',
    'GET /api/menu/csv-template',
    'GET /api/menu/export-csv',
    'GET /api/menu/import-csv/last',
  ],
  'menu:write': [
    'POST /api/menu',
    'PATCH /api/menu/:id',
    'DELETE /api/menu/:id',
    'POST /api/menu/:id/toggle',
    'POST /api/menu/:id/move',
    'POST /api/menu/:id/sold-out',
    'POST /api/menu/:id/portions',
    'POST /api/menu/:id/image',
    'POST /api/menu/categories',
    'PATCH /api/menu/categories/:id',
    'POST /api/menu/categories/:id/move',
    'POST /api/menu/categories/:category/toggle',
    'DELETE /api/menu/categories/:id',
    'POST /api/menu/categories/remove-empty',
    'POST /api/menu/import-csv',
    'POST /api/menu/import-sample',
    'POST /api/menu/import-csv/undo',
    'POST /api/menu/bulk',
    'POST /api/menu/options',
    'PATCH /api/menu/options/:id',
    'POST /api/menu/options/:id/copy',
    'DELETE /api/menu/options/:id',
    'POST /api/menu/options/:id/:optionId/sold-out',
    'GET /api/price-rules',
    'POST /api/price-rules',
    'PATCH /api/price-rules/:id',
    'DELETE /api/price-rules/:id',
  ],
  'reports:read': [
    'GET /api/reports',
    'GET /api/payments',
    'GET /api/days/open',
    'GET /api/days',
    'GET /api/days/:number',
  ],
}

describe('a token', () => {
  it.each(SCOPES)('for %s opens the calls that its scope names, and any other is 403', async (scope) => {
    const { token } = await add(scope)
    const outcomes = []
    for (const { method, path, access } of declaredEndpoints) {
      const body = method === 'GET' ? undefined : { nonsense: true }
      const response = await server.call(method, withUnknownIds(path), body, bearing(token))
      const isRefused = response.statusCode === 403 && response.json().code === 'scope'
      expect(response.statusCode).not.toBe(401)
      const isForAll = method === 'GET' && access === 'public'
      if (!isRefused && !isForAll) outcomes.push(`${method} ${path}`)
    }
    const named = CALLS[scope].filter((call) => declaredEndpoints.some((one) => call === `${one.method} ${one.path}`))
    expect(named).toEqual(CALLS[scope])
    const isPublic = (call: string) =>
      declaredEndpoints.some(
        ({ method, path, access }) => method === 'GET' && access === 'public' && `GET ${path}` === call,
      )
    expect(outcomes.sort()).toEqual(named.filter((call) => !isPublic(call)).sort())
  })

  it('reads the menu as an owner does with its scope, and as a guest does without', async () => {
    await server.asOwner('POST', `/api/menu/${server.soup}/toggle`, { isActive: false })
    const reads = async (token: string) =>
      (await server.call('GET', '/api/menu', undefined, bearing(token)))
        .json<{ id: number }[]>()
        .some(({ id }) => id === server.soup)
    expect(await reads((await add('menu:read')).token)).toBe(true)
    expect(await reads((await add('orders:read')).token)).toBe(false)
    await server.asOwner('POST', `/api/menu/${server.soup}/toggle`, { isActive: true })
  })

  it('is shown once, and only its hash is stored', async () => {
    const { token, ...shown } = await add('orders:read')
    expect(token).toMatch(/^masa_[\w-]{40}$/)
    expect(await list()).toEqual([shown])
    const { rows } = await server.connection.db.execute(sql`select * from programs`)
    expect(JSON.stringify(rows)).not.toContain(token)
    const twice = await Promise.all(
      [1, 2].map(() =>
        server.asOwner('POST', '/api/programs', { name: 'Casa', scopes: ['menu:read'] }, { 'idempotency-key': 'same' }),
      ),
    )
    expect(new Set(twice.map((response) => response.json<Added>().token)).size).toBe(2)
    const stored = await server.connection.db.execute(
      sql`select response from idempotency_keys where response ~ 'masa_'`,
    )
    expect(stored.rows).toEqual([])
  })

  it.each([
    ['an unknown token', async () => `masa_${'a'.repeat(40)}`],
    [
      'a revoked one',
      async () => {
        const { id, token } = await add('orders:read')
        await server.asOwner('DELETE', `/api/programs/${id}`)
        return token
      },
    ],
    ['the token of a login session', async () => startSession(server.connection.db, 1, server.clock.now())],
    ['the token of a printer', async () => 'printer'],
    ['empty', async () => ''],
    ['one with more behind it', async () => `${(await add('orders:read')).token} more`],
  ])('is 401 if it is %s, also beside an owner’s cookie and where everybody may read', async (_, of) => {
    const token = await of()
    for (const path of ['/api/orders', '/api/menu', '/api/tables', '/api/users']) {
      const response = await server.call('GET', path, undefined, bearing(token, { cookie: server.owner }))
      expect([path, response.statusCode]).toEqual([path, 401])
    }
  })

  it('in the address is none', async () => {
    const { token } = await add(...SCOPES)
    for (const name of ['token', 'access_token', 'authorization']) {
      const response = await server.call('GET', `/api/summary?${name}=${token}`)
      expect(response.statusCode).toBe(401)
    }
  })

  it('counts beside a cookie: a program never does what only its owner may', async () => {
    const { token } = await add(...SCOPES)
    const asBoth = bearing(token, { cookie: server.owner })
    expect((await server.call('GET', '/api/users', undefined, asBoth)).json().code).toBe('scope')
    expect((await server.call('POST', '/api/programs', { name: 'x', scopes: [] }, asBoth)).json().code).toBe('scope')
    const reversal = await server.call('POST', '/api/payments/1/reverse', { amount: 1 }, asBoth)
    expect([reversal.statusCode, reversal.json().code]).toEqual([403, 'scope'])
  })

  describe('with an upgrade, which some programs always offer', () => {
    async function send(method: string, path: string, upgrade: string, headers: object, body = '') {
      const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade, 'http2-settings': 'AAMAAABk' }
      const json = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = request((await listenUrl(server.app)) + path, {
        method,
        headers: { ...offer, ...(body !== '' && json), ...headers },
        agent: false,
      })
      const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage]
      return { status: response.statusCode, body: JSON.parse(await text(response)) }
    }

    it.each(['h2c', 'websocket', 'foo/2'])('counts as without: %s', async (upgrade) => {
      const { token } = await add('orders:read')
      const { headers } = bearing(token)
      expect((await send('GET', '/api/orders', upgrade, headers)).status).toBe(200)
      const beside = { ...headers, cookie: server.owner }
      expect(await send('GET', '/api/users', upgrade, beside)).toMatchObject({ status: 403, body: { code: 'scope' } })
      const { headers: invented } = bearing('masa_invented', { cookie: server.owner })
      for (const path of ['/api/orders', '/api/menu'])
        expect(await send('GET', path, upgrade, invented)).toMatchObject({ status: 401 })
    })

    it('places an order of the program', async () => {
      const { token } = await add('orders:write')
      const { headers } = bearing(token, { cookie: server.owner })
      const body = JSON.stringify(takeaway(server))
      const placed = await send('POST', '/api/orders', 'h2c', headers, body)
      expect(placed.status).toBe(201)
      const order = await server.asOwner('GET', `/api/orders/${placed.body.id}`)
      expect(order.json<Order>().program).toBe('Relay orders:write')
      const { headers: reading } = bearing((await add('orders:read')).token, { cookie: server.owner })
      expect(await send('POST', '/api/orders', 'h2c', reading, body)).toMatchObject({ status: 403 })
    })
  })

  it('opens no socket, also beside an owner’s cookie', async () => {
    const url = await listenUrl(server.app)
    for (const token of [(await add(...SCOPES)).token, 'masa_invented', '']) {
      const { headers } = bearing(token)
      await expect(openTestSocket(url, headers)).rejects.toThrow('401')
      await expect(openTestSocket(url, { ...headers, cookie: server.owner })).rejects.toThrow('401')
    }
  })

  it('needs no origin', async () => {
    const { token } = await add('menu:write')
    const from = { origin: 'https://elsewhere.example' }
    const toggle = { isActive: true }
    const path = `/api/menu/${server.soup}/toggle`
    expect((await server.call('POST', path, toggle, bearing(token, from))).statusCode).toBe(200)
    expect((await server.call('POST', path, toggle, { headers: { ...from, cookie: server.owner } })).statusCode).toBe(
      403,
    )
  })

  it('has 600 calls a minute, whatever another one has used', async () => {
    const [{ token }, { token: other }] = [await add('orders:read'), await add('menu:read')]
    const call = (one: string) => server.call('GET', '/api/tables', undefined, bearing(one))
    const statuses = []
    for (let sent = 0; sent < 601; sent++) statuses.push((await call(token)).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(600)
    expect(statuses.at(-1)).toBe(429)
    expect((await call(other)).statusCode).toBe(200)
  })

  it('shows when it was last used, written once a minute', async () => {
    const { token } = await add('orders:read')
    const at = (time: string) => server.clock.set(new Date(`2026-11-21T${time}Z`))
    const use = () => server.call('GET', '/api/orders', undefined, bearing(token))
    const lastUsed = async () => (await list())[0]?.lastUsedAt
    at('10:00:00.000')
    await use()
    await vi.waitFor(async () => expect(await lastUsed()).toBe('2026-11-21T10:00:00.000Z'))
    at('10:00:59.000')
    await use()
    at('10:01:00.000')
    await use()
    await vi.waitFor(async () => expect(await lastUsed()).toBe('2026-11-21T10:01:00.000Z'))
  })
})

describe('who ordered', () => {
  const guests = { customerName: 'Ana', phoneNumber: '0712 345 678', email: 'ana@example.ro', notes: 'la interfon 7' }
  const place = async () => {
    const input = takeaway(server, { ...guests })
    const items = input.items.map((item) => ({ ...item, notes: 'pentru Ana' }))
    return (await server.call('POST', '/api/orders', { ...input, items })).json<PlacedOrder>()
  }
  const calls = (id: number) =>
    [
      ['GET', '/api/orders', undefined],
      ['GET', `/api/orders/${id}`, undefined],
      ['PATCH', `/api/orders/${id}`, { status: 'preparing' }],
      ['POST', '/api/orders', takeaway(server, { ...guests })],
    ] as const

  it('and what guests wrote is shown only with guests:read', async () => {
    const { id } = await place()
    const [{ token }, { token: both }] = [
      await add('orders:read', 'orders:write', 'reports:read'),
      await add('orders:read', 'orders:write', 'guests:read'),
    ]
    for (const [method, path, body] of calls(id)) {
      const response = await server.call(method, path, body, bearing(token))
      expect([path, response.statusCode, response.body.match(/Ana|0712|40712|ana@|interfon/)]).toEqual([
        path,
        method === 'POST' ? 201 : 200,
        null,
      ])
    }
    const open = (await server.call('GET', `/api/orders/${id}`, undefined, bearing(both))).json<Order>()
    expect(open).toEqual((await server.asOwner('GET', `/api/orders/${id}`)).json())
    expect([open.customerName, open.notes, open.items[0]?.notes]).toEqual(['Ana', 'la interfon 7', 'pentru Ana'])
    const conflict = await server.call(
      'PATCH',
      `/api/orders/${id}`,
      { status: 'ready' },
      bearing(token, { 'if-match': '"1"' }),
    )
    expect([conflict.statusCode, conflict.body.includes('Ana')]).toEqual([409, false])
  })

  it('is not found by a search without it', async () => {
    const { token } = await add('orders:read')
    for (const search of ['q=Ana', 'q=0712', 'customerId=1']) {
      const response = await server.call('GET', `/api/orders?${search}`, undefined, bearing(token))
      expect([search, response.statusCode, response.json().code]).toEqual([search, 403, 'scope'])
    }
  })

  it('is not told by payments without it', async () => {
    await server.asOwner('PATCH', '/api/settings', { payments: true })
    const { id, total } = await place()
    const input = { orders: [id], due: total, amount: total, method: 1, guestName: 'Ana' }
    await server.asOwner('POST', '/api/payments', input, { 'idempotency-key': 'guests' })
    const payers = async (...scopes: Scope[]) => {
      const { token } = await add(...scopes)
      const response = await server.call('GET', `/api/payments?orderId=${id}`, undefined, bearing(token))
      return response.json<{ guestName: string | null }[]>().map(({ guestName }) => guestName)
    }
    expect([await payers('reports:read'), await payers('reports:read', 'guests:read')]).toEqual([[null], ['Ana']])
    await server.asOwner('PATCH', '/api/settings', { payments: false })
  })
})

describe('the programs', () => {
  it('are at most 20, also if several are added at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => (await create(`P${i}`, ['menu:read'])).statusCode),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect((await create('one more', ['menu:read'])).json().code).toBe('too_many_programs')
  })

  it.each([
    [{ name: ' ', scopes: ['menu:read'] }, 'name'],
    [{ name: 'Casa', scopes: [] }, 'scopes'],
    [{ name: 'Casa', scopes: ['users:write'] }, 'scopes.0'],
  ])('have a name, and at least one scope that exists: %j', async (body, path) => {
    const response = await server.asOwner('POST', '/api/programs', body)
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, path])
  })

  it('are in the journal, when they are added and when they are revoked', async () => {
    const { id, name } = await add('menu:read', 'guests:read')
    await server.asOwner('DELETE', `/api/programs/${id}`)
    expect((await server.asOwner('DELETE', `/api/programs/${id}`)).statusCode).toBe(404)
    const { entries } = (await server.asOwner('GET', '/api/journal?limit=2')).json<{ entries: JournalEntry[] }>()
    expect(entries.map(({ kind, username, details }) => [kind, username, details])).toEqual([
      ['program_removed', 'boss', { program: name }],
      ['program_added', 'boss', { program: name, personal: true }],
    ])
  })
})

describe('an order of a program', () => {
  it('names it to owners and the floor, needs no table key, and is changed by it', async () => {
    const { token, name } = await add('orders:write', 'orders:read', 'guests:read')
    await server.asOwner('PATCH', '/api/settings', { tableKeysRequired: true })
    const atTable = { ...takeaway(server), tableId: server.table, diningOption: 'dine-in' as const }
    const response = await server.call('POST', '/api/orders', atTable, bearing(token))
    await server.asOwner('PATCH', '/api/settings', { tableKeysRequired: false })
    expect(response.statusCode).toBe(201)
    const { id, items } = response.json<PlacedOrder>()
    const [line] = items
    const asProgram = bearing(token)
    await server.call('POST', `/api/orders/${id}/items/${line?.id}/done`, { done: true }, asProgram)
    const change = await server.call('PATCH', `/api/orders/${id}`, { status: 'completed' }, asProgram)
    expect([change.statusCode, change.json<Order>().program]).toEqual([200, name])
    const one = await server.call('GET', `/api/orders/${id}`, undefined, asProgram)
    expect(one.json<Order>()).toMatchObject({ id, program: name, status: 'completed' })
    expect((await server.asOwner('GET', `/api/orders/${id}`)).json()).toEqual(one.json())
    const { rows } = await server.connection.db.execute(
      sql`select username from order_status_changes where order_id = ${id} and status = 'completed'`,
    )
    expect(rows).toEqual([{ username: name }])
  })

  it('is not named for anybody else’s', async () => {
    const order = (await server.call('POST', '/api/orders', takeaway(server))).json<PlacedOrder>()
    expect(order.program).toBeUndefined()
    const listed = (await server.asOwner('GET', `/api/orders/${order.id}`)).json<Order>()
    expect(listed.program).toBeUndefined()
  })
})
