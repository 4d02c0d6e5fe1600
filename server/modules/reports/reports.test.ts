import { describe, expect, it } from 'vitest'
import { poolOf } from '#server/db/connect.ts'
import { reportMonths } from '#server/db/schema/index.ts'
import { takeaway } from '#server/testing/app.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { reportsFixture, testOrder } from './fixtures/reports.ts'

const { asOwner, fetchReport, insertOrders, report, server, setDayStart, sumPastMonths } = reportsFixture()

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
  const change = (path: string, fields: object) => server.call('PATCH', path, fields, asOwner())
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

  // Completing older orders does not change the time to ready.
  server.clock.set(new Date('2026-11-16T12:00:00Z'))
  const older = { before: '2026-11-16T02:00:00.000Z' }
  expect((await server.call('POST', '/api/orders/complete-older', older, asOwner())).json()).toEqual({ completed: 1 })
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
    await sumPastMonths()
    expect(await aprilDishes()).toEqual(expectedRows)
  })

  it('are grouped by name if they are deleted after their month was summed', async () => {
    await setDayStart('04:00')
    await insertOrders([
      sold('2024-04-10T10:00:00Z', 1, 'Pizza', 2),
      sold('2024-04-20T10:00:00Z', 1, 'Pizza of the house', 3),
      sold('2024-04-21T10:00:00Z', 2, 'Pizza', 4),
    ])
    const aprilDishes = () => soldRows('2024-04-01', '2024-04-30')
    await sumPastMonths()
    expect(await aprilDishes()).toEqual([
      ['Pizza of the house', 5, 0],
      ['Pizza', 4, 0],
    ])
    const storedSums = await server.connection.db.select().from(reportMonths)
    expect((await server.call('DELETE', `/api/menu/${server.pizza}`, undefined, asOwner())).statusCode).toBe(204)
    expect(await server.connection.db.select().from(reportMonths)).toEqual(storedSums)
    const byName = [
      ['Pizza', 6, 0],
      ['Pizza of the house', 3, 0],
    ]
    expect(await aprilDishes()).toEqual(byName)
    await server.connection.db.delete(reportMonths)
    expect(await aprilDishes()).toEqual(byName)
  })
})

describe('the query of a report', () => {
  const issuesOf = async (query: string) => {
    const response = await server.call('GET', `/api/reports${query}`, undefined, asOwner())
    const { issues, code } = response.json<{ issues?: { path: string; message: string }[]; code: string }>()
    return [response.statusCode, code, issues?.map(({ path }) => path)]
  }
  it.each([
    ['', ['from', 'to']],
    ['?from=2026-01-01', ['to']],
    ['?from=2026-02-30&to=2026-03-01', ['from']],
    ['?from=yesterday&to=today', ['from', 'to']],
    ['?from=2026-01-01T00:00:00Z&to=2026-01-02', ['from']],
    ['?from=0001-01-01&to=0001-01-02', ['from', 'to']],
    ['?from=1999-12-31&to=2000-01-01', ['from']],
    ['?from=2999-12-31&to=3000-01-01', ['to']],
    ['?from=2026-01-02&to=2026-01-01', ['to']],
    ['?from=2016-01-01&to=2026-01-08', ['to']],
    ['?from=2026-01-01&to=2026-01-01&as=pdf', ['as']],
    ['?from=2026-01-01&to=2026-01-01&as=csv&part=guests', ['part']],
    ['?from=2026-01-01&to=2026-01-01&lang=fr', ['lang']],
    ['?from=2026-01-01&from=2026-01-02&to=2026-01-03', ['from']],
  ])('is rejected for %j', async (query, paths) => {
    expect(await issuesOf(query)).toEqual([400, 'invalid_input', paths])
  })

  it('may cover 3660 days, and start or end on the first or last allowed day', async () => {
    const { parts, beforeFrom } = await report('2016-01-01', '2026-01-07')
    expect([parts[0]?.days.length, parts[0]?.daysBefore.length, beforeFrom]).toEqual([3660, 3660, '2005-12-24'])
    expect(parts).toHaveLength(1)
    expect((await report('2000-01-01', '2000-01-01')).beforeTo).toBe('1999-12-31')
    expect((await report('2999-12-31', '2999-12-31')).to).toBe('2999-12-31')
  })
})

describe('concurrent reports', () => {
  it('are made one at a time without delaying orders; equal ones are made once, and a sixth one is rejected', async () => {
    const pool = poolOf(server.connection.reports)
    const heldClients = await Promise.all([pool?.connect(), pool?.connect()])
    const days = ['01', '02', '03', '04', '05', '06']
    const requests = days.flatMap((day) => [
      fetchReport(`2024-04-${day}`, '2024-04-30'),
      fetchReport(`2024-04-${day}`, '2024-04-30', '&as=csv'),
    ])
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
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect((await fetchReport('2024-04-06', '2024-04-30')).statusCode).toBe(200)
  })
})
