import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import type { PoolClient } from 'pg'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { poolOf } from '#server/db/connect.ts'
import { orderItems, orders, reportMonths, settings } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { type Report, type ReportFile, type ReportPart, reportSchema } from '#shared/contracts/reports.ts'
import { businessDayStart } from '#shared/domain/time/business-day.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { READY_ROW_MINUTES } from './part.ts'
import { sumMonths } from './sum-months.ts'

const server = testServer()
const ZONE = 'Europe/Bucharest'
const asOwner = () => ({ headers: { cookie: server.owner } })
const { log } = recordingLog()

const fetchReport = (from: string, to: string, more = '') =>
  server.call('GET', `/api/reports?from=${from}&to=${to}${more}`, undefined, asOwner())
async function report(from: string, to: string): Promise<Report> {
  const response = await fetchReport(from, to)
  expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, expect.anything()])
  // The route sends it without validating it.
  expect(z.parse(reportSchema, response.json())).toEqual(response.json())
  return response.json<Report>()
}
const setDayStart = (startsAt: string) => server.connection.db.update(settings).set({ businessDayStart: startsAt })
const sum = () => sumMonths(server.connection.db, ZONE, log as Log)

/** An order as the tests insert it, without the rules of placing one. */
interface TestOrder {
  at: Date
  currency: 'lei' | 'eur'
  status: 'pending' | 'ready' | 'completed' | 'cancelled'
  diningOption: 'dine-in' | 'takeaway'
  tableNumber: number | null
  readyAfter: number | null
  lines: { dish: number; name: string; quantity: number; removedQuantity: number; price: number }[]
}

/** Two dishes that exist, and two that were deleted. */
let dishes: (number | null)[] = []
beforeAll(() => {
  dishes = [server.soup, server.pizza, null, null]
})

async function insertOrders(testOrders: readonly TestOrder[]): Promise<void> {
  const { db } = server.connection
  for (const order of testOrders) {
    const total = order.lines.reduce((all, { price, quantity }) => all + price * quantity, 0)
    const [row] = await db
      .insert(orders)
      .values({
        customerName: '',
        phoneNumber: '',
        diningOption: order.diningOption,
        tableNumber: order.tableNumber,
        total,
        currency: order.currency,
        status: order.status,
        tokenHash: '',
        searchText: '',
        createdAt: order.at,
        updatedAt: order.at,
        readyAt: order.readyAfter === null ? null : new Date(order.at.getTime() + order.readyAfter * 1000),
      })
      .returning({ id: orders.id })
    const lines = order.lines.map(({ dish, ...line }) => ({
      ...line,
      orderId: row?.id ?? 0,
      menuItemId: dishes[dish] ?? null,
      nameRo: '',
    }))
    await db.insert(orderItems).values(lines)
  }
}

const deleteAll = async () => {
  await server.connection.db.delete(orders)
  await server.connection.db.delete(reportMonths)
}
afterEach(deleteAll)

/** The expected report, computed in another way: from one order after another, without slots and stored months. */
function expected(
  testOrders: readonly TestOrder[],
  { from, to, dayStart }: { from: string; to: string; dayStart: string },
) {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  const dayOf = ({ at }: TestOrder) => localTime(businessDayStart(at, dayStart, ZONE), ZONE).day
  const inside = (first: string, last: string) =>
    testOrders.filter((order) => dayOf(order) >= first && dayOf(order) <= last)
  const totalOf = ({ lines }: TestOrder) => lines.reduce((all, { price, quantity }) => all + price * quantity, 0)
  const sums = (selected: TestOrder[]) => ({
    orders: selected.length,
    revenue: selected.reduce((all, order) => all + totalOf(order), 0),
  })
  const [current, previous] = [inside(from, to), inside(addDays(from, -days), addDays(from, -1))]
  const figures = (all: TestOrder[]) => {
    const counting = all.filter(({ status }) => status !== 'cancelled')
    const cancelled = sums(all.filter(({ status }) => status === 'cancelled'))
    const { orders, revenue } = sums(counting)
    const countedLines = counting.flatMap(({ lines }) => lines)
    const times = counting.flatMap(({ readyAfter }) => readyAfter ?? []).sort((a, b) => a - b)
    const within = (share: number) => {
      const time = times[Math.ceil(times.length * share) - 1]
      return time === undefined ? null : Math.floor(time / 10) * 10 + 10
    }
    return {
      orders,
      revenue,
      averageOrderValue: orders === 0 ? 0 : Math.round(revenue / orders),
      cancelledOrders: cancelled.orders,
      cancelledAmount: cancelled.revenue,
      takenOffQuantity: countedLines.reduce((all, { removedQuantity }) => all + removedQuantity, 0),
      takenOffAmount: countedLines.reduce((all, { removedQuantity, price }) => all + removedQuantity * price, 0),
      readyOrders: times.length,
      readyMedian: within(0.5),
      readySlow: within(0.9),
    }
  }
  const part = (currency: 'lei' | 'eur') => {
    const inCurrency = (all: TestOrder[]) => all.filter((order) => order.currency === currency)
    const count = (all: TestOrder[]) => inCurrency(all).filter(({ status }) => status !== 'cancelled')
    const compared = (matches: (order: TestOrder) => boolean) => {
      const { orders, revenue } = sums(count(previous).filter(matches))
      return { ...sums(count(current).filter(matches)), ordersBefore: orders, revenueBefore: revenue }
    }
    const listed = (first: string, all: TestOrder[]) =>
      Array.from({ length: days }, (_, i) => addDays(first, i)).map((day) => ({
        day,
        ...sums(count(all).filter((order) => dayOf(order) === day)),
      }))
    const hourOf = ({ at }: TestOrder) => Number(localTime(at, ZONE).time.slice(0, 2))
    const weekdayOf = (order: TestOrder) => ((new Date(dayOf(order)).getUTCDay() + 6) % 7) + 1
    const hours = Array.from({ length: 7 * 24 }, (_, i) => ({ weekday: 1 + Math.floor(i / 24), hour: i % 24 }))
    const numbers = [...new Set(count([...current, ...previous]).map(({ tableNumber }) => tableNumber))]
    const atTable = (number: number | null) => (order: TestOrder) =>
      order.diningOption === 'dine-in' && order.tableNumber === number
    return {
      currency,
      figures: figures(inCurrency(current)),
      figuresBefore: figures(inCurrency(previous)),
      days: listed(from, current),
      daysBefore: listed(addDays(from, -days), previous),
      hours: hours
        .map((slot) => ({
          ...slot,
          ...sums(count(current).filter((order) => weekdayOf(order) === slot.weekday && hourOf(order) === slot.hour)),
        }))
        .filter(({ orders }) => orders > 0),
      dining: (['dine-in', 'takeaway'] as const).map((diningOption) => ({
        diningOption,
        ...compared((order) => order.diningOption === diningOption),
      })),
      tables: numbers
        .map((tableNumber) => ({ tableNumber, ...compared(atTable(tableNumber)) }))
        .filter(({ orders, ordersBefore }) => orders + ordersBefore > 0)
        .sort((a, b) => (a.tableNumber ?? 1e9) - (b.tableNumber ?? 1e9)),
      ready: READY_ROW_MINUTES.map((minutes, i) => {
        const holds = ({ readyAfter }: TestOrder) =>
          readyAfter !== null && readyAfter >= minutes * 60 && readyAfter < (READY_ROW_MINUTES[i + 1] ?? 1e9) * 60
        return {
          minutes,
          orders: count(current).filter(holds).length,
          ordersBefore: count(previous).filter(holds).length,
        }
      }),
    }
  }
  const used = (['lei', 'eur'] as const).filter((currency) =>
    [...current, ...previous].some((order) => order.currency === currency),
  )
  return (used.length > 0 ? used : (['lei'] as const)).map(part)
}

/** Quantity and revenue of each dish, computed line by line; an existing dish has one entry whatever its names. */
function expectedDishes(testOrders: readonly TestOrder[]): Record<string, { quantity: number; revenue: number }> {
  const sold: Record<string, { quantity: number; revenue: number }> = {}
  for (const { dish, name, quantity, price } of testOrders.flatMap(({ lines }) => lines)) {
    const key = dishes[dish] === null ? name : `dish ${dish}`
    const { quantity: soldQuantity, revenue } = sold[key] ?? { quantity: 0, revenue: 0 }
    if (quantity > 0) sold[key] = { quantity: soldQuantity + quantity, revenue: revenue + quantity * price }
  }
  return sold
}

const withoutDishes = (parts: ReportPart[]) => parts.map(({ dishes: _, ...part }) => part)

const line = fc
  .record({
    dish: fc.nat(3),
    name: fc.constantFrom('Bean soup', 'Trout', 'Old pie'),
    quantity: fc.integer({ min: 0, max: 4 }),
    removedQuantity: fc.nat(2),
    price: fc.constantFrom(0, 1, 2850, 4200),
  })
  .filter(({ quantity, removedQuantity }) => quantity + removedQuantity > 0)
const testOrderNear = (edges: string[]) =>
  fc.record<TestOrder>({
    // At, just before or after, or within about a day of a bound of a business day or a clock change.
    at: fc
      .tuple(fc.constantFrom(...edges), fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -1e8, max: 1e8 })))
      .map(([edge, ms]) => new Date(Date.parse(edge) + ms)),
    currency: fc.constantFrom('lei', 'lei', 'eur'),
    status: fc.constantFrom('pending', 'ready', 'completed', 'cancelled'),
    diningOption: fc.constantFrom('dine-in', 'takeaway'),
    tableNumber: fc.constantFrom(null, 5, 9, 12),
    readyAfter: fc.option(fc.oneof(fc.integer({ min: 0, max: 7200 }), fc.constantFrom(299, 300, 5399, 5400))),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  })

// Each try inserts many orders, which takes long on a busy machine.
describe('a report equals sums computed from single orders', () => {
  const dayStart = fc.constantFrom('04:00', '03:30', '00:00', '23:59', '12:15')

  it.each([
    ['in spring', '2026-03-28', '2026-03-30', ['2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z', '2026-03-30T01:00:00Z']],
    ['in autumn', '2026-10-24', '2026-10-26', ['2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z', '2026-10-26T02:00:00Z']],
  ])('across the clock change %s', async (_, from, to, edges) => {
    await fc.assert(
      fc.asyncProperty(fc.array(testOrderNear(edges), { maxLength: 30 }), dayStart, async (testOrders, startsAt) => {
        await deleteAll()
        await setDayStart(startsAt)
        await insertOrders(testOrders)
        const { parts, ...days } = await report(from, to)
        expect(days).toEqual({ from, to, beforeFrom: addDays(from, -3), beforeTo: addDays(from, -1) })
        expect(withoutDishes(parts)).toEqual(expected(testOrders, { from, to, dayStart: startsAt }))
      }),
      { numRuns: 12 },
    )
  })

  it('with and without stored sums of a month, and with sums stored for another start of the day', async () => {
    const edges = ['2024-03-01T02:00:00Z', '2024-03-31T01:00:00Z', '2024-04-01T01:00:00Z', '2024-04-30T21:00:00Z']
    await fc.assert(
      fc.asyncProperty(
        fc.array(testOrderNear(edges), { minLength: 5, maxLength: 30 }),
        dayStart,
        async (testOrders, startsAt) => {
          await deleteAll()
          await setDayStart('04:00')
          await insertOrders(testOrders)
          await sum()
          await setDayStart(startsAt)
          const period = { from: '2024-04-01', to: '2024-05-02', dayStart: startsAt }
          const parts = async () => withoutDishes((await report(period.from, period.to)).parts)
          expect(await parts()).toEqual(expected(testOrders, period))
          await sum()
          expect(await parts()).toEqual(expected(testOrders, period))
        },
      ),
      { numRuns: 12 },
    )
  })

  it('for each dish, with and without stored sums', async () => {
    await setDayStart('04:00')
    await fc.assert(
      fc.asyncProperty(fc.array(testOrderNear(['2024-04-20T12:00:00Z']), { maxLength: 30 }), async (generated) => {
        await deleteAll()
        const testOrders = generated.map((order) => ({ ...order, currency: 'lei', status: 'completed' }) as const)
        await insertOrders(testOrders)
        const soldDishes = async () => {
          const [part] = (await report('2024-04-01', '2024-04-30')).parts
          return (part?.dishes ?? []).map(({ quantity, revenue }) => [quantity, revenue])
        }
        const sold = Object.values(expectedDishes(testOrders)).map(
          ({ quantity, revenue }) => [quantity, revenue] as const,
        )
        const sorted = sold.sort((a, b) => b[0] - a[0] || b[1] - a[1])
        expect(await soldDishes()).toEqual(sorted)
        await sum()
        expect(await soldDishes()).toEqual(sorted)
      }),
      { numRuns: 12 },
    )
  })
})

describe('the stored sums of a month', () => {
  const orderAt = (at: string, more: Partial<TestOrder> = {}): TestOrder => ({
    at: new Date(at),
    currency: 'lei',
    status: 'completed',
    diningOption: 'takeaway',
    tableNumber: null,
    readyAfter: 600,
    lines: [{ dish: 0, name: 'Bean soup', quantity: 2, removedQuantity: 0, price: 2850 }],
    ...more,
  })
  const months = () => server.connection.db.select({ month: reportMonths.month }).from(reportMonths)
  const april = async () => {
    const [part] = (await report('2024-04-01', '2024-04-30')).parts
    const { orders, revenue, cancelledOrders, takenOffQuantity } = part?.figures ?? {}
    return { orders, revenue, cancelledOrders, takenOffQuantity }
  }

  it('are read instead of the orders, and removed when one of them changes', async () => {
    await setDayStart('04:00')
    const open = orderAt('2024-04-10T10:00:00Z', {
      status: 'pending',
      lines: [
        { dish: 0, name: 'Bean soup', quantity: 2, removedQuantity: 0, price: 0 },
        { dish: 1, name: 'Pizza', quantity: 1, removedQuantity: 0, price: 4200 },
      ],
    })
    await insertOrders([open, orderAt('2024-04-11T10:00:00Z'), orderAt('2024-05-11T10:00:00Z')])
    await sum()
    expect(await months()).toEqual([{ month: '2024-04' }, { month: '2024-05' }])
    const usual = { orders: 2, revenue: 9900, cancelledOrders: 0, takenOffQuantity: 0 }
    expect(await april()).toEqual(usual)

    const [order] = await server.connection.db.select().from(orders).orderBy(orders.id)
    const change = (url: string, body: object) => server.call('PATCH', url, body, asOwner())
    // A line that costs nothing: the total stays.
    const [line] = await server.connection.db.select().from(orderItems).orderBy(orderItems.id)
    await change(`/api/orders/${order?.id}/items/${line?.id}`, { quantity: 1 })
    expect(await months()).toEqual([{ month: '2024-05' }])
    expect(await april()).toEqual({ ...usual, takenOffQuantity: 1 })
    await sum()
    expect(await april()).toEqual({ ...usual, takenOffQuantity: 1 })

    await change(`/api/orders/${order?.id}`, { status: 'cancelled' })
    expect(await april()).toEqual({ orders: 1, revenue: 5700, cancelledOrders: 1, takenOffQuantity: 0 })
    await sum()
    await change(`/api/orders/${order?.id}`, { status: 'completed' })
    expect(await april()).toEqual({ ...usual, takenOffQuantity: 1 })

    // A change that does not affect the sums removes none.
    await sum()
    await server.call('POST', `/api/orders/${order?.id}/erase`, undefined, asOwner())
    expect(await months()).toHaveLength(2)
    await server.connection.db.delete(orders)
    expect(await months()).toEqual([])
  })

  it('include a change that was in progress when the month was summed', async () => {
    await setDayStart('04:00')
    await insertOrders([orderAt('2024-04-10T10:00:00Z'), orderAt('2024-04-11T10:00:00Z')])
    const [client, other] = await Promise.all([holdConnection(), holdConnection()])
    await client.query('begin')
    await client.query("update orders set status = 'cancelled' where created_at = '2024-04-10T10:00:00Z'")
    await client.query('set constraints all immediate')
    const summing = sum()
    await waitsForLock()
    await client.query('commit')
    await summing
    expect(await months()).toEqual([{ month: '2024-04' }])
    expect(await april()).toMatchObject({ orders: 1, cancelledOrders: 1 })

    // A change that begins before the summing and commits after it removes the sums.
    await server.connection.db.delete(reportMonths)
    await other.query('begin')
    await other.query("update orders set status = 'completed' where created_at = '2024-04-10T10:00:00Z'")
    await sum()
    expect(await months()).toEqual([{ month: '2024-04' }])
    await other.query('commit')
    expect(await months()).toEqual([])
    expect(await april()).toMatchObject({ orders: 2, cancelledOrders: 0 })
  })

  it('are stored only three days after the month, by the clock of the database', async () => {
    await setDayStart('04:00')
    const today = localTime(new Date(), ZONE).day
    const thisMonth = `${today.slice(0, 7)}-01T12:00:00Z`
    await insertOrders([orderAt('2024-04-10T10:00:00Z'), orderAt(thisMonth)])
    server.clock.set(new Date(Date.now() + 400 * 86_400_000))
    await sum()
    server.clock.set(new Date())
    expect((await months()).map(({ month }) => month)).not.toContain(today.slice(0, 7))
  })
})

/** A connection of the orders' pool, released when the test ends. */
async function holdConnection(): Promise<PoolClient> {
  const client = await poolOf(server.connection.db)?.connect()
  if (!client) throw new Error('no connection')
  onTestFinished(() => client.release(true))
  return client
}

/** Resolves when a connection waits for an advisory lock. */
async function waitsForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await server.connection.live.execute(
        "select 1 from pg_locks where locktype = 'advisory' and not granted",
      )
      return rows.length
    })
    .toBe(1)
}

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
  const change = (path: string, sent: object) => server.call('PATCH', path, sent, asOwner())
  const after = (seconds: number) => server.clock.set(new Date(Date.parse('2026-11-13T23:30:00Z') + seconds * 1000))
  after(60)
  await change(url, { status: 'ready' })
  await change(url, { status: 'preparing' })
  after(754)
  await change(url, { status: 'ready' })
  after(800)
  await change(url, { status: 'delivered' })
  await change(`${url}/items/${placed.items[0]?.id}`, { quantity: 1 })
  const part = async () => (await report('2026-11-13', '2026-11-13')).parts[0]
  const result = await part()
  expect(result?.figures).toMatchObject({
    orders: 1,
    revenue: 7050,
    takenOffQuantity: 2,
    takenOffAmount: 5700,
    readyOrders: 1,
    readyMedian: 760,
    readySlow: 760,
  })
  expect(result?.hours).toEqual([{ weekday: 5, hour: 1, orders: 1, revenue: 7050 }])
  expect(result?.tables).toMatchObject([{ tableNumber: 5, orders: 1 }])
  expect(result?.ready.filter(({ orders }) => orders > 0)).toEqual([{ minutes: 10, orders: 1, ordersBefore: 0 }])
  expect(result?.dishes).toMatchObject([
    { name: 'Pizza', quantity: 1, revenue: 4200, quantityBefore: 0 },
    { name: 'Bean soup', quantity: 1, revenue: 2850 },
  ])

  // Completing older orders does not change the time to ready.
  server.clock.set(new Date('2026-11-16T12:00:00Z'))
  const older = { before: '2026-11-16T02:00:00.000Z' }
  expect((await server.call('POST', '/api/orders/complete-older', older, asOwner())).json()).toEqual({ completed: 1 })
  expect((await part())?.figures).toMatchObject({ orders: 1, readyMedian: 760 })
  await change(url, { status: 'cancelled' })
  expect((await part())?.figures).toMatchObject({ orders: 0, cancelledOrders: 1, readyOrders: 0, readyMedian: null })
  server.clock.set(new Date())
})

describe('dishes in a report', () => {
  const sold = (at: string, dish: number, name: string, quantity: number): TestOrder => ({
    at: new Date(at),
    currency: 'lei',
    status: 'completed',
    diningOption: 'takeaway',
    tableNumber: null,
    readyAfter: null,
    lines: [{ dish, name, quantity, removedQuantity: 1, price: 1000 }],
  })
  const names = async (from: string, to: string) =>
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
    const aprilDishes = () => names('2024-04-01', '2024-04-30')
    const expectedRows = [
      ['Grandma’s soup', 9, 1],
      ['Pie', 1, 2],
    ]
    expect(await aprilDishes()).toEqual(expectedRows)
    await sum()
    expect(await aprilDishes()).toEqual(expectedRows)
  })

  it('are grouped by name if they are deleted after their month was summed', async () => {
    await setDayStart('04:00')
    await insertOrders([
      sold('2024-04-10T10:00:00Z', 1, 'Pizza', 2),
      sold('2024-04-20T10:00:00Z', 1, 'Pizza of the house', 3),
      sold('2024-04-21T10:00:00Z', 2, 'Pizza', 4),
    ])
    const aprilDishes = () => names('2024-04-01', '2024-04-30')
    await sum()
    expect(await aprilDishes()).toEqual([
      ['Pizza of the house', 5, 0],
      ['Pizza', 4, 0],
    ])
    const stored = await server.connection.db.select().from(reportMonths)
    expect((await server.call('DELETE', `/api/menu/${server.pizza}`, undefined, asOwner())).statusCode).toBe(204)
    expect(await server.connection.db.select().from(reportMonths)).toEqual(stored)
    const byName = [
      ['Pizza', 6, 0],
      ['Pizza of the house', 3, 0],
    ]
    expect(await aprilDishes()).toEqual(byName)
    await server.connection.db.delete(reportMonths)
    expect(await aprilDishes()).toEqual(byName)
  })
})

describe('the period of a report', () => {
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

  it('may be 3660 days long, and start or end on the first or last allowed day', async () => {
    const { parts, beforeFrom } = await report('2016-01-01', '2026-01-07')
    expect([parts[0]?.days.length, parts[0]?.daysBefore.length, beforeFrom]).toEqual([3660, 3660, '2005-12-24'])
    expect(parts).toHaveLength(1)
    expect((await report('2000-01-01', '2000-01-01')).beforeTo).toBe('1999-12-31')
    expect((await report('2999-12-31', '2999-12-31')).to).toBe('2999-12-31')
  })
})

describe('a report as a CSV file', () => {
  const read = async (part: ReportFile | '', lang: string, delimiter: string) => {
    const response = await fetchReport('2024-04-09', '2024-04-10', `&as=csv${part && `&part=${part}`}&lang=${lang}`)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    const name = `report-${part || 'days'}-2024-04-09-2024-04-10.csv`
    expect(response.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    expect([...response.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    return parse(response.rawPayload, { bom: true, delimiter }) as string[][]
  }
  const order = (at: string, more: Partial<TestOrder> = {}): TestOrder => ({
    at: new Date(at),
    currency: 'lei',
    status: 'completed',
    diningOption: 'dine-in',
    tableNumber: 12,
    readyAfter: 754,
    lines: [{ dish: 2, name: '=1+1', quantity: 1, removedQuantity: 2, price: 123_456 }],
    ...more,
  })

  it('contains each table in both languages and currencies', async () => {
    await setDayStart('04:00')
    await insertOrders([
      order('2024-04-10T10:00:00Z'),
      order('2024-04-08T10:00:00Z', { tableNumber: null, status: 'cancelled' }),
      order('2024-04-07T10:00:00Z', { tableNumber: null }),
      order('2024-04-09T10:00:00Z', { currency: 'eur', diningOption: 'takeaway', tableNumber: null }),
    ])
    expect(await read('', 'en', ',')).toEqual([
      [
        'Currency',
        'Day',
        'Orders',
        'Revenue',
        'Day (period before)',
        'Orders (period before)',
        'Revenue (period before)',
      ],
      ['lei', '2024-04-09', '0', '0.00', '2024-04-07', '1', '1234.56'],
      ['lei', '2024-04-10', '1', '1234.56', '2024-04-08', '0', '0.00'],
      ['eur', '2024-04-09', '1', '1234.56', '2024-04-07', '0', '0.00'],
      ['eur', '2024-04-10', '0', '0.00', '2024-04-08', '0', '0.00'],
    ])
    expect((await read('days', 'ro', ';')).slice(0, 2)).toEqual([
      [
        'Monedă',
        'Zi',
        'Comenzi',
        'Încasări',
        'Zi (perioada anterioară)',
        'Comenzi (perioada anterioară)',
        'Încasări (perioada anterioară)',
      ],
      ['lei', '2024-04-09', '0', '0,00', '2024-04-07', '1', '1234,56'],
    ])
    expect((await read('dishes', 'en', ','))[1]).toEqual(['lei', "'=1+1", '1', '1234.56', '1', '1234.56'])
    expect((await read('hours', 'ro', ';'))[1]).toEqual(['lei', 'miercuri', '13', '1', '1234,56'])
    expect((await read('hours', 'en', ','))[2]).toEqual(['eur', 'Tuesday', '13', '1', '1234.56'])
    expect((await read('dining', 'ro', ';')).slice(1, 3).map((row) => row.slice(0, 3))).toEqual([
      ['lei', 'La restaurant', '1'],
      ['lei', 'La pachet', '0'],
    ])
    expect((await read('tables', 'ro', ';')).slice(1)).toEqual([
      ['lei', '12', '1', '1234,56', '0', '0,00'],
      ['lei', 'Fără masă', '0', '0,00', '1', '1234,56'],
    ])
    expect((await read('ready', 'en', ',')).slice(3, 4)).toEqual([['lei', '10', '15', '1', '1']])
    expect((await read('ready', 'en', ','))[9]).toEqual(['lei', '90', '', '0', '0'])
    const figures = new Map(
      (await read('figures', 'en', ',')).slice(1, 11).map(([, name, ...values]) => [name, values]),
    )
    expect(figures.get('Revenue')).toEqual(['1234.56', '1234.56'])
    expect(figures.get('Cancelled amount')).toEqual(['0.00', '1234.56'])
    expect(figures.get('Dishes taken off')).toEqual(['2', '2'])
    expect(figures.get('Half of them ready within (seconds)')).toEqual(['760', '760'])
  })
})

describe('concurrent reports', () => {
  it('are made one at a time without delaying orders, share equal ones, and are rejected beyond five', async () => {
    const pool = poolOf(server.connection.reports)
    const heldClients = await Promise.all([pool?.connect(), pool?.connect()])
    const days = ['01', '02', '03', '04', '05', '06']
    const requests = days.flatMap((day) => [
      fetchReport(`2024-04-${day}`, '2024-04-30'),
      fetchReport(`2024-04-${day}`, '2024-04-30', '&as=csv'),
    ])
    const refused = await Promise.race(requests)
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([
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
