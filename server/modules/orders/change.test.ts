import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { idempotencyKeys, orderStatusChanges, orders } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES } from '#shared/domain/orders/order.ts'
import { completeDelivered } from './change.ts'

const server = testServer()

const twoLines = (more = {}) =>
  takeaway(server, {
    items: [
      { menuItemId: server.soup, quantity: 3 },
      { menuItemId: server.pizza, quantity: 1 },
    ],
    total: 3 * 2850 + 4200,
    ...more,
  })
const place = async (more = {}) => (await server.call('POST', '/api/orders', twoLines(more))).json<PlacedOrder>()
const setQuantity = (id: number, itemId: number, quantity: unknown, headers = {}) =>
  server.asOwner('PATCH', `/api/orders/${id}/items/${itemId}`, { quantity }, headers)
const setStatus = async (id: number, status: string) =>
  (await server.asOwner('PATCH', `/api/orders/${id}`, { status })).json<Order>()
const fetchOrder = async (id: number) =>
  (await server.asOwner('GET', `/api/orders?q=${id}`)).json<Order[]>().find((order) => order.id === id)
const lineIds = ({ items }: Order): [soup: number, pizza: number] => [items[0]?.id ?? 0, items[1]?.id ?? 0]
const quantities = ({ items }: Order) => items.map(({ quantity, removedQuantity }) => [quantity, removedQuantity])

describe('removing from a line', () => {
  it('stores the removed quantity, lowers the total, and adds a removal slip for each step', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const first = await setQuantity(placed.id, soup, 1)
    expect(first.statusCode).toBe(200)
    expect([quantities(first.json()), first.json().total, first.json().version]).toEqual([
      [
        [1, 2],
        [1, 0],
      ],
      2850 + 4200,
      2,
    ])
    const second = (await setQuantity(placed.id, soup, 0)).json<Order>()
    expect([quantities(second), second.total, second.version]).toEqual([
      [
        [0, 3],
        [1, 0],
      ],
      4200,
      3,
    ])
    const at = expect.any(String)
    const slip = { stationId: 1, itemId: null, quantity: null, fromTable: null, toTable: null, printedAt: null }
    expect(second.tickets).toEqual([
      { ...slip, id: 1, kind: 'kitchen', at: placed.createdAt },
      { ...slip, id: 2, kind: 'removal', at, itemId: soup, quantity: 2, user: 'boss' },
      { ...slip, id: 3, kind: 'removal', at, itemId: soup, quantity: 1, user: 'boss' },
    ])
    // A line with quantity 0 stays in the list.
    expect(await fetchOrder(placed.id)).toEqual(second)
  })

  it('changes nothing if the new quantity is the current one', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const response = await setQuantity(placed.id, soup, 3)
    expect([response.statusCode, response.json()]).toEqual([200, await fetchOrder(placed.id)])
    expect(response.json().version).toBe(1)
  })

  it.each([
    [4, 'At most 3'],
    [-1, 'At least 0'],
  ])('is rejected for the new quantity %j with the message %j', async (quantity, message) => {
    const placed = await place()
    const response = await setQuantity(placed.id, lineIds(placed)[0], quantity)
    expect([response.statusCode, response.json().issues]).toEqual([400, [{ path: 'quantity', message }]])
    expect((await fetchOrder(placed.id))?.version).toBe(1)
  })

  it('is possible only for a line of this order', async () => {
    const [order, otherOrder] = [await place(), await place()]
    for (const [id, itemId] of [
      [order.id, lineIds(otherOrder)[0]],
      [order.id, 999_999_999],
      [999_999, lineIds(order)[0]],
    ] as const)
      expect((await setQuantity(id, itemId, 0)).json().code).toBe('not_found')
    expect((await fetchOrder(otherOrder.id))?.version).toBe(1)
  })

  it('is rejected for the last line with a quantity above 0', async () => {
    const placed = await place()
    const [soup, pizza] = lineIds(placed)
    await setQuantity(placed.id, pizza, 0)
    const rejected = await setQuantity(placed.id, soup, 0)
    expect([rejected.statusCode, rejected.json().code, rejected.json().message]).toEqual([
      409,
      'last_line',
      'This is the last dish of the order: cancel the order instead',
    ])
    expect((await setQuantity(placed.id, soup, 1)).json().total).toBe(2850)
    // Each of two concurrent requests would leave only the other's line, so one line must stay.
    const other = await place()
    const responses = await Promise.all(lineIds(other).map((itemId) => setQuantity(other.id, itemId, 0)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it.each(['completed', 'cancelled'])('is rejected for a %s order', async (status) => {
    const placed = await place()
    await setStatus(placed.id, status)
    for (const quantity of [0, 2, 3]) {
      const response = await setQuantity(placed.id, lineIds(placed)[0], quantity)
      expect([response.statusCode, response.json().code]).toEqual([409, 'order_closed'])
    }
  })
})

describe('removing from a line with an idempotency key', () => {
  it('happens once: a repeated request gets the first response, even if the order was changed since', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const key = { 'idempotency-key': 'off-1', 'if-match': '"1"' }
    const first = await setQuantity(placed.id, soup, 2, key)
    await setQuantity(placed.id, soup, 1)
    await setStatus(placed.id, 'completed')
    const repeated = await setQuantity(placed.id, soup, 2, key)
    expect([repeated.statusCode, repeated.body]).toEqual([200, first.body])
    const [stored] = await server.connection.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.shownId, placed.id))
    expect(stored?.response).toBe(first.body)
  })

  it('is rejected if the key was used for another quantity or line, and does not conflict with keys of placed orders', async () => {
    const placed = await place()
    const [soup, pizza] = lineIds(placed)
    const key = { 'idempotency-key': 'off-3' }
    await server.call('POST', '/api/orders', twoLines(), { headers: key })
    expect((await setQuantity(placed.id, soup, 1, key)).statusCode).toBe(200)
    expect((await setQuantity(placed.id, soup, 0, key)).json().code).toBe('key_reused')
    expect((await setQuantity(placed.id, pizza, 1, key)).json().code).toBe('key_reused')
  })
})

describe('If-Match of a change', () => {
  const changeStatus = (id: number, status: string, version: string) =>
    server.asOwner('PATCH', `/api/orders/${id}`, { status }, { 'if-match': version })

  it('rejects a change of an outdated order, and returns the current order', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    expect((await changeStatus(placed.id, 'preparing', '"1"')).statusCode).toBe(200)
    for (const response of [
      await changeStatus(placed.id, 'ready', '1'),
      // Although the order has this status already, the request was made for an older version.
      await changeStatus(placed.id, 'preparing', '"1"'),
      await setQuantity(placed.id, soup, 1, { 'if-match': '1' }),
    ]) {
      expect([response.statusCode, response.json().code, response.json().message]).toEqual([
        409,
        'order_changed',
        'Somebody else has changed this order',
      ])
      expect(response.json().order).toEqual(await fetchOrder(placed.id))
    }
    expect((await setQuantity(placed.id, soup, 1, { 'if-match': '2' })).statusCode).toBe(200)
    expect((await changeStatus(placed.id, 'ready', '2')).json().code).toBe('order_changed')
    expect((await changeStatus(placed.id, 'ready', '"3"')).json().status).toBe('ready')
  })

  it('accepts an older version if the order was only marked as seen, printed or claimed since', async () => {
    const { id } = await place()
    await server.asOwner('POST', `/api/orders/${id}/seen`)
    await server.asOwner('POST', `/api/orders/${id}/print-claim`, {})
    await server.asOwner('POST', `/api/orders/${id}/prints`, { kind: 'kitchen', ticketId: 1 })
    expect((await fetchOrder(id))?.version).toBe(3)
    expect((await changeStatus(id, 'preparing', '"1"')).json()).toMatchObject({ status: 'preparing', version: 4 })
  })

  it('is rejected if it is not a version, and can be left out, so that the last change wins', async () => {
    const placed = await place()
    for (const header of ['*', 'W/"1"', 'abc', '']) {
      const issues = [{ path: 'If-Match', message: 'Must be the number of a version, for example 3' }]
      expect((await changeStatus(placed.id, 'ready', header)).json()).toMatchObject({ issues })
    }
    expect((await setStatus(placed.id, 'ready')).status).toBe('ready')
    expect((await setStatus(placed.id, 'pending')).status).toBe('pending')
  })

  it('accepts only one of several concurrent changes', async () => {
    const { id } = await place()
    const responses = await Promise.all(
      ['preparing', 'ready', 'delivered', 'cancelled'].map((status) => changeStatus(id, status, '"1"')),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  })
})

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
})

describe('seenAt', () => {
  it('is set by the first request that marks the order as seen', async () => {
    const { id } = await place()
    const first = (await server.asOwner('POST', `/api/orders/${id}/seen`)).json<Order>()
    const second = (await server.asOwner('POST', `/api/orders/${id}/seen`)).json<Order>()
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
