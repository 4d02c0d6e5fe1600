import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orderStatusChanges, orders, tables } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES } from '#shared/domain/orders/order.ts'
import { completeDelivered } from './change.ts'

const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })

const place = async (more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const atTable = () => place({ tableId: server.table, phoneNumber: '0000000000' })
const setStatus = async (id: number, status: string) =>
  (await server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())).json<Order>()
const tableStatus = async () => {
  const [row] = await server.connection.db.select().from(tables).where(eq(tables.id, server.table))
  return row?.status
}

describe('the status of an order', () => {
  it('can change from any status to any other; the history has the user of each change', async () => {
    const { id } = await place()
    const statuses = [...ORDER_STATUSES, 'pending', 'delivered', 'cancelled', 'ready'] as const
    let version = 1
    for (const status of statuses.slice(1)) {
      const order = await setStatus(id, status)
      expect([order.status, order.version]).toEqual([status, ++version])
    }
    const history = await server.connection.db
      .select()
      .from(orderStatusChanges)
      .where(eq(orderStatusChanges.orderId, id))
    expect(history.map(({ status }) => status)).toEqual(statuses)
    expect(history[0]).toMatchObject({ userId: null, username: null })
    expect(history.slice(1).every(({ userId, username }) => userId !== null && username === 'boss')).toBe(true)
  })

  it('keeps the version when it is set to the same value', async () => {
    const { id } = await place()
    await setStatus(id, 'ready')
    expect((await setStatus(id, 'ready')).version).toBe(2)
  })

  it.each(['gone', '', 1, null])('cannot be %j', async (status) => {
    const { id } = await place()
    const response = await server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, 'status'])
  })

  it.each([
    ['/api/orders/999999', 404],
    ['/api/orders/2147483647', 404],
    ['/api/orders/2147483648', 400],
    ['/api/orders/abc', 400],
    ['/api/orders/-1', 400],
    ['/api/orders/1.5', 400],
  ])('setting it at %s returns %i', async (url, status) => {
    expect((await server.call('PATCH', url, { status: 'ready' }, asOwner())).statusCode).toBe(status)
  })
})

describe('seenAt', () => {
  it('is set by the first request that marks the order as seen', async () => {
    const { id } = await place()
    const first = (await server.call('POST', `/api/orders/${id}/seen`, undefined, asOwner())).json<Order>()
    const second = (await server.call('POST', `/api/orders/${id}/seen`, undefined, asOwner())).json<Order>()
    expect(first.seenAt).not.toBeNull()
    expect([second.seenAt, second.version]).toEqual([first.seenAt, first.version])
  })

  it('is set by any change of status', async () => {
    const { id } = await place()
    expect((await setStatus(id, 'preparing')).seenAt).not.toBeNull()
  })
})

describe('a delivered order', () => {
  const complete = (now: Date, log = recordingLog()) =>
    completeDelivered(server.connection.db, now, log.log as Log).then(log.logged)

  it('is completed after three hours, not before', async () => {
    const { id } = await atTable()
    const at = new Date('2026-11-20T18:00:00Z')
    server.clock.set(at)
    await setStatus(id, 'delivered')
    const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
    await complete(minutesLater(180))
    const status = async () =>
      (await server.call('GET', `/api/orders?q=${id}`, undefined, asOwner())).json<Order[]>()[0]?.status
    expect(await status()).toBe('delivered')
    await complete(minutesLater(181))
    expect(await status()).toBe('completed')
    expect(await tableStatus()).toBe('available')
  })

  it('is completed once, however many instances do it at the same time', async () => {
    const { id } = await atTable()
    const at = new Date('2026-11-20T18:00:00Z')
    server.clock.set(at)
    const { version } = await setStatus(id, 'delivered')
    const later = new Date(at.getTime() + 181 * 60_000)
    await Promise.all([complete(later), complete(later), complete(later)])
    const [order] = (await server.call('GET', `/api/orders?q=${id}`, undefined, asOwner())).json<Order[]>()
    expect([order?.status, order?.version]).toEqual(['completed', version + 1])
  })

  it('is completed even if completing another one fails; the failed one is completed by a later run', async () => {
    const { db } = server.connection
    const at = new Date('2026-11-21T18:00:00Z')
    server.clock.set(at)
    const [failing, other] = [await place(), await place()]
    for (const order of [failing, other]) await setStatus(order.id, 'delivered')
    await db.execute(
      sql.raw(`
        create function reject_end() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
        create trigger reject_end before update on orders for each row when (old.id = ${failing.id})
        execute function reject_end()`),
    )
    const later = new Date(at.getTime() + 181 * 60_000)
    const statuses = async () => {
      const rows = await db
        .select()
        .from(orders)
        .where(inArray(orders.id, [failing.id, other.id]))
        .orderBy(orders.id)
      return rows.map(({ status }) => status)
    }
    expect(await complete(later)).toContain('P0001')
    expect(await statuses()).toEqual(['delivered', 'completed'])
    await db.execute(sql.raw('drop function reject_end() cascade'))
    await Promise.all([complete(later), complete(later)])
    expect(await statuses()).toEqual(['completed', 'completed'])
    const history = await db.select().from(orderStatusChanges).where(eq(orderStatusChanges.orderId, failing.id))
    expect(history.filter(({ status }) => status === 'completed')).toHaveLength(1)
    server.clock.set(new Date())
  })
})
