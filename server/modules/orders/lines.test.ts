import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

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
const asOwner = (headers = {}) => ({ headers: { cookie: server.owner, ...headers } })
const setQuantity = (id: number, itemId: number, quantity: unknown, headers = {}) =>
  server.call('PATCH', `/api/orders/${id}/items/${itemId}`, { quantity }, asOwner(headers))
const setStatus = async (id: number, status: string) =>
  (await server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())).json<Order>()
const fetchOrder = async (id: number) =>
  (await server.call('GET', `/api/orders?q=${id}`, undefined, asOwner()))
    .json<Order[]>()
    .find((order) => order.id === id)
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
      { ...slip, id: 1, kind: 'kitchen', at: placed.createdAt, ofGuest: true },
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
    [1.5, 'Must be a whole number'],
    ['1', 'Must be a number'],
    [undefined, 'This is required'],
    [100, 'At most 99'],
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
    expect(stored?.answer).toBe(first.body)
  })

  it('happens once for concurrent requests', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const responses = await Promise.all(
      [0, 1, 2].map(() => setQuantity(placed.id, soup, 1, { 'idempotency-key': 'off-2' })),
    )
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect((await fetchOrder(placed.id))?.tickets).toHaveLength(2)
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

  it('is possible again after a rejection', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const key = { 'idempotency-key': 'off-4' }
    await setStatus(placed.id, 'completed')
    expect((await setQuantity(placed.id, soup, 1, key)).statusCode).toBe(409)
    await setStatus(placed.id, 'ready')
    expect((await setQuantity(placed.id, soup, 1, key)).statusCode).toBe(200)
  })
})

describe('If-Match of a change', () => {
  const changeStatus = (id: number, status: string, version: string) =>
    server.call('PATCH', `/api/orders/${id}`, { status }, asOwner({ 'if-match': version }))

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
    await server.call('POST', `/api/orders/${id}/seen`, undefined, asOwner())
    await server.call('POST', `/api/orders/${id}/print-claim`, {}, asOwner())
    await server.call('POST', `/api/orders/${id}/prints`, { kind: 'kitchen', ticketId: 1 }, asOwner())
    expect((await fetchOrder(id))?.version).toBe(3)
    expect((await changeStatus(id, 'preparing', '"1"')).json()).toMatchObject({ status: 'preparing', version: 4 })
  })

  it('is rejected if it is not a version, and can be left out, so that the last change wins', async () => {
    const placed = await place()
    for (const header of ['*', 'W/"1"', 'abc', '']) {
      for (const response of [
        await changeStatus(placed.id, 'ready', header),
        await setQuantity(placed.id, lineIds(placed)[0], 1, { 'if-match': header }),
      ])
        expect([response.statusCode, response.json().issues]).toEqual([
          400,
          [{ path: 'If-Match', message: 'Must be the number of a version, for example 3' }],
        ])
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
