import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, removeOver } from '#server/db/index.ts'
import { customers, orders } from '#server/db/schema/index.ts'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { Order } from '#shared/contracts/orders.ts'

const LIMITS = { guestWritesPerMinute: 100_000, trustProxy: true }
const server = testServer(LIMITS)
const second = secondInstance(server, LIMITS)
let people: People
beforeAll(async () => {
  people = await signInPeople(server)
})

/** Tuesday, 18:03 in Bucharest. */
const NOW = new Date('2026-11-24T16:03:00Z')
const MAX_HELD = 20
const PICKUP = { on: true, leadMinutes: 20, slotMinutes: 15, daysAhead: 2, ordersPerSlot: 4 }
const later = (minutes: number) => server.clock.set(new Date(NOW.getTime() + minutes * 60_000))
const setSettings = (change: object) => server.asOwner('PATCH', '/api/settings', change)

let sent = 0
const newPhone = () => `0722 ${String(100_000 + ++sent)}`
interface Sending {
  from?: string
  key?: string
  cookie?: string
  by?: Pick<typeof server, 'call'>
}
/** Sends an order with a phone number of its own, unless `more` has one. */
const order = (more: object = {}, { from = '10.0.0.1', key, cookie, by = server }: Sending = {}) =>
  by.call('POST', '/api/orders', takeaway(server, { phoneNumber: newPhone(), ...more }), {
    headers: { 'x-forwarded-for': from, ...(key && { 'idempotency-key': key }), ...(cookie && { cookie }) },
  })
const statusOf = async (more?: object, how?: Sending) => (await order(more, how)).statusCode
const statuses = async (times: number, more?: object, how?: (i: number) => Sending) => {
  const all = await Promise.all(Array.from({ length: times }, (_, i) => statusOf(more, how?.(i))))
  return Object.fromEntries([...Map.groupBy(all, (status) => status)].map(([status, { length }]) => [status, length]))
}
const placed = async (more?: object, how?: Sending) => (await order(more, how)).json<Order>()
const slotsTaken = async () => {
  const { rows } = await server.connection.db.execute<{ taken: number }>(
    sql`select coalesce(sum(taken), 0)::int as taken from pickup_slots`,
  )
  return rows[0]?.taken
}
const change = (id: number, body: object) => server.asOwner('PATCH', `/api/orders/${id}`, body)
const addresses = async () =>
  (await server.connection.db.select({ id: orders.id, from: orders.origin }).from(orders)).filter(
    ({ from }) => from !== null,
  )

beforeEach(async () => {
  server.clock.set(NOW)
  await server.connection.db.execute(sql`truncate orders, pickup_slots, customers cascade`)
  await setSettings({ openingHours: null, pickup: PICKUP, ordersPaused: false })
})

describe('the slots of one address', () => {
  it.each([5, null])(
    'are at most 20, sent at once to two instances, with %s orders in a slot',
    async (ordersPerSlot) => {
      await setSettings({ pickup: { ...PICKUP, ordersPerSlot } })
      const by = (i: number) => ({ key: `flood ${ordersPerSlot} ${i}`, by: i % 2 ? second : server })
      expect(await statuses(60, {}, by)).toEqual({ 201: MAX_HELD, 429: 40 })
      expect(await slotsTaken()).toBe(MAX_HELD)
      expect(await statusOf({}, { from: '10.0.0.2' })).toBe(201)
    },
  )

  it('are refused in words of their own, with a time after which to try again', async () => {
    await statuses(MAX_HELD)
    const refused = await order({ pickupAt: '2026-11-25T16:00:00.000Z' })
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      429,
      'too_many_requests',
      'There are too many open takeaway orders from this connection or phone number. Please call the restaurant.',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('are not taken by orders that are refused, nor by those without a time', async () => {
    const soldOut = { items: [{ menuItemId: server.soldOut, quantity: 1 }], total: 4900 }
    const refusals = [soldOut, { total: 1 }, { pickupAt: '2026-11-24T10:00:00.000Z' }, { customerName: '' }]
    for (const more of refusals) expect(await statuses(10, more)).not.toHaveProperty('201')
    expect(await statuses(25, { diningOption: 'dine-in' })).toEqual({ 201: 25 })
    await setSettings({ pickup: { ...PICKUP, on: false } })
    expect(await statuses(25)).toEqual({ 201: 25 })
    await setSettings({ pickup: PICKUP })
    expect(await statuses(21)).toEqual({ 201: MAX_HELD, 429: 1 })
  })

  it('count while their time is to come, and for ten minutes', async () => {
    const tomorrow = { pickupAt: '2026-11-25T16:00:00.000Z' }
    await setSettings({ pickup: { ...PICKUP, ordersPerSlot: 100 } })
    const held = await Promise.all(Array.from({ length: MAX_HELD }, () => placed(tomorrow)))
    later(11)
    expect(await statusOf()).toBe(429)
    // An abandoned order and one that was handed over hold no slot.
    for (const [i, status] of ['cancelled', 'delivered', 'completed'].entries())
      await change(held[i]?.id ?? 0, { status })
    expect(await statuses(4)).toEqual({ 201: 3, 429: 1 })
    later(24 * 60)
    expect(await statuses(4)).toEqual({ 201: 4 })
  })

  it('are not had again at once by cancelling', async () => {
    for (const { id } of await Promise.all(Array.from({ length: MAX_HELD }, () => placed())))
      await change(id, { status: 'cancelled' })
    expect(await statusOf()).toBe(429)
    later(11)
    expect(await statusOf()).toBe(201)
  })

  it('do not bind owners and the floor, whose orders are not counted', async () => {
    await statuses(MAX_HELD, {}, () => ({ cookie: people.floor }))
    expect(await statuses(MAX_HELD)).toEqual({ 201: MAX_HELD })
    expect(await statuses(2, {}, () => ({ cookie: server.owner }))).toEqual({ 201: 2 })
    expect(await statusOf({}, { cookie: people.kitchen })).toBe(429)
  })
})

it('the slots of one phone number are at most 20, in any notation, from any address', async () => {
  const notations = ['0712 345 678', '+40712345678', '0040 712 345 678']
  const results: number[] = []
  for (let i = 0; i < 22; i++) results.push(await statusOf({ phoneNumber: notations[i % 3] }, { from: `10.1.0.${i}` }))
  expect(results.filter((status) => status === 201)).toHaveLength(MAX_HELD)
  expect(results.slice(MAX_HELD)).toEqual([429, 429])
})

it('an order without a time is written while others wait for a slot, on this instance and another', async () => {
  const dineIn = { diningOption: 'dine-in', tableId: null }
  expect(await statusOf(dineIn, { key: 'first' })).toBe(201)
  const waiting = await inTransaction(server.connection.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('pickup', 0))`)
    // There are more requests than the pool has connections.
    const accepted = Array.from({ length: 30 }, (_, i) => statusOf({}, { from: `10.3.0.${i}`, key: `waits ${i}` }))
    await untilLockWaits(server)
    expect(await statuses(12, dineIn, (i) => ({ key: `dine-in ${i}`, from: '10.4.0.1' }))).toEqual({ 201: 12 })
    expect(await statusOf(dineIn, { from: '10.4.0.2', by: second })).toBe(201)
    return { accepted }
  })
  expect(new Set(await Promise.all(waiting.accepted))).toEqual(new Set([201]))
})

it('an order does not wait while old orders are summed', async () => {
  await inTransaction(server.connection.db, async (tx) => {
    await tx.execute(sql`select from totals for update`)
    expect(await statuses(3, { diningOption: 'dine-in', tableId: null })).toEqual({ 201: 3 })
  })
})

describe('the address of an order', () => {
  it('is answered to nobody', async () => {
    const first = await order()
    const [row] = await addresses()
    expect(row?.from).toEqual([expect.any(Number)])
    const list = await server.asOwner('GET', '/api/orders')
    for (const { body } of [first, list]) {
      expect(body).not.toContain('origin')
      expect(body).not.toContain(String(row?.from?.[0]))
    }
  })

  it('is kept only of guests’ orders, and forgotten once the kitchen has them no more', async () => {
    await order({}, { cookie: people.floor })
    expect(await addresses()).toEqual([])
    const [held, ended, seated] = [await placed(), await placed(), await placed()]
    await change(ended.id, { status: 'cancelled' })
    await change(seated.id, { tableId: server.table })
    await removeOver(server.connection.db, server.clock.now(), 'Europe/Bucharest')
    expect(await addresses()).toHaveLength(3)
    later(11)
    await removeOver(server.connection.db, server.clock.now(), 'Europe/Bucharest')
    expect((await addresses()).map(({ id }) => id)).toEqual([held.id, seated.id])
    // After a day, even an order that is never closed loses its address.
    later(25 * 60)
    await removeOver(server.connection.db, server.clock.now(), 'Europe/Bucharest')
    expect(await addresses()).toEqual([])
  })

  it('goes when the order is erased', async () => {
    const { id } = await placed()
    await change(id, { status: 'completed' })
    const [customer] = await server.connection.db.select().from(customers)
    expect((await server.asOwner('DELETE', `/api/customers/${customer?.id}`)).statusCode).toBe(204)
    expect(await addresses()).toEqual([])
  })
})
