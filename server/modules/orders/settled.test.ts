import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import { recordingLog } from '#server/testing/log.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { newTable, seat, tableStatus } from '#server/testing/users.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { completeDelivered } from './change.ts'

const server = testServer({ guestWritesPerMinute: 0 })
const NOW = new Date('2026-11-20T18:00:00.000Z')
const HOURS_MS = 60 * 60_000
const THREE_HOURS = 3 * HOURS_MS
let table = { id: 0, number: 0 }
beforeEach(async () => {
  server.clock.set(NOW)
  table = await newTable(server)
})
afterEach(() => server.clock.set(new Date()))

const call = (method: 'GET' | 'PATCH', path: string, body?: object) => server.asOwner(method, `/api${path}`, body)
const place = async (tableId = table.id) =>
  (
    await server.call('POST', '/api/orders', takeaway(server, { tableId, phoneNumber: '0000000000' }))
  ).json<PlacedOrder>()
const deliver = ({ id }: { id: number }) => call('PATCH', `/orders/${id}`, { status: 'delivered' })
const setAt = (ms: number) => server.clock.set(new Date(NOW.getTime() + ms))
const completeAt = async (ms: number) => {
  const log = recordingLog()
  await completeDelivered(server.connection.db, new Date(NOW.getTime() + ms), log.log as Log)
  expect(log.logged()).toBe('')
}
const statusesOf = async (...orders: PlacedOrder[]) => {
  const all = (await call('GET', '/orders')).json<Order[]>()
  return orders.map((order) => all.find(({ id }) => id === order.id)?.status)
}

describe('the orders of a table', () => {
  it('complete together, when the last of them was delivered more than three hours ago', async () => {
    const [first, second] = [await place(), await place()]
    await deliver(first)
    setAt(HOURS_MS)
    await deliver(second)
    await completeAt(THREE_HOURS + 1)
    await completeAt(THREE_HOURS + HOURS_MS)
    expect(await statusesOf(first, second)).toEqual(['delivered', 'delivered'])
    await completeAt(THREE_HOURS + HOURS_MS + 1)
    expect(await statusesOf(first, second)).toEqual(['completed', 'completed'])
    expect(await tableStatus(server, table.id)).toBe('available')
  })

  it.each(['pending', 'preparing', 'ready'])(
    'stay open beside one that is %s, and not for those of other tables',
    async (status) => {
      const other = await newTable(server)
      const [delivered, open, settled] = [await place(), await place(), await place(other.id)]
      await deliver(delivered)
      await deliver(settled)
      await call('PATCH', `/orders/${open.id}`, { status })
      await completeAt(2 * THREE_HOURS)
      expect(await statusesOf(delivered, open, settled)).toEqual(['delivered', status, 'completed'])
      await call('PATCH', `/orders/${open.id}`, { status: 'cancelled' })
      await completeAt(2 * THREE_HOURS)
      expect(await statusesOf(delivered, open)).toEqual(['completed', 'cancelled'])
    },
  )

  it('stay open while a session runs there', async () => {
    const order = await place()
    await deliver(order)
    setAt(2 * THREE_HOURS)
    const [ana] = await seat(await listenUrl(server.app), table.id, ['Ana'])
    await completeAt(2 * THREE_HOURS)
    expect(await statusesOf(order)).toEqual(['delivered'])
    expect((await ana.leave()).status).toBe(204)
    await completeAt(2 * THREE_HOURS)
    expect(await statusesOf(order)).toEqual(['completed'])
  })

  it('complete once, however many instances do it while another round comes in', async () => {
    const order = await place()
    await deliver(order)
    const [round] = await Promise.all([place(), ...Array.from({ length: 4 }, () => completeAt(2 * THREE_HOURS))])
    const [status, pending] = await statusesOf(order, round)
    expect(['delivered', 'completed']).toContain(status)
    expect(pending).toBe('pending')
    expect(await tableStatus(server, table.id)).toBe('occupied')
  })

  it('stay open when one of them is taken back while they complete', async () => {
    const [first, second] = [await place(), await place()]
    await deliver(first)
    await deliver(second)
    let completing: Promise<void> = Promise.resolve()
    await server.connection.db.transaction(async (tx) => {
      await tx.execute(sql`update orders set status = 'ready', delivered_at = null where id = ${second.id}`)
      completing = completeAt(2 * THREE_HOURS)
      await untilLockWaits(server)
    })
    await completing
    expect(await statusesOf(first, second)).toEqual(['delivered', 'ready'])
  })
})

describe('where payments are on, an order with something due', () => {
  beforeAll(() => switchPayments(true))
  afterAll(() => switchPayments(false))
  const switchPayments = async (payments: boolean) => {
    await server.asOwner('PATCH', '/api/settings', { payments })
  }

  it('does not complete by itself, nor do the others of its table', async () => {
    const alone = (await server.call('POST', '/api/orders', takeaway(server))).json<PlacedOrder>()
    const [settled, owing, other] = [await place(), await place(), await place((await newTable(server)).id)]
    const pay = ({ id, total }: PlacedOrder) => {
      const payment = { orders: [id], due: total, amount: total, method: 2 }
      return server.asOwner('POST', '/api/payments', payment, { 'idempotency-key': `settled-${id}` })
    }
    await pay(settled)
    await pay(other)
    for (const order of [alone, settled, owing, other]) await deliver(order)
    await completeAt(THREE_HOURS + 1)
    expect(await statusesOf(alone, settled, owing, other)).toEqual(['delivered', 'delivered', 'delivered', 'completed'])
    await pay(owing)
    await pay(alone)
    await completeAt(THREE_HOURS + 1)
    expect(await statusesOf(alone, settled, owing)).toEqual(['completed', 'completed', 'completed'])
  })

  it('is completed with older ones only when an owner says so', async () => {
    const { id, total } = await place()
    setAt(24 * HOURS_MS)
    const complete = (more: object = {}) =>
      server.asOwner('POST', '/api/orders/complete-older', { before: '2026-11-21T02:00:00.000Z', ...more })
    const refused = await complete()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'unpaid'])
    expect((await complete({ withoutPayment: true })).json().completed).toBeGreaterThan(0)
    const order = (await call('GET', '/orders')).json<Order[]>().find((one) => one.id === id)
    expect(order).toMatchObject({ status: 'completed', paid: 0, due: total })
  })
})
