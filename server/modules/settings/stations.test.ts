import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { MenuCategory } from '#shared/contracts/menu/menu.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { DEFAULT_STATIONS, type Station } from '#shared/domain/kitchen.ts'

const server = testServer()
let people: People
beforeAll(async () => {
  people = await signInPeople(server)
})
beforeEach(async () => {
  await server.connection.db.update(settings).set({ stations: [...DEFAULT_STATIONS], lastStationId: 1 })
})

const KITCHEN = { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' }
const as = (person: keyof People) => ({ headers: { cookie: people[person] } })
const change = (body: object) => server.call('PATCH', '/api/settings', body, as('owner'))
const setStations = async (stations: object[]) => (await change({ stations })).json<{ stations: Station[] }>().stations
const read = async (person: keyof People) => (await server.call('GET', '/api/settings', undefined, as(person))).json()

describe('the stations', () => {
  it('are one kitchen at first, which owners and staff with a duty read', async () => {
    for (const person of ['owner', 'kitchen', 'floor'] as const)
      expect(await read(person)).toMatchObject({ stations: [KITCHEN], kitchenMinutes: [5, 10] })
    for (const person of ['guest', 'staff'] as const) {
      expect(await read(person)).not.toHaveProperty('stations')
      expect(await read(person)).not.toHaveProperty('kitchenMinutes')
    }
  })

  it('get their ids from the server, and never one that another station had', async () => {
    const [, bar] = await setStations([KITCHEN, { name: 'Bar' }])
    expect(bar).toEqual({ id: 2, name: 'Bar', nameRo: '' })
    await setStations([KITCHEN])
    const after = await setStations([
      { name: 'Grill', nameRo: 'Grătar' },
      { ...KITCHEN, name: 'Cold kitchen' },
    ])
    expect(after).toEqual([
      { id: 3, name: 'Grill', nameRo: 'Grătar' },
      { ...KITCHEN, name: 'Cold kitchen' },
    ])
    expect(await read('kitchen')).toMatchObject({ stations: after })
    expect(await read('owner')).not.toHaveProperty('lastStationId')
  })

  it.each<[object, string]>([
    [{ stations: [] }, 'stations'],
    [{ stations: [KITCHEN, { id: 7, name: 'Invented' }] }, 'stations.1.id'],
    [{ stations: [KITCHEN, KITCHEN] }, 'stations'],
    [{ kitchenMinutes: [10, 5] }, 'kitchenMinutes.1'],
  ])('are not changed by %j', async (body, path) => {
    const response = await change(body)
    expect([response.statusCode, response.json().issues?.[0].path]).toEqual([400, path])
    expect(await read('owner')).toMatchObject({ stations: [KITCHEN], kitchenMinutes: [5, 10] })
  })
})

describe('the lines of an order', () => {
  let keys = 0
  const place = async () => {
    const headers = { 'idempotency-key': `station-order-${++keys}` }
    return (await server.call('POST', '/api/orders', takeaway(server), { headers })).json<PlacedOrder>()
  }
  const stationOf = async ({ id }: PlacedOrder) => {
    const orders = (await server.call('GET', '/api/orders', undefined, as('kitchen'))).json<Order[]>()
    return orders.find((order) => order.id === id)?.items[0]?.stationId
  }
  const categoriesFor = async (person: keyof People) =>
    (await server.call('GET', '/api/menu/categories', undefined, as(person))).json<MenuCategory[]>()
  const soups = async (person: keyof People = 'owner') =>
    (await categoriesFor(person)).find(({ name }) => name === 'Test soups')
  const cookAt = async (stationId: number | null) =>
    server.call('PATCH', `/api/menu/categories/${(await soups())?.id}`, { stationId }, as('owner'))

  it('have the station of their moment', async () => {
    const atFirst = [await place(), await place()]
    await setStations([KITCHEN, { name: 'Grill' }])
    expect((await cookAt(2)).json()).toMatchObject({ name: 'Test soups', stationId: 2 })
    const atGrill = [await place(), await place()]
    await setStations([KITCHEN])
    const afterRemoval = await place()
    await cookAt(null)
    const all = [...atFirst, ...atGrill, afterRemoval, await place()]
    expect(await Promise.all(all.map(stationOf))).toEqual([1, 1, 2, 2, 1, 1])
  })

  it('of a category without a station, or with a removed one, are the first station’s', async () => {
    await setStations([{ name: 'Grill' }, KITCHEN])
    expect(await stationOf(await place())).toBe(2)
    await cookAt(99)
    expect(await stationOf(await place())).toBe(2)
    await cookAt(null)
  })

  it('and the categories have no station in what guests get', async () => {
    await cookAt(1)
    const placed = await place()
    expect(placed.items.map((line) => 'stationId' in line)).toEqual([false])
    for (const person of ['guest', 'staff', 'kitchen'] as const)
      expect(await soups(person)).not.toHaveProperty('stationId')
    expect(await soups('owner')).toHaveProperty('stationId', 1)
  })

  it('of a removed station’s categories go to the first station, whichever is the first later', async () => {
    await setStations([KITCHEN, { name: 'Grill' }, { name: 'Bar' }])
    await cookAt(3)
    const others = (await categoriesFor('owner')).filter(({ name }) => name !== 'Test soups')
    await setStations([KITCHEN, { id: 2, name: 'Grill' }])
    await vi.waitFor(async () => expect(await soups('owner')).toMatchObject({ stationId: 1 }))
    expect((await categoriesFor('owner')).filter(({ name }) => name !== 'Test soups')).toEqual(others)
    await setStations([{ id: 2, name: 'Grill' }, KITCHEN])
    expect(await stationOf(await place())).toBe(1)
    // The first station is removed, and another one becomes the first with the same change.
    await setStations([{ name: 'Oven' }, { id: 2, name: 'Grill' }])
    await vi.waitFor(async () => expect(await soups('owner')).toMatchObject({ stationId: 4 }))
    await cookAt(null)
  })
})
