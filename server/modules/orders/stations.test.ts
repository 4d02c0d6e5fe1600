import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settings } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { newTable, type People, signInPeople } from '#server/testing/users.ts'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer({ guestWritesPerMinute: 1_000 })
let people: People
const [KITCHEN, BAR, GRILL] = [1, 2, 3] as const
const STATIONS = [
  { id: KITCHEN, name: 'Kitchen', nameRo: 'Bucătărie' },
  { id: BAR, name: 'Bar', nameRo: '' },
  { id: GRILL, name: 'Grill', nameRo: 'Grătar' },
]
const NOW = new Date('2026-11-20T18:00:00.000Z')
const setStations = (ids: readonly number[]) =>
  server.connection.db.update(settings).set({ stations: STATIONS.filter(({ id }) => ids.includes(id)) })
const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, person: keyof People = 'owner') =>
  server.call(method, `/api${path}`, body, { headers: { cookie: people[person] } })

beforeAll(async () => {
  people = await signInPeople(server)
  await setStations([KITCHEN, BAR, GRILL])
  // The pizza is used as a drink.
  await call('PATCH', `/menu/${server.pizza}`, { category: 'Drinks of tests' })
  const categories = (await call('GET', '/menu/categories')).json<MenuCategory[]>()
  const drinks = categories.find(({ name }) => name === 'Drinks of tests')
  expect((await call('PATCH', `/menu/categories/${drinks?.id}`, { stationId: BAR })).statusCode).toBe(200)
})
beforeEach(async () => {
  server.clock.set(NOW)
  await setStations([KITCHEN, BAR, GRILL])
})

const [soup, drink] = [
  () => ({ menuItemId: server.soup, quantity: 2 }),
  () => ({ menuItemId: server.pizza, quantity: 1 }),
]
const place = async (items = [soup(), drink()], more = {}) => {
  const total = items.reduce(
    (sum, { menuItemId, quantity }) => sum + quantity * (menuItemId === server.soup ? 2850 : 4200),
    0,
  )
  const response = await server.call('POST', '/api/orders', takeaway(server, { items, total, ...more }))
  expect(response.statusCode).toBe(201)
  return response.json<PlacedOrder>()
}
const change = async (id: number, body: object) => (await call('PATCH', `/orders/${id}`, body)).json<Order>()
const takeOff = async (order: PlacedOrder, index: number, quantity = 0) =>
  (await call('PATCH', `/orders/${order.id}/items/${order.items[index]?.id}`, { quantity })).json<Order>()
const claim = (id: number, body: object, person: keyof People = 'owner') =>
  call('POST', `/orders/${id}/print-claim`, body, person)
const print = async (id: number, kind: string, ticketId: number) =>
  (await call('POST', `/orders/${id}/prints`, { kind, ticketId })).json<Order>()
const kindsOf = ({ tickets }: Order) => tickets.map(({ id, kind, stationId }) => [id, kind, stationId])
const read = async (id: number) =>
  (await call('GET', `/orders?q=${id}`)).json<Order[]>().find((order) => order.id === id)

describe('the tickets of an order', () => {
  it('are one kitchen ticket for each station concerned, which guests get without stations', async () => {
    const both = await place()
    expect(both.tickets.map((ticket) => 'stationId' in ticket)).toEqual([false, false])
    expect((await read(both.id))?.tickets).toMatchObject([
      { id: 1, kind: 'kitchen', stationId: KITCHEN, printedAt: null },
      { id: 2, kind: 'kitchen', stationId: BAR, printedAt: null },
    ])
    const [onlyDrink, onlySoup] = [await place([drink()]), await place([soup(), soup()])]
    expect((await read(onlyDrink.id))?.tickets).toMatchObject([{ id: 1, stationId: BAR }])
    expect((await read(onlySoup.id))?.tickets).toMatchObject([{ id: 1, stationId: KITCHEN }])
  })

  it('are a removal slip for the line’s station, and slips of move and cancellation for each', async () => {
    const order = await place([soup(), drink(), drink()])
    for (const ticketId of [1, 2]) await print(order.id, 'kitchen', ticketId)
    await takeOff(order, 1)
    await change(order.id, { tableId: (await newTable(server)).id })
    expect(kindsOf(await change(order.id, { status: 'cancelled' }))).toEqual([
      [1, 'kitchen', KITCHEN],
      [2, 'kitchen', BAR],
      [3, 'removal', BAR],
      [4, 'move', KITCHEN],
      [5, 'move', BAR],
      [6, 'cancellation', KITCHEN],
      [7, 'cancellation', BAR],
    ])
  })

  it('do not concern a station any more once its last line was taken off', async () => {
    const order = await place()
    for (const ticketId of [1, 2]) await print(order.id, 'kitchen', ticketId)
    await takeOff(order, 0, 1)
    await takeOff(order, 1)
    expect(kindsOf(await change(order.id, { status: 'cancelled' })).slice(4)).toEqual([[5, 'cancellation', KITCHEN]])
  })

  it('follow what each station has printed, after a move and after reopening', async () => {
    const order = await place()
    await print(order.id, 'kitchen', 2)
    const moved = await change(order.id, { tableId: (await newTable(server)).id })
    // The kitchen's ticket is unprinted, and will show the new table.
    expect(kindsOf(moved).slice(2)).toEqual([[3, 'move', BAR]])
    await change(order.id, { status: 'cancelled' })
    await print(order.id, 'cancellation', 5)
    expect(kindsOf(await change(order.id, { status: 'pending' }))).toEqual([
      [1, 'kitchen', KITCHEN],
      [2, 'kitchen', BAR],
      [5, 'cancellation', BAR],
      [6, 'kitchen', BAR],
    ])
  })
})

describe('a claim of tickets by station', () => {
  it('takes the oldest ticket of the stations, and has nothing to print for others', async () => {
    const order = await place([soup(), drink()])
    await takeOff(order, 0, 1)
    expect((await claim(order.id, { stations: [BAR] })).json().ticketId).toBe(2)
    expect((await claim(order.id, { stations: [BAR, BAR] })).json().code).toBe('claimed')
    expect((await claim(order.id, { stations: [KITCHEN] })).json().ticketId).toBe(1)
    expect((await claim(order.id, { stations: [KITCHEN] })).json().ticketId).toBe(3)
    for (const body of [
      { stations: [GRILL] },
      { ticketId: 1, stations: [BAR] },
      { ticketId: 2, stations: [KITCHEN] },
    ]) {
      const refused = await claim(order.id, body)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'nothing_to_print'])
    }
    await print(order.id, 'kitchen', 2)
    expect((await claim(order.id, { stations: [BAR] })).json().code).toBe('printed')
  })

  it('lets devices of different stations each print their own exactly once, whoever asks how often at the same time', async () => {
    const order = await place()
    const claims = Array.from({ length: 12 }, (_, i) => claim(order.id, { stations: [i % 2 ? KITCHEN : BAR] }))
    const answers = (await Promise.all(claims)).map((response) => response.json())
    expect(answers.flatMap(({ ticketId }) => ticketId ?? []).sort()).toEqual([1, 2])
    expect(answers.filter(({ code }) => code === 'claimed')).toHaveLength(10)
    // One device asks for all stations, and one for the bar.
    const next = await place()
    const mixed = await Promise.all([claim(next.id, {}), claim(next.id, { stations: [BAR] }), claim(next.id, {})])
    const ids = mixed.flatMap((response) => response.json().ticketId ?? [])
    expect(ids.length).toBe(2)
    expect(new Set(ids)).toEqual(new Set([1, 2]))
  })

  it('gives the first station the tickets of a station that was removed in the middle of the evening', async () => {
    const order = await place()
    await setStations([KITCHEN, GRILL])
    expect((await claim(order.id, { ticketId: 2, stations: [GRILL] })).json().code).toBe('nothing_to_print')
    expect((await claim(order.id, { ticketId: 2, stations: [KITCHEN] })).json().ticketId).toBe(2)
    // A device that still asks for the removed bar gets the tickets of the first station.
    expect((await claim(order.id, { stations: [BAR] })).json().ticketId).toBe(1)
  })
})
