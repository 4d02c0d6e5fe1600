import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { customers, orderStatusChanges, orders, settings, tables } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { newTable, tableStatus } from '#server/testing/users.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()
const place = async (more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const setStatus = (id: number, status: string) => server.asOwner('PATCH', `/api/orders/${id}`, { status })
const complete = (before: string, query = '') =>
  server.asOwner('POST', `/api/orders/complete-older${query}`, { before })
const findOrder = async (id: number) => (await server.asOwner('GET', `/api/orders?q=%23${id}`)).json<Order[]>()[0]

// The business day of November 21 began at 02:00 UTC, which is 04:00 in Bucharest.
const TODAY = '2026-11-21T02:00:00.000Z'
const YESTERDAY_EVENING = new Date('2026-11-20T19:00:00Z')
const NIGHT = new Date('2026-11-21T01:00:00Z')
const MORNING = new Date('2026-11-21T08:00:00Z')

/** Inserts open orders of yesterday with one statement. */
async function insertOldOrders(count: number, tableId: number | null = null): Promise<number[]> {
  const { rows } = await server.connection.db.execute<{ id: string }>(sql`
    insert into orders (customer_name, phone_number, total, currency, table_id, token_hash, search_text, created_at, updated_at)
    select 'Old', '0000000000', 0, 'lei', ${tableId}::bigint, '', 'old', ${YESTERDAY_EVENING.toISOString()}::timestamptz, now()
    from generate_series(1, ${count}) returning id`)
  return rows.map(({ id }) => Number(id))
}
const countStillOpen = async () => (await complete(TODAY, '?dryRun=true')).json<{ completed: number }>().completed

describe('completing the open orders of earlier days', () => {
  it('completes orders of all four open statuses but none of today, and updates history and tables, but no customer', async () => {
    const table = await newTable(server)
    const [tableOfOldOrder, tableOfBoth] = [table.id, (await newTable(server)).id]
    server.clock.set(YESTERDAY_EVENING)
    const oldIds = []
    for (const status of ['pending', 'preparing', 'ready', 'delivered']) {
      const { id } = await place({ phoneNumber: '0755 100 200' })
      if (status !== 'pending') await setStatus(id, status)
      oldIds.push(id)
    }
    const cancelled = await place({ phoneNumber: '0755 100 200' })
    await setStatus(cancelled.id, 'cancelled')
    oldIds.push((await place({ tableId: tableOfOldOrder, phoneNumber: '0000000000' })).id)
    oldIds.push((await place({ tableId: tableOfBoth, phoneNumber: '0000000000' })).id)
    server.clock.set(NIGHT)
    oldIds.push((await place()).id)
    server.clock.set(MORNING)
    const today = [await place(), await place({ tableId: tableOfBoth, phoneNumber: '0000000000' })]
    const customerRow = () =>
      server.connection.db.select().from(customers).where(eq(customers.phoneNumber, '40755100200'))
    const [customerBefore] = await customerRow()

    expect((await complete(TODAY, '?dryRun=true')).json()).toEqual({ completed: oldIds.length })
    expect((await findOrder(oldIds[0] ?? 0))?.status).toBe('pending')
    const response = await complete(TODAY)
    expect([response.statusCode, response.json()]).toEqual([200, { completed: oldIds.length }])

    for (const id of oldIds) {
      const order = await findOrder(id)
      expect([order?.status, order?.seenAt]).toEqual(['completed', expect.any(String)])
    }
    expect((await findOrder(cancelled.id))?.status).toBe('cancelled')
    for (const { id } of today) expect((await findOrder(id))?.status).toBe('pending')
    const history = await server.connection.db
      .select()
      .from(orderStatusChanges)
      .where(inArray(orderStatusChanges.orderId, oldIds))
    const completions = history.filter(({ status }) => status === 'completed')
    expect(completions.map(({ orderId }) => orderId).sort()).toEqual(oldIds.sort())
    expect(completions.every(({ userId, at }) => userId !== null && at.getTime() === MORNING.getTime())).toBe(true)
    expect(new Set(completions.map(({ username }) => username))).toEqual(new Set(['boss']))
    expect([await tableStatus(server, tableOfOldOrder), await tableStatus(server, tableOfBoth)]).toEqual([
      'available',
      'occupied',
    ])
    expect((await customerRow())[0]).toEqual(customerBefore)
    expect((await complete(TODAY)).json()).toEqual({ completed: 0 })
  })

  it('raises the version by one, keeps seenAt and clears deliveredAt', async () => {
    server.clock.set(YESTERDAY_EVENING)
    const { id } = await place()
    await setStatus(id, 'delivered')
    const before = await findOrder(id)
    server.clock.set(MORNING)
    await complete(TODAY)
    const after = await findOrder(id)
    expect([after?.version, after?.seenAt]).toEqual([(before?.version ?? 0) + 1, before?.seenAt])
    const [row] = await server.connection.db.select().from(orders).where(eq(orders.id, id))
    expect(row?.deliveredAt).toBeNull()
  })

  it('uses the start of the business day from the settings', async () => {
    server.clock.set(MORNING)
    expect((await complete('2026-11-21T02:00:00.001Z', '?dryRun=true')).json().code).toBe('day_not_over')
    await server.connection.db.update(settings).set({ businessDayStart: '09:00' })
    expect((await complete('2026-11-21T07:00:00Z', '?dryRun=true')).statusCode).toBe(200)
    await server.connection.db.update(settings).set({ businessDayStart: '10:01' })
    expect((await complete(TODAY, '?dryRun=true')).statusCode).toBe(400)
    await server.connection.db.update(settings).set({ businessDayStart: '04:00' })
  })

  it('commits each batch: if one fails, the batches before it stay completed, and another request continues', async () => {
    server.clock.set(MORNING)
    const { db } = server.connection
    const ids = await insertOldOrders(1_100)
    const failingId = ids[700] ?? 0
    await db.execute(sql`create function fail_on_purpose() returns trigger language plpgsql as
      'begin raise exception ''failed on purpose''; end'`)
    await db.execute(
      sql.raw(
        `create trigger fail_on_purpose before update on orders for each row when (old.id = ${failingId}) execute function fail_on_purpose()`,
      ),
    )
    expect((await complete(TODAY)).statusCode).toBe(500)
    expect(await countStillOpen()).toBe(600)
    await db.execute(sql`drop trigger fail_on_purpose on orders`)
    expect((await complete(TODAY)).json()).toEqual({ completed: 600 })
    expect(await countStillOpen()).toBe(0)
    await db.execute(sql`drop function fail_on_purpose()`)
  })

  it('completes each order once in concurrent requests, while orders are placed and completed at the same table', async () => {
    server.clock.set(MORNING)
    const { id: tableId } = await newTable(server)
    const ids = await insertOldOrders(1_200, tableId)
    await server.connection.db.update(tables).set({ status: 'occupied' }).where(eq(tables.id, tableId))
    const placeAndComplete = async () => {
      const { id } = await place({ tableId, phoneNumber: '0000000000' })
      await setStatus(id, 'completed')
    }
    const [first, second] = await Promise.all([
      complete(TODAY),
      complete(TODAY),
      ...ids.slice(0, 20).map((id) => setStatus(id, 'cancelled')),
      ...Array.from({ length: 4 }, placeAndComplete),
    ])
    const completed = [first, second].map((response) => response?.json<{ completed: number }>().completed ?? 0)
    expect(completed.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(ids.length)
    const history = await server.connection.db.execute<{ times: number }>(sql`
      select count(*)::int as times from order_status_changes
      where status = 'completed' and order_id = any(${`{${ids.join(',')}}`}::bigint[]) group by order_id having count(*) > 1`)
    expect(history.rows).toEqual([])
    expect(await countStillOpen()).toBe(0)
    expect(await tableStatus(server, tableId)).toBe('available')
  })

  it('sends the status to a guest who watches an order', async () => {
    server.clock.set(YESTERDAY_EVENING)
    const { id: orderId, orderToken: token } = await place()
    const guest = await openTestSocket(await listenUrl(server.app))
    guest.socket.send(JSON.stringify({ type: 'WATCH_ORDER', payload: { orderId, token }, ref: -orderId }))
    server.clock.set(MORNING)
    expect((await complete(TODAY)).json()).toEqual({ completed: 1 })
    const payload = expect.objectContaining({ orderId, status: 'completed', seen: true })
    await guest.waitForFrames({ type: 'ORDER_STATUS', payload })
    guest.socket.close()
  })
})
