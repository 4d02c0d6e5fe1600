import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { customers, orderStatusChanges, orders, settings, tables } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listening } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { newTable, tableStatus } from '#server/testing/tables.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()
const asOwner = () => ({ headers: { cookie: server.owner } })
const place = async (more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const move = (id: number, status: string) => server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())
const complete = (before: string, query = '') =>
  server.call('POST', `/api/orders/complete-older${query}`, { before }, asOwner())
const find = async (id: number) =>
  (await server.call('GET', `/api/orders?q=%23${id}`, undefined, asOwner())).json<Order[]>()[0]

// The business day of the 21st began at 02:00 UTC, four o'clock in Bucharest.
const TODAY = '2026-11-21T02:00:00.000Z'
const YESTERDAY_EVENING = new Date('2026-11-20T19:00:00Z')
const NIGHT = new Date('2026-11-21T01:00:00Z')
const MORNING = new Date('2026-11-21T08:00:00Z')

/** Open orders of yesterday, written in one statement. */
async function manyOld(many: number, tableId: number | null = null): Promise<number[]> {
  const { rows } = await server.connection.db.execute<{ id: string }>(sql`
    insert into orders (customer_name, phone_number, total, currency, table_id, token_hash, search_text, created_at, updated_at)
    select 'Old', '0000000000', 0, 'lei', ${tableId}::bigint, '', 'old', ${YESTERDAY_EVENING.toISOString()}::timestamptz, now()
    from generate_series(1, ${many}) returning id`)
  return rows.map(({ id }) => Number(id))
}
const stillOpen = async () => (await complete(TODAY, '?dryRun=true')).json<{ completed: number }>().completed

let url = ''
beforeAll(async () => {
  url = await listening(server.app)
})

describe("completing yesterday's orders", () => {
  it('completes the four open statuses of earlier days and nothing of today, with history, tables and counts', async () => {
    const table = await newTable(server)
    const [free, busy] = [table.id, (await newTable(server)).id]
    server.clock.set(YESTERDAY_EVENING)
    const old = []
    for (const status of ['pending', 'preparing', 'ready', 'delivered']) {
      const { id } = await place({ phoneNumber: '0755 100 200' })
      if (status !== 'pending') await move(id, status)
      old.push(id)
    }
    const cancelled = await place({ phoneNumber: '0755 100 200' })
    await move(cancelled.id, 'cancelled')
    old.push((await place({ tableId: free, phoneNumber: '0000000000' })).id)
    old.push((await place({ tableId: busy, phoneNumber: '0000000000' })).id)
    server.clock.set(NIGHT)
    old.push((await place()).id)
    server.clock.set(MORNING)
    const today = [await place(), await place({ tableId: busy, phoneNumber: '0000000000' })]
    const standing = () => server.connection.db.select().from(customers).where(eq(customers.phoneNumber, '40755100200'))
    const [known] = await standing()

    expect((await complete(TODAY, '?dryRun=true')).json()).toEqual({ completed: old.length })
    expect((await find(old[0] ?? 0))?.status).toBe('pending')
    const answer = await complete(TODAY)
    expect([answer.statusCode, answer.json()]).toEqual([200, { completed: old.length }])

    for (const id of old) {
      const order = await find(id)
      expect([order?.status, order?.seenAt]).toEqual(['completed', expect.any(String)])
    }
    expect((await find(cancelled.id))?.status).toBe('cancelled')
    for (const { id } of today) expect((await find(id))?.status).toBe('pending')
    const history = await server.connection.db
      .select()
      .from(orderStatusChanges)
      .where(inArray(orderStatusChanges.orderId, old))
    const last = history.filter(({ status }) => status === 'completed')
    expect(last.map(({ orderId }) => orderId).sort()).toEqual(old.sort())
    expect(last.every(({ userId, at }) => userId !== null && at.getTime() === MORNING.getTime())).toBe(true)
    expect(new Set(last.map(({ username }) => username))).toEqual(new Set(['boss']))
    expect([await tableStatus(server, free), await tableStatus(server, busy)]).toEqual(['available', 'occupied'])
    expect((await standing())[0]).toEqual(known)
    expect((await complete(TODAY)).json()).toEqual({ completed: 0 })
  })

  it('is a change that an outdated order does not undo', async () => {
    server.clock.set(YESTERDAY_EVENING)
    const { id } = await place()
    server.clock.set(MORNING)
    await complete(TODAY)
    const headers = { cookie: server.owner, 'if-match': '"1"' }
    const answer = await server.call('PATCH', `/api/orders/${id}`, { status: 'ready' }, { headers })
    expect([answer.statusCode, answer.json().order.status]).toEqual([409, 'completed'])
  })

  it('raises the version, keeps when an order was seen, and forgets when it was delivered', async () => {
    server.clock.set(YESTERDAY_EVENING)
    const { id } = await place()
    await move(id, 'delivered')
    const before = await find(id)
    server.clock.set(MORNING)
    await complete(TODAY)
    const after = await find(id)
    expect([after?.version, after?.seenAt]).toEqual([(before?.version ?? 0) + 1, before?.seenAt])
    const [row] = await server.connection.db.select().from(orders).where(eq(orders.id, id))
    expect(row?.deliveredAt).toBeNull()
  })

  it('goes by the hour that the restaurant has set', async () => {
    server.clock.set(MORNING)
    expect((await complete('2026-11-21T02:00:00.001Z', '?dryRun=true')).json().code).toBe('day_not_over')
    await server.connection.db.update(settings).set({ businessDayStart: '09:00' })
    expect((await complete('2026-11-21T07:00:00Z', '?dryRun=true')).statusCode).toBe(200)
    await server.connection.db.update(settings).set({ businessDayStart: '10:01' })
    expect((await complete(TODAY, '?dryRun=true')).statusCode).toBe(400)
    await server.connection.db.update(settings).set({ businessDayStart: '04:00' })
  })

  it.each([
    [{}, '', 'before'],
    [{ before: 'yesterday' }, '', 'before'],
    [{ before: null }, '', 'before'],
    [{ before: TODAY }, '?dryRun=yes', 'dryRun'],
  ])('is refused with %j%s', async (body, query, path) => {
    const answer = await server.call('POST', `/api/orders/complete-older${query}`, body, asOwner())
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, path])
  })

  it('is for an owner alone', async () => {
    const answer = await server.call('POST', '/api/orders/complete-older', { before: TODAY })
    expect(answer.statusCode).toBe(401)
  })

  it('goes step by step: what is done before a step that fails stays done, and calling again goes on', async () => {
    server.clock.set(MORNING)
    const { db } = server.connection
    const ids = await manyOld(1_100)
    const stumbling = ids[700] ?? 0
    await db.execute(sql`create function stumble() returns trigger language plpgsql as
      'begin raise exception ''stumbled''; end'`)
    await db.execute(
      sql.raw(
        `create trigger stumble before update on orders for each row when (old.id = ${stumbling}) execute function stumble()`,
      ),
    )
    expect((await complete(TODAY)).statusCode).toBe(500)
    expect(await stillOpen()).toBe(600)
    await db.execute(sql`drop trigger stumble on orders`)
    expect((await complete(TODAY)).json()).toEqual({ completed: 600 })
    expect(await stillOpen()).toBe(0)
    await db.execute(sql`drop function stumble()`)
  })

  it('asked twice at once, completes each once, beside orders that open and close at the same tables', async () => {
    server.clock.set(MORNING)
    const { id: tableId } = await newTable(server)
    const ids = await manyOld(1_200, tableId)
    await server.connection.db.update(tables).set({ status: 'occupied' }).where(eq(tables.id, tableId))
    const coming = async () => {
      const { id } = await place({ tableId, phoneNumber: '0000000000' })
      await move(id, 'completed')
    }
    const [one, two] = await Promise.all([
      complete(TODAY),
      complete(TODAY),
      ...ids.slice(0, 20).map((id) => move(id, 'cancelled')),
      ...Array.from({ length: 4 }, coming),
    ])
    const done = [one, two].map((answer) => answer?.json<{ completed: number }>().completed ?? 0)
    expect(done.reduce((sum, completed) => sum + completed)).toBeLessThanOrEqual(ids.length)
    const history = await server.connection.db.execute<{ times: number }>(sql`
      select count(*)::int as times from order_status_changes
      where status = 'completed' and order_id = any(${`{${ids.join(',')}}`}::bigint[]) group by order_id having count(*) > 1`)
    expect(history.rows).toEqual([])
    expect(await stillOpen()).toBe(0)
    expect(await tableStatus(server, tableId)).toBe('available')
  })

  it('tells every board, with no word for each order, and the guests who watch one', async () => {
    server.clock.set(YESTERDAY_EVENING)
    const mine = await place()
    const ids = await manyOld(1_600)
    const [board, other, guest] = [
      await openTestSocket(url, { cookie: server.owner }),
      await openTestSocket(url, { cookie: server.owner }),
      await openTestSocket(url),
    ]
    guest.socket.send(
      JSON.stringify({ type: 'WATCH_ORDER', payload: { orderId: mine.id, token: mine.orderToken }, ref: -mine.id }),
    )
    await vi.waitFor(() => expect(guest.told()).toHaveLength(1))
    server.clock.set(MORNING)
    expect((await complete(TODAY)).json()).toEqual({ completed: ids.length + 1 })
    await vi.waitFor(() =>
      expect(guest.told().at(-1)).toEqual({
        type: 'ORDER_STATUS',
        payload: {
          orderId: mine.id,
          status: 'completed',
          seen: true,
          total: mine.total,
          tableNumber: mine.tableNumber,
        },
      }),
    )
    for (const { told } of [board, other]) {
      await vi.waitFor(() => expect(told()).toContainEqual({ type: 'ORDERS_CHANGED' }))
    }
    // A new order is sent after everything about the old ones.
    const next = await place()
    for (const { told } of [board, other]) {
      // CHANGED tells of tables, at any moment.
      const ofOrders = () => told().filter(({ type }) => type !== 'CHANGED')
      await vi.waitFor(() => expect(JSON.stringify(ofOrders().at(-1))).toContain(`"id":${next.id},`))
      // One for all steps, unless a loaded machine takes long between two.
      expect([...new Set(ofOrders().map(({ type }) => type))]).toEqual(['ORDERS_CHANGED', 'ORDER_UPDATE'])
    }
    expect(guest.told()).toHaveLength(2)
    for (const { socket } of [board, other, guest]) socket.close()
  })
})
