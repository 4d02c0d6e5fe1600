import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { poolOf } from '#server/db/connect.ts'
import { takeaway } from '#server/testing/app.ts'
import { reportsFixture, testOrder } from '#server/testing/reports.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { addDays } from '#shared/domain/time/local-time.ts'

const { fetchReport, insertOrders, report, server, setDayStart } = reportsFixture()

it('a report counts an order after midnight on the day before, at its hour, with its time to ready', async () => {
  await setDayStart('04:00')
  // Saturday, 01:30 at the restaurant.
  server.clock.set(new Date('2026-11-13T23:30:00Z'))
  const items = [
    { menuItemId: server.soup, quantity: 3 },
    { menuItemId: server.pizza, quantity: 1 },
  ]
  const body = takeaway(server, { items, total: 12_750, tableId: server.table, diningOption: 'dine-in' })
  const placed = (await server.call('POST', '/api/orders', body)).json<PlacedOrder>()
  const url = `/api/orders/${placed.id}`
  const change = (path: string, fields: object) => server.asOwner('PATCH', path, fields)
  const setSecondsAfter = (seconds: number) =>
    server.clock.set(new Date(Date.parse('2026-11-13T23:30:00Z') + seconds * 1000))
  setSecondsAfter(60)
  await change(url, { status: 'ready' })
  await change(url, { status: 'preparing' })
  setSecondsAfter(754)
  await change(url, { status: 'ready' })
  setSecondsAfter(800)
  await change(url, { status: 'delivered' })
  await change(`${url}/items/${placed.items[0]?.id}`, { quantity: 1 })
  const partInLei = async () => (await report('2026-11-13', '2026-11-13')).parts[0]
  const part = await partInLei()
  expect(part?.figures).toMatchObject({
    orders: 1,
    revenue: 7050,
    takenOffQuantity: 2,
    takenOffAmount: 5700,
    readyOrders: 1,
    readyMedian: 760,
    readySlow: 760,
  })
  expect(part?.hours).toEqual([{ weekday: 5, hour: 1, orders: 1, revenue: 7050 }])
  expect(part?.tables).toMatchObject([{ tableNumber: 5, orders: 1 }])
  expect(part?.ready.filter(({ orders }) => orders > 0)).toEqual([{ minutes: 10, orders: 1, ordersBefore: 0 }])
  expect(part?.dishes).toMatchObject([
    { name: 'Pizza', quantity: 1, revenue: 4200, quantityBefore: 0 },
    { name: 'Bean soup', quantity: 1, revenue: 2850 },
  ])

  // Completing older orders does not change their time until ready.
  server.clock.set(new Date('2026-11-16T12:00:00Z'))
  const older = { before: '2026-11-16T02:00:00.000Z' }
  expect((await server.asOwner('POST', '/api/orders/complete-older', older)).json()).toEqual({ completed: 1 })
  expect((await partInLei())?.figures).toMatchObject({ orders: 1, readyMedian: 760 })
  await change(url, { status: 'cancelled' })
  expect((await partInLei())?.figures).toMatchObject({
    orders: 0,
    cancelledOrders: 1,
    readyOrders: 0,
    readyMedian: null,
  })
  server.clock.set(new Date())
})

describe('the query of a report', () => {
  const issuesOf = async (query: string) => {
    const response = await server.asOwner('GET', `/api/reports${query}`)
    const { issues, code } = response.json<{ issues?: { path: string; message: string }[]; code: string }>()
    return [response.statusCode, code, issues?.map(({ path }) => path)]
  }
  it.each([
    ['', ['from', 'to']],
    ['?from=2026-02-30&to=2026-03-01', ['from']],
    ['?from=1999-12-31&to=2000-01-01', ['from']],
    ['?from=2099-12-31&to=2100-01-01', ['to']],
    ['?from=2026-01-02&to=2026-01-01', ['to']],
    ['?from=2016-01-01&to=2026-01-08', ['to']],
    ['?from=2026-01-01&to=2026-01-01&as=pdf', ['as']],
    ['?from=2026-01-01&to=2026-01-01&as=csv&part=guests', ['part']],
  ])('is rejected for %j', async (query, paths) => {
    expect(await issuesOf(query)).toEqual([400, 'invalid_input', paths])
  })

  it('may cover 3660 days, and start or end on the first or last allowed day', async () => {
    const { parts, beforeFrom } = await report('2016-01-01', '2026-01-07')
    expect([parts[0]?.days.length, parts[0]?.daysBefore.length, beforeFrom]).toEqual([3660, 3660, '2005-12-24'])
    expect(parts).toHaveLength(1)
    expect((await report('2000-01-01', '2000-01-01')).beforeTo).toBe('1999-12-31')
    expect((await report('2099-12-31', '2099-12-31')).to).toBe('2099-12-31')
  })
})

describe('concurrent reports', () => {
  it('are made one at a time without delaying orders, and a sixth one is rejected', async () => {
    const pool = poolOf(server.connection.reports)
    const heldClients = await Promise.all([pool?.connect(), pool?.connect()])
    const days = ['01', '02', '03', '04', '05', '06']
    const requests = days.map((day) => fetchReport(`2024-04-${day}`, '2024-04-30', '&as=csv'))
    const rejected = await Promise.race(requests)
    expect([rejected.statusCode, rejected.headers['retry-after'], rejected.json()]).toMatchObject([
      503,
      '2',
      { code: 'unavailable' },
    ])
    for (let i = 0; i < 3; i++) {
      expect((await server.call('POST', '/api/orders', takeaway(server))).statusCode).toBe(201)
    }
    for (const client of heldClients) client?.release()
    const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect((await fetchReport('2024-04-06', '2024-04-30')).statusCode).toBe(200)
  })
})

describe('users', () => {
  let people: People
  beforeAll(async () => {
    await setDayStart('04:00')
    people = await signInPeople(server)
  })
  afterEach(() => server.clock.set(new Date()))

  const SOUP = 2850
  const soups = async (quantity: number) => {
    const items = [
      { menuItemId: server.soup, quantity },
      { menuItemId: server.pizza, quantity: 1 },
    ]
    const body = takeaway(server, { items, total: quantity * SOUP + 4200 })
    return (await server.call('POST', '/api/orders', body)).json<PlacedOrder>()
  }
  const patch = (person: 'floor' | 'owner', path: string, body: object) =>
    server.call('PATCH', `/api/orders/${path}`, body, { headers: { cookie: people[person] } })
  const setStatus = (person: 'floor' | 'owner', { id }: PlacedOrder, status: string) =>
    patch(person, `${id}`, { status })
  const takeOff = (person: 'floor' | 'owner', { id, items }: PlacedOrder, quantity: number) =>
    patch(person, `${id}/items/${items[0]?.id}`, { quantity })
  const DAYS = ['2024-04-01', '2024-04-30'] as const
  const part = async () => (await report(...DAYS)).parts[0]
  const user = (username: string | null, cancelled: [number, number], takenOff: [number, number]) => ({
    username,
    cancelledOrders: cancelled[0],
    cancelledAmount: cancelled[1],
    takenOffQuantity: takenOff[0],
    takenOffAmount: takenOff[1],
  })

  describe('a report by user', () => {
    it('lists who cancelled orders and took lines off, an owner too, also after the user is gone', async () => {
      server.clock.set(new Date('2024-04-10T12:00:00Z'))
      const [first, second, third, reopened] = [await soups(5), await soups(3), await soups(2), await soups(1)]
      await takeOff('floor', first, 3)
      await takeOff('floor', first, 2)
      await takeOff('owner', second, 2)
      // Lines taken off a cancelled order are no longer counted, because its whole total is.
      await takeOff('floor', third, 1)
      await setStatus('owner', third, 'cancelled')
      await setStatus('floor', third, 'pending')
      await setStatus('floor', third, 'cancelled')
      await setStatus('floor', reopened, 'cancelled')
      await setStatus('owner', reopened, 'completed')
      await insertOrders([testOrder('2024-04-11T10:00:00Z', { status: 'cancelled' })])
      const expected = [
        user('floor', [1, SOUP + 4200], [3, 3 * SOUP]),
        user(null, [1, 2 * SOUP], [0, 0]),
        user('boss', [0, 0], [1, SOUP]),
      ]
      const before = await part()
      expect(before?.users).toEqual(expected)
      expect(before?.figures).toMatchObject({
        cancelledOrders: 2,
        cancelledAmount: 3 * SOUP + 4200,
        takenOffQuantity: 4,
        takenOffAmount: 4 * SOUP,
      })
      const users = (await server.call('GET', '/api/users', undefined, { headers: { cookie: people.owner } })).json<
        { id: number; username: string }[]
      >()
      const { id } = users.find(({ username }) => username === 'floor') ?? { id: 0 }
      const removal = await server.call(
        'DELETE',
        `/api/users/${id}`,
        { currentPassword: 'secret-boss' },
        { headers: { cookie: people.owner } },
      )
      expect(removal.statusCode).toBe(204)
      expect((await part())?.users).toEqual(expected)
      const file = await server.call(
        'GET',
        `/api/reports?from=${DAYS[0]}&to=${DAYS[1]}&as=csv&part=users&lang=ro`,
        undefined,
        { headers: { cookie: people.owner } },
      )
      expect(file.body.slice(1).trim().split('\r\n')).toEqual([
        'Monedă;Utilizator;Comenzi anulate;Valoarea comenzilor anulate;Preparate scoase;Valoarea preparatelor scoase',
        'lei;floor;1;70,50;3;85,50',
        'lei;Necunoscut;1;57,00;0;0,00',
        'lei;boss;0;0,00;1;28,50',
      ])
    })
  })
})

it.each([
  ['in spring', '2026-03-28', ['28T02:00', '29T01:00', '30T01:00'].map((at) => `2026-03-${at}:00Z`)],
  ['in autumn', '2026-10-24', ['24T01:00', '25T02:00', '26T02:00'].map((at) => `2026-10-${at}:00Z`)],
])('a report counts each order on its business day across the clock change %s', async (_, from, starts) => {
  await setDayStart('04:00')
  const moments = starts.flatMap((start) => [new Date(Date.parse(start) - 1).toISOString(), start])
  await insertOrders(moments.map((at) => testOrder(at)))
  const [part] = (await report(from, addDays(from, 2))).parts
  expect(part?.days).toEqual([2, 2, 1].map((orders, i) => ({ day: addDays(from, i), orders, revenue: orders * 5700 })))
  expect(part?.daysBefore.map(({ orders }) => orders)).toEqual([0, 0, 1])
  expect(part?.figures).toMatchObject({ orders: 5, revenue: 5 * 5700, averageOrderValue: 5700, readyMedian: 610 })
})

describe('a period that is not over', () => {
  afterEach(() => server.clock.set(new Date()))

  it.each([
    ['after midnight', '04:00', '2026-11-14', '2026-11-14T23:30:00Z', '2026-11-13T23:30:00.000Z'],
    ['after the clocks went forward', '00:00', '2026-03-29', '2026-03-29T09:30:00Z', '2026-03-28T10:30:00.000Z'],
    ['after the clocks went back', '00:00', '2026-10-25', '2026-10-25T10:30:00Z', '2026-10-24T09:30:00.000Z'],
    ['a day after the clocks went back', '00:00', '2026-10-26', '2026-10-26T10:30:00Z', '2026-10-25T10:30:00.000Z'],
  ])('is compared up to the same hour %s', async (_, startsAt, today, now, until) => {
    await setDayStart(startsAt)
    server.clock.set(new Date(now))
    const [last, next] = [new Date(Date.parse(until) - 1).toISOString(), until]
    await insertOrders([last, last, next, new Date(Date.parse(now) - 1).toISOString()].map((at) => testOrder(at)))
    const { parts, ...periods } = await report(today, today)
    const yesterday = addDays(today, -1)
    expect(periods).toEqual({ from: today, to: today, beforeFrom: yesterday, beforeTo: yesterday, beforeUntil: until })
    expect([parts[0]?.figures.orders, parts[0]?.figuresBefore.orders]).toEqual([1, 2])
  })

  it('ends the days before at the same hour of the day that is today’s', async () => {
    await setDayStart('04:00')
    server.clock.set(new Date('2026-11-11T10:30:00Z'))
    await insertOrders(
      ['2026-11-06T10:00:00Z', '2026-11-07T10:00:00Z', '2026-11-07T11:00:00Z'].map((at) => testOrder(at)),
    )
    const { parts, beforeFrom, beforeTo } = await report('2026-11-10', '2026-11-13')
    expect([beforeFrom, beforeTo]).toEqual(['2026-11-06', '2026-11-07'])
    expect(parts[0]?.daysBefore.map(({ orders }) => orders)).toEqual([1, 1])
  })

  it('is compared with whole days once it is over', async () => {
    await setDayStart('04:00')
    server.clock.set(new Date('2026-11-15T02:00:00Z'))
    await insertOrders([testOrder('2026-11-13T20:00:00Z')])
    const { parts, beforeUntil } = await report('2026-11-14', '2026-11-14')
    expect([beforeUntil, parts[0]?.figuresBefore.orders]).toEqual([null, 1])
  })
})

// This test comes last, because it deletes a dish.
describe('dishes in a report', () => {
  const sold = (at: string, dish: number, name: string, quantity: number) =>
    testOrder(at, { readyAfter: null, lines: [{ dish, name, quantity, removedQuantity: 1, price: 1000 }] })
  const soldRows = async (from: string, to: string) =>
    (await report(from, to)).parts[0]?.dishes.map(({ name, quantity, quantityBefore }) => [
      name,
      quantity,
      quantityBefore,
    ])

  it('are grouped by id under their latest name, and by name if deleted', async () => {
    await setDayStart('04:00')
    await insertOrders([
      sold('2024-03-10T10:00:00Z', 0, 'Soup', 1),
      sold('2024-04-10T10:00:00Z', 0, 'Bean soup', 2),
      sold('2024-04-20T10:00:00Z', 0, 'Grandma’s soup', 3),
      sold('2024-04-05T10:00:00Z', 0, 'Soup', 4),
      sold('2024-04-06T10:00:00Z', 2, 'Pie', 1),
      sold('2024-03-06T10:00:00Z', 2, 'Pie', 2),
      sold('2024-04-07T10:00:00Z', 3, 'Cake', 0),
    ])
    const aprilDishes = () => soldRows('2024-04-01', '2024-04-30')
    const expectedRows = [
      ['Grandma’s soup', 9, 1],
      ['Pie', 1, 2],
    ]
    expect(await aprilDishes()).toEqual(expectedRows)
  })

  it('are grouped by name once they are deleted', async () => {
    await setDayStart('04:00')
    await insertOrders([
      sold('2024-04-10T10:00:00Z', 1, 'Pizza', 2),
      sold('2024-04-20T10:00:00Z', 1, 'Pizza of the house', 3),
      sold('2024-04-21T10:00:00Z', 2, 'Pizza', 4),
    ])
    const aprilDishes = () => soldRows('2024-04-01', '2024-04-30')
    expect(await aprilDishes()).toEqual([
      ['Pizza of the house', 5, 0],
      ['Pizza', 4, 0],
    ])
    expect((await server.asOwner('DELETE', `/api/menu/${server.pizza}`)).statusCode).toBe(204)
    expect(await aprilDishes()).toEqual([
      ['Pizza', 6, 0],
      ['Pizza of the house', 3, 0],
    ])
  })
})
