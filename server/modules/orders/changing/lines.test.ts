import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { customers, idempotencyKeys } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { Order, PlacedOrder, Summary } from '#shared/contracts/orders.ts'

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
const lower = (id: number, itemId: number, quantity: unknown, headers = {}) =>
  server.call('PATCH', `/api/orders/${id}/items/${itemId}`, { quantity }, asOwner(headers))
const move = async (id: number, status: string) =>
  (await server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())).json<Order>()
const ask = async (id: number) =>
  (await server.call('GET', `/api/orders?q=${id}`, undefined, asOwner())).json<Order[]>().find((one) => one.id === id)
const lineIds = ({ items }: Order): [soup: number, pizza: number] => [items[0]?.id ?? 0, items[1]?.id ?? 0]
const quantities = ({ items }: Order) => items.map(({ quantity, removedQuantity }) => [quantity, removedQuantity])
const summary = async () => (await server.call('GET', '/api/summary', undefined, asOwner())).json<Summary>()

describe('taking a line off', () => {
  it('keeps what was taken, step by step, and lowers the total; each step has its slip', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const one = await lower(placed.id, soup, 1)
    expect(one.statusCode).toBe(200)
    expect([quantities(one.json()), one.json().total, one.json().version]).toEqual([
      [
        [1, 2],
        [1, 0],
      ],
      2850 + 4200,
      2,
    ])
    const none = (await lower(placed.id, soup, 0)).json<Order>()
    expect([quantities(none), none.total, none.version]).toEqual([
      [
        [0, 3],
        [1, 0],
      ],
      4200,
      3,
    ])
    const at = expect.any(String)
    const slip = { itemId: null, quantity: null, fromTable: null, toTable: null, printedAt: null }
    expect(none.tickets).toEqual([
      { ...slip, id: 1, kind: 'kitchen', at: placed.createdAt },
      { ...slip, id: 2, kind: 'removal', at, itemId: soup, quantity: 2 },
      { ...slip, id: 3, kind: 'removal', at, itemId: soup, quantity: 1 },
    ])
    // A line of which nothing is left stays in the list.
    expect(await ask(placed.id)).toEqual(none)
  })

  it('with the same quantity changes nothing', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const answer = await lower(placed.id, soup, 3)
    expect([answer.statusCode, answer.json()]).toEqual([200, await ask(placed.id)])
    expect(answer.json().version).toBe(1)
  })

  it.each([
    [4, 'At most 3'],
    [-1, 'At least 0'],
    [1.5, 'Must be a whole number'],
    ['1', 'Must be a number'],
    [undefined, 'This is required'],
    [100, 'At most 99'],
  ])('never to %j', async (quantity, message) => {
    const placed = await place()
    const answer = await lower(placed.id, lineIds(placed)[0], quantity)
    expect([answer.statusCode, answer.json().issues]).toEqual([400, [{ path: 'quantity', message }]])
    expect((await ask(placed.id))?.version).toBe(1)
  })

  it('is for a line of this order alone', async () => {
    const [mine, theirs] = [await place(), await place()]
    for (const [id, itemId] of [
      [mine.id, lineIds(theirs)[0]],
      [mine.id, 999_999_999],
      [999_999, lineIds(mine)[0]],
    ] as const)
      expect((await lower(id, itemId, 0)).json().code).toBe('not_found')
    expect((await ask(theirs.id))?.version).toBe(1)
  })

  it('stops at the last line that has any left', async () => {
    const placed = await place()
    const [soup, pizza] = lineIds(placed)
    await lower(placed.id, pizza, 0)
    const refused = await lower(placed.id, soup, 0)
    expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([
      409,
      'last_line',
      'This is the last dish of the order: cancel the order instead',
    ])
    expect((await lower(placed.id, soup, 1)).json().total).toBe(2850)
    // Two at once, each of which would leave the other's: one line stays.
    const other = await place()
    const answers = await Promise.all(lineIds(other).map((itemId) => lower(other.id, itemId, 0)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it.each(['completed', 'cancelled'])('is over with a %s order', async (status) => {
    const placed = await place()
    await move(placed.id, status)
    for (const quantity of [0, 2, 3]) {
      const answer = await lower(placed.id, lineIds(placed)[0], quantity)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'order_closed'])
    }
  })

  it('counts for customer and summary, also when the order is cancelled and taken back', async () => {
    const placed = await place({ phoneNumber: '0745 222 333' })
    const spent = async () => {
      const [row] = await server.connection.db.select().from(customers).where(eq(customers.phoneNumber, '40745222333'))
      return [row?.orderCount, row?.totalSpent]
    }
    const sum = async () => {
      const { averageOrderValue, totalOrders } = await summary()
      return averageOrderValue * totalOrders
    }
    const before = await sum()
    await lower(placed.id, lineIds(placed)[0], 1)
    expect(await spent()).toEqual([1, 2850 + 4200])
    // The mean is rounded, so the sum may be off by half a unit for each order.
    expect(Math.abs((await sum()) - before + 2 * 2850)).toBeLessThan((await summary()).totalOrders)
    await move(placed.id, 'cancelled')
    expect(await spent()).toEqual([0, 0])
    await move(placed.id, 'pending')
    expect(await spent()).toEqual([1, 2850 + 4200])
  })
})

describe('a change of a line under a key', () => {
  it('is made once: the answer of its moment comes again, whatever happened since', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const key = { 'idempotency-key': 'off-1', 'if-match': '"1"' }
    const first = await lower(placed.id, soup, 2, key)
    await lower(placed.id, soup, 1)
    await move(placed.id, 'completed')
    const again = await lower(placed.id, soup, 2, key)
    expect([again.statusCode, again.body]).toEqual([200, first.body])
    const [stored] = await server.connection.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.orderId, placed.id))
    expect(stored?.answer).toBe(first.body)
  })

  it('asked for twice at once is one removal', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const answers = await Promise.all([0, 1, 2].map(() => lower(placed.id, soup, 1, { 'idempotency-key': 'off-2' })))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect((await ask(placed.id))?.tickets).toHaveLength(2)
  })

  it('is refused for another quantity, line or order, and apart from the keys of orders', async () => {
    const placed = await place()
    const [soup, pizza] = lineIds(placed)
    const key = { 'idempotency-key': 'off-3' }
    await server.call('POST', '/api/orders', twoLines(), { headers: key })
    expect((await lower(placed.id, soup, 1, key)).statusCode).toBe(200)
    expect((await lower(placed.id, soup, 0, key)).json().code).toBe('key_reused')
    expect((await lower(placed.id, pizza, 1, key)).json().code).toBe('key_reused')
  })

  it('that was refused is judged anew', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    const key = { 'idempotency-key': 'off-4' }
    await move(placed.id, 'completed')
    expect((await lower(placed.id, soup, 1, key)).statusCode).toBe(409)
    await move(placed.id, 'ready')
    expect((await lower(placed.id, soup, 1, key)).statusCode).toBe(200)
  })
})

describe('If-Match', () => {
  const setStatus = (id: number, status: string, version: string) =>
    server.call('PATCH', `/api/orders/${id}`, { status }, asOwner({ 'if-match': version }))

  it('refuses a change that was made on an outdated order, and shows the order as it is', async () => {
    const placed = await place()
    const [soup] = lineIds(placed)
    expect((await setStatus(placed.id, 'preparing', '"1"')).statusCode).toBe(200)
    for (const answer of [
      await setStatus(placed.id, 'ready', '1'),
      // Though it asks for nothing new, it was made on another order.
      await setStatus(placed.id, 'preparing', '"1"'),
      await lower(placed.id, soup, 1, { 'if-match': '1' }),
    ]) {
      expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
        409,
        'order_changed',
        'Somebody else has changed this order',
      ])
      expect(answer.json().order).toEqual(await ask(placed.id))
    }
    expect((await lower(placed.id, soup, 1, { 'if-match': '2' })).statusCode).toBe(200)
    expect((await setStatus(placed.id, 'ready', '2')).json().code).toBe('order_changed')
    expect((await setStatus(placed.id, 'ready', '"3"')).json().status).toBe('ready')
  })

  it('is not outdated by marks of seen, prints and claims', async () => {
    const { id } = await place()
    await server.call('POST', `/api/orders/${id}/seen`, undefined, asOwner())
    await server.call('POST', `/api/orders/${id}/print-claim`, {}, asOwner())
    await server.call('POST', `/api/orders/${id}/prints`, { kind: 'kitchen', ticketId: 1 }, asOwner())
    expect((await ask(id))?.version).toBe(3)
    expect((await setStatus(id, 'preparing', '"1"')).json()).toMatchObject({ status: 'preparing', version: 4 })
  })

  it('of anything but a version is refused, and without it the last change wins', async () => {
    const placed = await place()
    for (const sent of ['*', 'W/"1"', 'abc', '']) {
      for (const answer of [
        await setStatus(placed.id, 'ready', sent),
        await lower(placed.id, lineIds(placed)[0], 1, { 'if-match': sent }),
      ])
        expect([answer.statusCode, answer.json().issues]).toEqual([
          400,
          [{ path: 'If-Match', message: 'Must be the number of a version, for example 3' }],
        ])
    }
    expect((await move(placed.id, 'ready')).status).toBe('ready')
    expect((await move(placed.id, 'pending')).status).toBe('pending')
  })

  it('lets one of many at once through', async () => {
    const { id } = await place()
    const answers = await Promise.all(
      ['preparing', 'ready', 'delivered', 'cancelled'].map((status) => setStatus(id, status, '"1"')),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  })
})
