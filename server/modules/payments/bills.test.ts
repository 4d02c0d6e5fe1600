import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { newTable, type People, signInPeople } from '#server/testing/users.ts'
import type { Bill } from '#shared/contracts/bills.ts'
import type { Order, OrderRequest, PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer({ guestWritesPerMinute: 10_000 })
let people: People
let table = { id: 0, number: 0 }
beforeAll(async () => {
  people = await signInPeople(server)
})
beforeEach(async () => {
  table = await newTable(server)
})
afterEach(() => server.clock.set(new Date()))

const SOUP = 2850
const PIZZA = 4200
type Person = keyof People
const call = (person: Person, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, headers = {}) =>
  server.call(method, `/api${path}`, body, { headers: { cookie: people[person], 'accept-language': 'en', ...headers } })
const place = async (more: Partial<OrderRequest> = {}, person: Person = 'floor') =>
  (await call(person, 'POST', '/orders', takeaway(server, { tableId: table.id, ...more }))).json<PlacedOrder>()
const soups = (quantity: number, guestName?: string) => ({
  items: [{ menuItemId: server.soup, quantity, guestName }],
  total: quantity * SOUP,
})
const billOf = async (id = table.id, query = '') =>
  (await call('floor', 'GET', `/tables/${id}/bill${query}`)).json<Bill>()
const recordPrint = (body: object, { id = table.id, person = 'floor' as Person, key = '' } = {}) =>
  call(person, 'POST', `/tables/${id}/prints`, { kind: 'bill', ...body }, key ? { 'idempotency-key': key } : {})
const printsOf = async (...ids: number[]) => {
  const orders = (await call('owner', 'GET', '/orders')).json<Order[]>()
  return ids.map((id) => orders.find((order) => order.id === id)?.prints.map(({ kind, user }) => `${kind} ${user}`))
}

describe('the bill of a table', () => {
  it('covers all its open orders, by guest, with the prices at the time of the orders and without lines that were taken off', async () => {
    server.clock.set(new Date('2026-11-20T18:00:00Z'))
    const first = await place({
      items: [
        { menuItemId: server.soup, quantity: 2, guestName: 'seat 2' },
        { menuItemId: server.pizza, quantity: 1 },
      ],
      total: 2 * SOUP + PIZZA,
    })
    const second = await place(soups(3, 'seat 2'))
    const [completed, cancelled] = [await place(soups(1)), await place(soups(1))]
    await call('floor', 'PATCH', `/orders/${completed.id}`, { status: 'completed' })
    await call('floor', 'PATCH', `/orders/${cancelled.id}`, { status: 'cancelled' })
    await call('floor', 'PATCH', `/orders/${first.id}/items/${first.items[1]?.id}`, { quantity: 0 })
    await call('floor', 'PATCH', `/orders/${second.id}/items/${second.items[0]?.id}`, { quantity: 1 })
    const third = await place({ items: [{ menuItemId: server.pizza, quantity: 1 }], total: PIZZA })
    const soup = { menuItemId: server.soup, price: SOUP, guestName: 'seat 2', notes: null }
    expect(await billOf()).toEqual({
      at: '2026-11-20T18:00:00.000Z',
      tableNumber: table.number,
      tableLabel: null,
      orderIds: [first.id, second.id, third.id],
      currency: 'lei',
      lines: [
        expect.objectContaining({ id: first.items[0]?.id, quantity: 2, ...soup }),
        expect.objectContaining({ id: second.items[0]?.id, quantity: 1, ...soup }),
        expect.objectContaining({ id: third.items[0]?.id, quantity: 1, price: PIZZA, guestName: null }),
      ],
      guests: [
        { guestName: 'seat 2', total: 3 * SOUP },
        { guestName: null, total: PIZZA },
      ],
      total: 3 * SOUP + PIZZA,
    })
  })

  it('is split into equal parts on request', async () => {
    await place(soups(1))
    expect((await billOf(table.id, '?parts=4')).parts).toEqual([712, 712, 712, 714])
    expect(await billOf()).not.toHaveProperty('parts')
    for (const parts of ['1', '21', '2.5', 'x', '', '-2'])
      expect((await call('floor', 'GET', `/tables/${table.id}/bill?parts=${parts}`)).statusCode).toBe(400)
  })

  it('of a table without open orders is empty, and of an unknown table 404', async () => {
    expect(await billOf(table.id, '?parts=2')).toMatchObject({
      lines: [],
      guests: [],
      total: 0,
      orderIds: [],
      parts: [0, 0],
    })
    const unknown = [await call('floor', 'GET', '/tables/999999/bill'), await recordPrint({}, { id: 999_999 })]
    expect(unknown.map(({ statusCode, body }) => [statusCode, JSON.parse(body).code])).toEqual([
      [404, 'table_not_found'],
      [404, 'table_not_found'],
    ])
  })

  it('is refused while the orders of the table are in two currencies', async () => {
    const first = await place(soups(1))
    await call('owner', 'PATCH', '/settings', { currency: 'eur' })
    await place(soups(1))
    const refused = await call('floor', 'GET', `/tables/${table.id}/bill`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'mixed_currencies'])
    await call('floor', 'PATCH', `/orders/${first.id}`, { status: 'completed' })
    expect((await billOf()).currency).toBe('eur')
    await call('owner', 'PATCH', '/settings', { currency: 'lei' })
  })
})

describe('the print of a bill', () => {
  it('is recorded with the user’s name in each order that the paper covers, and in no later round', async () => {
    const [first, second] = [await place(soups(1)), await place(soups(2))]
    const { orderIds } = await billOf()
    const round = await place(soups(3))
    const response = await recordPrint({ orderIds })
    expect([response.statusCode, response.json()]).toEqual([201, { orderIds: [first.id, second.id] }])
    expect(await printsOf(first.id, second.id, round.id)).toEqual([['bill floor'], ['bill floor'], []])
    expect((await recordPrint({}, { person: 'owner' })).json().orderIds).toHaveLength(3)
    expect(await printsOf(first.id, round.id)).toEqual([['bill floor', 'bill boss'], ['bill boss']])
  })

  it('is recorded for orders that were completed meanwhile, and not for those of other tables', async () => {
    const [completed, moved] = [await place(soups(1)), await place(soups(1))]
    const { orderIds } = await billOf()
    const other = await newTable(server)
    await call('floor', 'PATCH', `/orders/${completed.id}`, { status: 'completed' })
    await call('floor', 'PATCH', `/orders/${moved.id}`, { tableId: other.id })
    expect((await recordPrint({ orderIds })).json()).toEqual({ orderIds: [completed.id] })
    expect(await printsOf(completed.id, moved.id)).toEqual([['bill floor'], []])
    expect((await recordPrint({})).json()).toEqual({ orderIds: [] })
  })
})

describe('the name of a line', () => {
  const nameOf = (order: PlacedOrder) => order.items[0]?.guestName

  it('is taken from the floor and from owners, trimmed, and ignored from everybody else', async () => {
    expect(nameOf(await place(soups(1, '  seat 2 ')))).toBe('seat 2')
    expect(nameOf(await place(soups(1, 'Ana'), 'owner'))).toBe('Ana')
    expect(nameOf(await place(soups(1, '')))).toBeNull()
    for (const person of ['guest', 'staff', 'kitchen'] as const)
      expect(nameOf(await place(soups(1, 'seat 2'), person))).toBeNull()
    const order = (await call('owner', 'GET', '/orders')).json<Order[]>()[0]
    expect(order?.items[0]?.guestName).toBeNull()
  })
})
