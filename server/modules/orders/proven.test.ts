import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { newTable, type People, seatAtNewTable, signInPeople } from '#server/testing/users.ts'
import type { Order } from '#shared/contracts/orders.ts'

const LIMITS = { guestWritesPerMinute: 100_000, trustProxy: true }
const server = testServer(LIMITS)
const second = secondInstance(server, LIMITS)
let people: People
beforeAll(async () => {
  people = await signInPeople(server)
})
beforeEach(async () => {
  await server.connection.db.execute(sql`truncate orders, pickup_slots, customers cascade`)
  await server.asOwner('PATCH', '/api/settings', { tableKeysRequired: false })
})

const MAX_UNPROVEN = 30
const PICKUP = { on: true, leadMinutes: 20, slotMinutes: 15, daysAhead: 2, ordersPerSlot: null }
interface Sending {
  from?: string
  cookie?: string
  by?: Pick<typeof server, 'call'>
}
const soups = (quantity: number) => ({ items: [{ menuItemId: server.soup, quantity }], total: 2850 * quantity })
const order = (more: object, { from = '10.0.0.1', cookie, by = server }: Sending = {}) =>
  by.call('POST', '/api/orders', takeaway(server, { ...soups(1), ...more }), {
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  })
const statusOf = async (more: object, how?: Sending) => (await order(more, how)).statusCode
const placed = async (more: object, how?: Sending) => (await order(more, how)).json<Order>()
const at = (tableId: number, more: object = {}) => ({ tableId, phoneNumber: '0000000000', ...more })
const keyOf = async (id: number) =>
  (await server.asOwner('GET', '/api/tables')).json<{ id: number; key: string }[]>().find((table) => table.id === id)
    ?.key
const setStatus = (id: number, status: string) => server.asOwner('PATCH', `/api/orders/${id}`, { status })
const listed = async () => (await server.asOwner('GET', '/api/orders')).json<Order[]>()

describe('the open orders at a table that are unproven', () => {
  it('are at most 30, from many addresses and at two instances at once; another table and the floor are not bound', async () => {
    const [table, other] = [await newTable(server), await newTable(server)]
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        statusOf(at(table.id), { from: `10.1.0.${i}`, by: i % 2 ? second : server }),
      ),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_UNPROVEN)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - MAX_UNPROVEN)
    const refused = await order(at(table.id))
    expect([refused.json().code, refused.json().message]).toEqual([
      'too_many_requests',
      'There are too many open orders at this table. Please ask a waiter.',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await statusOf(at(other.id))).toBe(201)
    expect(await statusOf(at(table.id), { cookie: people.floor })).toBe(201)
    expect(await statusOf(at(table.id), { cookie: people.kitchen })).toBe(429)
    const [first] = await listed()
    await setStatus(first?.id ?? 0, 'completed')
    expect(await statusOf(at(table.id))).toBe(first?.tableId === table.id && first.unproven ? 201 : 429)
  })

  it('are none of those with the table’s key, whether keys are required or not', async () => {
    const { id } = await newTable(server)
    const tableKey = await keyOf(id)
    for (let i = 0; i < MAX_UNPROVEN; i++) await order(at(id))
    expect(await statusOf(at(id))).toBe(429)
    expect(await statusOf(at(id, { tableKey: 'guessed1' }))).toBe(429)
    expect(await statusOf(at(id, { tableKey }))).toBe(201)
    await server.asOwner('PATCH', '/api/settings', { tableKeysRequired: true })
    expect(await statusOf(at(id, { tableKey }))).toBe(201)
    expect(await statusOf(at(id))).toBe(409)
    const proven = (await listed()).filter(({ unproven }) => !unproven)
    expect(proven).toHaveLength(2)
  })

  it('are also those of shared carts', async () => {
    const [ana] = await seatAtNewTable(server, ['Ana'])
    const { tableId, id } = ana.joined
    for (let i = 0; i < MAX_UNPROVEN; i++) await order(at(tableId))
    ana.add(server.soup, 1)
    await ana.waitForCart({ [server.soup]: 1 })
    ana.ready()
    await ana.frame('ALL_READY')
    const complete = () =>
      server.call('POST', `/api/shared-sessions/${id}/complete`, {}, { headers: { cookie: ana.cookie } })
    expect((await complete()).statusCode).toBe(429)
    const [first] = await listed()
    await setStatus(first?.id ?? 0, 'cancelled')
    expect((await complete()).statusCode).toBe(200)
    expect((await listed()).filter(({ unproven, status }) => unproven && status === 'pending')).toHaveLength(
      MAX_UNPROVEN,
    )
  })
})

describe('the portions that unproven orders take', () => {
  const count = (left: number | null) => server.asOwner('POST', `/api/menu/${server.soup}/portions`, { left })
  afterEach(() => count(null))
  /** Sends orders of four until one is refused. @returns how many portions were ordered */
  const takeFours = async (more: object, from: (i: number) => string) => {
    for (let i = 0; ; i++) {
      const response = await order({ ...soups(4), ...more }, { from: from(i) })
      if (response.statusCode === 201) continue
      expect(response.json().unavailable).toMatchObject([{ menuItemId: server.soup, reason: 'portions' }])
      return 4 * i
    }
  }

  it('are at most half of what is left over all of a table’s orders, from whatever address', async () => {
    const [table, other] = [await newTable(server), await newTable(server)]
    await count(40)
    expect(await takeFours(at(table.id), (i) => `10.2.0.${i}`)).toBe(20)
    expect(await statusOf(at(table.id, soups(1)))).toBe(409)
    expect(await takeFours(at(other.id), () => '10.2.0.1')).toBe(8)
    expect(await statusOf(at(table.id, { ...soups(12), tableKey: await keyOf(table.id) }))).toBe(201)
  })

  it('are at most half over all orders of an address, or of a household’s /56', async () => {
    await count(64)
    expect(await takeFours({}, () => '10.3.0.1')).toBe(32)
    expect(await takeFours({}, (i) => `2001:db8:3:${(i % 200).toString(16)}::1`)).toBe(16)
    expect(await takeFours({}, () => '2001:db8:4::1')).toBe(8)
  })

  it('are free again with a cancellation, and may always be four', async () => {
    await count(4)
    const { id } = await placed(soups(3))
    expect(await statusOf(soups(2))).toBe(409)
    await setStatus(id, 'cancelled')
    expect(await statusOf(soups(4))).toBe(201)
  })
})

it('the slots of a /56 are four times those of an address', async () => {
  await server.asOwner('PATCH', '/api/settings', { pickup: PICKUP })
  let sent = 0
  const send = (network: string) =>
    statusOf({ phoneNumber: `0722 ${String(200_000 + ++sent)}` }, { from: `2001:db8:5:${network}::1` })
  const of64 = await Promise.all(Array.from({ length: 25 }, () => send('1')))
  expect(of64.filter((status) => status === 201)).toHaveLength(20)
  const of56 = await Promise.all(Array.from({ length: 70 }, (_, i) => send((2 + (i % 5)).toString(16))))
  expect(of56.filter((status) => status === 201)).toHaveLength(60)
  expect([await send('99'), await send('100')]).toEqual([429, 201])
  await server.asOwner('PATCH', '/api/settings', { pickup: { ...PICKUP, on: false } })
})

describe('cancelling all open orders of an origin', () => {
  const cancelAll = (id: number, query = '', cookie = server.owner) =>
    server.call('POST', `/api/orders/${id}/cancel-origin${query}`, {}, { headers: { cookie } })

  it('cancels what one address sent, at tables and without, and nothing else', async () => {
    const [table, other] = [await newTable(server), await newTable(server)]
    const from = '203.0.113.9'
    const false1 = await placed(at(table.id), { from })
    const false2 = await placed(at(other.id), { from })
    const false3 = await placed({}, { from: `::ffff:${from}` })
    const handedOver = await placed({}, { from })
    await setStatus(handedOver.id, 'delivered')
    const real = await placed(at(table.id), { from: '203.0.113.10' })
    const byStaff = await placed(at(table.id), { from, cookie: people.floor })
    expect((await cancelAll(false2.id, '', people.floor)).statusCode).toBe(403)
    expect((await cancelAll(false2.id, '?dryRun=true')).json()).toEqual({ cancelled: 3 })
    expect((await cancelAll(false2.id)).json()).toEqual({ cancelled: 3 })
    const open = (await listed()).filter(({ status }) => status === 'pending').map(({ id }) => id)
    expect(open.sort()).toEqual([real.id, byStaff.id].sort())
    expect(
      (await listed())
        .filter(({ status }) => status === 'cancelled')
        .map(({ id }) => id)
        .sort(),
    ).toEqual([false1.id, false2.id, false3.id].sort())
  })

  it('cancels those of the same /56, not of the /48', async () => {
    const { id } = await placed({}, { from: '2001:db8:6:1::1' })
    await placed({}, { from: '2001:db8:6:2::1' })
    await placed({}, { from: '2001:db8:6:100::1' })
    expect((await cancelAll(id)).json()).toEqual({ cancelled: 2 })
  })

  it('cancels no proven order, and is 0 for an unknown one', async () => {
    const { id } = await placed({}, { cookie: people.floor })
    expect((await cancelAll(id)).json()).toEqual({ cancelled: 0 })
    expect((await cancelAll(999_999)).json()).toEqual({ cancelled: 0 })
  })
})
