import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { customers, orderStatusChanges, orders, tables } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES } from '#shared/domain/order-status.ts'
import { completeDelivered } from './change.ts'

const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })

const place = async (more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const atTable = () => place({ tableId: server.table, phoneNumber: '0000000000' })
const move = async (id: number, status: string) =>
  (await server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())).json<Order>()
const tableStatus = async () => {
  const [row] = await server.connection.db.select().from(tables).where(eq(tables.id, server.table))
  return row?.status
}

describe('the status of an order', () => {
  it('can be set to any of the six, in any order, each change kept with time and user', async () => {
    const { id } = await place()
    const wanted = [...ORDER_STATUSES, 'pending', 'delivered', 'cancelled', 'ready'] as const
    let version = 1
    for (const status of wanted.slice(1)) {
      const order = await move(id, status)
      expect([order.status, order.version]).toEqual([status, ++version])
    }
    const history = await server.connection.db
      .select()
      .from(orderStatusChanges)
      .where(eq(orderStatusChanges.orderId, id))
    expect(history.map(({ status }) => status)).toEqual(wanted)
    expect(history[0]).toMatchObject({ userId: null, username: null })
    expect(history.slice(1).every(({ userId, username }) => userId !== null && username === 'boss')).toBe(true)
  })

  it('stays as it is when set again', async () => {
    const { id } = await place()
    await move(id, 'ready')
    expect((await move(id, 'ready')).version).toBe(2)
  })

  it.each(['gone', '', 1, null])('is not %j', async (status) => {
    const { id } = await place()
    const answer = await server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, 'status'])
  })

  it.each([
    ['/api/orders/999999', 404],
    ['/api/orders/99999999999999', 404],
    ['/api/orders/abc', 400],
    ['/api/orders/-1', 400],
    ['/api/orders/1.5', 400],
  ])('%s answers %i', async (url, status) => {
    expect((await server.call('PATCH', url, { status: 'ready' }, asOwner())).statusCode).toBe(status)
  })
})

describe('seenAt', () => {
  it('is set once, by looking', async () => {
    const { id } = await place()
    const first = (await server.call('POST', `/api/orders/${id}/seen`, undefined, asOwner())).json<Order>()
    const second = (await server.call('POST', `/api/orders/${id}/seen`, undefined, asOwner())).json<Order>()
    expect(first.seenAt).not.toBeNull()
    expect([second.seenAt, second.version]).toEqual([first.seenAt, first.version])
  })

  it('is set by any change of status', async () => {
    const { id } = await place()
    expect((await move(id, 'preparing')).seenAt).not.toBeNull()
  })
})

describe('the table', () => {
  it('is free again when its last open order ends, and occupied when one comes back', async () => {
    const [one, two] = [await atTable(), await atTable()]
    await move(one.id, 'completed')
    expect(await tableStatus()).toBe('occupied')
    await move(two.id, 'cancelled')
    expect(await tableStatus()).toBe('available')
    await move(two.id, 'pending')
    expect(await tableStatus()).toBe('occupied')
    await move(two.id, 'completed')
  })

  it('stays reserved when it was reserved by hand meanwhile', async () => {
    const { id } = await atTable()
    await server.connection.db.update(tables).set({ status: 'reserved' }).where(eq(tables.id, server.table))
    await move(id, 'completed')
    expect(await tableStatus()).toBe('reserved')
    await server.connection.db.update(tables).set({ status: 'available' }).where(eq(tables.id, server.table))
  })

  it('is never left occupied by orders that open and close at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const placed = await Promise.all(Array.from({ length: 4 }, atTable))
      await Promise.all([
        ...placed.map(({ id }) => move(id, 'completed')),
        atTable().then(({ id }) => move(id, 'completed')),
      ])
      expect(await tableStatus()).toBe('available')
    }
  })
})

describe('a delivered order', () => {
  const complete = (now: Date, log = recordingLog()) =>
    completeDelivered(server.connection.db, now, log.log as Log).then(log.logged)

  it('completes itself after three hours, not before', async () => {
    const { id } = await atTable()
    const at = new Date('2026-11-20T18:00:00Z')
    server.clock.set(at)
    await move(id, 'delivered')
    const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
    await complete(later(180))
    const status = async () =>
      (await server.call('GET', `/api/orders?q=${id}`, undefined, asOwner())).json<Order[]>()[0]?.status
    expect(await status()).toBe('delivered')
    await complete(later(181))
    expect(await status()).toBe('completed')
    expect(await tableStatus()).toBe('available')
  })

  it('completes itself though another one fails, and that one once it can', async () => {
    const { db } = server.connection
    const at = new Date('2026-11-21T18:00:00Z')
    server.clock.set(at)
    const [failing, other] = [await place(), await place()]
    for (const order of [failing, other]) await move(order.id, 'delivered')
    await db.execute(
      sql.raw(`
        create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
        create trigger refuse_end before update on orders for each row when (old.id = ${failing.id})
        execute function refuse_end()`),
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
    await db.execute(sql.raw('drop function refuse_end() cascade'))
    await Promise.all([complete(later), complete(later)])
    expect(await statuses()).toEqual(['completed', 'completed'])
    const history = await db.select().from(orderStatusChanges).where(eq(orderStatusChanges.orderId, failing.id))
    expect(history.filter(({ status }) => status === 'completed')).toHaveLength(1)
    server.clock.set(new Date())
  })
})

describe('the customer', () => {
  it('does not count cancelled orders, and counts one that is taken back', async () => {
    const phoneNumber = '0745 000 111'
    const placed = [await place({ phoneNumber }), await place({ phoneNumber })]
    const standing = async () => {
      const [row] = await server.connection.db.select().from(customers).where(eq(customers.phoneNumber, '40745000111'))
      return [row?.orderCount, row?.totalSpent]
    }
    expect(await standing()).toEqual([2, 2 * 5700])
    await move(placed[0]?.id ?? 0, 'cancelled')
    expect(await standing()).toEqual([1, 5700])
    await move(placed[0]?.id ?? 0, 'pending')
    expect(await standing()).toEqual([2, 2 * 5700])
  })
})
