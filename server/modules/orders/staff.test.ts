import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { Order, OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer({ guestWritesPerMinute: 1_000 })
let people: People
const NOW = new Date('2026-11-21T18:00:00.000Z')
const setMinutes = (minutes: number) => server.clock.set(new Date(NOW.getTime() + minutes * 60_000))
beforeAll(async () => {
  people = await signInPeople(server)
})
beforeEach(() => setMinutes(0))

type Person = keyof People
const PERSONAL = /Ana Pop|712345678|0712 345 678|ana@example\.com/
const call = (
  person: Person,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => server.call(method, `/api${path}`, body, { headers: { cookie: people[person], ...headers } })
const place = async (more: Partial<OrderRequest> = {}, person: Person = 'guest') =>
  (await call(person, 'POST', '/orders', takeaway(server, { email: 'ana@example.com', ...more }))).json<PlacedOrder>()
const set = (person: Person, id: number, body: object, headers = {}) =>
  call(person, 'PATCH', `/orders/${id}`, body, headers)
const list = async (person: Person, query = '') => (await call(person, 'GET', `/orders${query}`)).json<Order[]>()

describe('the kitchen', () => {
  const SEEN = { customerName: '', phoneNumber: '', email: null }

  it('gets no guest’s name, phone and email in any response, refusals and stored ones among them', async () => {
    const { id, version, items } = await place()
    const key = { 'idempotency-key': 'a-print-of-the-owner' }
    await call('owner', 'POST', `/orders/${id}/prints`, { kind: 'kitchen' }, key)
    const responses = [
      await call('kitchen', 'GET', '/orders'),
      await call('kitchen', 'GET', '/orders?status=pending&limit=5'),
      await call('kitchen', 'POST', `/orders/${id}/seen`),
      await call('kitchen', 'POST', `/orders/${id}/prints`, { kind: 'kitchen' }, key),
      await call('kitchen', 'POST', `/orders/${id}/prints`, { kind: 'receipt' }),
      await set('kitchen', id, { status: 'preparing' }),
      await set('kitchen', id, { status: 'ready' }, { 'if-match': String(version) }),
      await call('kitchen', 'POST', '/orders', takeaway(server, { email: 'ana@example.com' })),
      await call('kitchen', 'POST', `/orders/${id}/items/${items[0]?.id}/done`, { done: true }),
      await call('kitchen', 'POST', `/orders/${id}/items/${items[0]?.id}/done`, { done: true }),
      await call('kitchen', 'POST', '/orders/changed', { known: [] }),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 200, 201, 403, 200, 409, 201, 200, 200, 200,
    ])
    expect(responses.map(({ body }) => body).join()).not.toMatch(PERSONAL)
    const [board, , seen, , , , refused] = responses.map((response) => response.json())
    expect(board.find((order: Order) => order.id === id)).toMatchObject({ ...SEEN, items })
    expect(seen).toMatchObject({ id, ...SEEN })
    expect(refused).toMatchObject({ code: 'order_changed', order: { id, ...SEEN } })
    // The response that was stored for the kitchen contains the guest for a user who may see it.
    expect((await list('floor')).find((order) => order.id === id)).toMatchObject({ customerName: 'Ana Pop' })
  })

  it('gets the name of a table', async () => {
    const { id } = await place({ customerName: 'Table 5', phoneNumber: '0000000000', tableId: server.table })
    const seen = await call('kitchen', 'POST', `/orders/${id}/seen`)
    expect(seen.json()).toMatchObject({ ...SEEN, customerName: 'Table 5', tableNumber: 5 })
  })

  it('gets no guest’s name either once a takeaway order is at a table, or was placed there under a name', async () => {
    const screen = await openTestSocket(await listenUrl(server.app), { cookie: people.kitchen })
    const [moved, placed] = [await place(), await place({ tableId: server.table })]
    expect((await set('floor', moved.id, { tableId: server.table })).json()).toMatchObject({ customerName: 'Ana Pop' })
    for (const { id } of [moved, placed]) {
      const responses = [await call('kitchen', 'GET', '/orders'), await set('kitchen', id, { status: 'preparing' })]
      expect(responses.map(({ body }) => body).join()).not.toMatch(PERSONAL)
      expect(responses[1]?.json()).toMatchObject({ ...SEEN, tableNumber: 5, status: 'preparing' })
    }
    const shown = { ...SEEN, id: moved.id, tableNumber: 5, status: 'preparing' }
    await screen.waitForFrames({ type: 'ORDER_UPDATE', payload: expect.objectContaining(shown) })
    expect(JSON.stringify(screen.receivedFrames())).not.toMatch(PERSONAL)
    screen.socket.close()
  })

  it.each<[string, object, string, number]>([
    ['begins', { status: 'preparing' }, 'pending', 200],
    ['finishes', { status: 'ready' }, 'preparing', 200],
    ['goes back with', { status: 'pending' }, 'ready', 200],
    ['does not deliver', { status: 'delivered' }, 'ready', 403],
    ['does not cancel', { status: 'cancelled' }, 'pending', 403],
    ['does not complete', { status: 'completed' }, 'ready', 403],
    ['does not take back', { status: 'ready' }, 'delivered', 403],
    ['does not reopen', { status: 'preparing' }, 'cancelled', 403],
    ['does not move', { tableId: 1 }, 'pending', 403],
  ])('%s an order: %j of one that is %s is answered with %i', async (_, change, status, expected) => {
    const { id } = await place()
    await set('owner', id, { status })
    const { statusCode, body } = await set('kitchen', id, change)
    expect(statusCode).toBe(expected)
    expect(body).not.toMatch(PERSONAL)
  })
})

describe('the limit of orders from one address', () => {
  const strict = testServer({ guestWritesPerMinute: 1 })

  it('holds for guests, staff and the kitchen, and not for the floor and owners', async () => {
    const cookies = await signInPeople(strict)
    const order = async (person: Person) =>
      (await strict.call('POST', '/api/orders', takeaway(strict), { headers: { cookie: cookies[person] } })).statusCode
    expect(await order('guest')).toBe(201)
    const persons = ['guest', 'staff', 'kitchen', 'floor', 'both', 'owner'] as const
    expect(await Promise.all(persons.map(order))).toEqual([429, 429, 429, 201, 201, 201])
  })
})

describe('the floor', () => {
  it('delivers, completes, cancels and moves orders and takes lines off, under its name', async () => {
    const { id, items } = await place({ items: [{ menuItemId: server.soup, quantity: 2 }] })
    const itemId = items[0]?.id
    const lowered = await call('floor', 'PATCH', `/orders/${id}/items/${itemId}`, { quantity: 1 })
    expect(lowered.json()).toMatchObject({ customerName: 'Ana Pop', total: 2850 })
    expect((await set('floor', id, { tableId: server.table })).json()).toMatchObject({ tableNumber: 5 })
    for (const status of ['delivered', 'completed', 'cancelled'])
      expect((await set('floor', id, { status })).json()).toMatchObject({ status })
    await call('floor', 'POST', `/orders/${id}/prints`, { kind: 'bill' })
    const { rows } = await server.connection.db.$client.query(
      'select username, status from order_status_changes where order_id = $1 order by id',
      [id],
    )
    const byFloor = ['delivered', 'completed', 'cancelled'].map((status) => ({ username: 'floor', status }))
    expect(rows.slice(1)).toEqual(byFloor)
    expect((await list('owner')).find((order) => order.id === id)?.prints).toMatchObject([{ user: 'floor' }])
  })

  it('sets the status of a table, and does not get its key', async () => {
    const path = `/tables/${server.table}/status`
    const [byFloor, byOwner] = [
      await call('floor', 'PATCH', path, { status: 'reserved' }),
      await call('owner', 'PATCH', path, { status: 'available' }),
    ]
    expect(byFloor.json()).toMatchObject({ number: 5, status: 'reserved' })
    expect(byFloor.json()).not.toHaveProperty('key')
    expect(byOwner.json()).toHaveProperty('key')
  })
})

describe('staff', () => {
  it('see open orders and those that ended in the last half hour; owners see all', async () => {
    const [ended, open] = [await place(), await place()]
    await set('owner', ended.id, { status: 'completed' })
    setMinutes(30)
    const idsOf = async (person: Person, query?: string) => (await list(person, query)).map(({ id }) => id)
    expect(await idsOf('floor')).toEqual(expect.arrayContaining([ended.id, open.id]))
    expect(await idsOf('kitchen', '?status=completed')).toContain(ended.id)
    server.clock.set(new Date(NOW.getTime() + 30 * 60_000 + 1))
    for (const query of ['', '?limit=200', '?status=completed']) {
      expect(await idsOf('floor', query)).not.toContain(ended.id)
      expect(await idsOf('owner', query)).toContain(ended.id)
    }
    expect(await idsOf('kitchen', '?limit=200')).toContain(open.id)
    const known = [ended, open].map(({ id, version }) => [id, version])
    const goneFor = async (person: Person) => (await call(person, 'POST', '/orders/changed', { known })).json().gone
    expect([await goneFor('floor'), await goneFor('owner')]).toEqual([[ended.id], []])
  })

  it('find no order in a call that they do not see; a status by an owner shows it again', async () => {
    const { id, items } = await place()
    await set('owner', id, { status: 'cancelled' })
    setMinutes(31)
    const calls = () =>
      Promise.all([
        call('floor', 'POST', `/orders/${id}/seen`),
        call('floor', 'POST', `/orders/${id}/prints`, { kind: 'receipt' }),
        call('floor', 'POST', `/orders/${id}/print-claim`, {}),
        set('floor', id, { status: 'pending' }),
        call('floor', 'PATCH', `/orders/${id}/items/${items[0]?.id}`, { quantity: 1 }),
      ])
    expect((await calls()).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
    await set('owner', id, { status: 'pending' })
    expect((await calls()).map(({ statusCode }) => statusCode)).toEqual([200, 201, 200, 200, 200])
  })

  it.each(['?q=Ana', '?customerId=1'])('search no orders: %s is answered with 403', async (query) => {
    const statuses = await Promise.all(
      (['kitchen', 'floor', 'both', 'owner'] as const).map(
        async (person) => (await call(person, 'GET', `/orders${query}`)).statusCode,
      ),
    )
    expect(statuses).toEqual([403, 403, 403, 200])
  })
})
