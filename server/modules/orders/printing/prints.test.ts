import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { orderPrints, orders } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer()
afterEach(() => server.clock.set(new Date()))

const place = async () =>
  (
    await server.call(
      'POST',
      '/api/orders',
      takeaway(server, {
        items: [
          { menuItemId: server.soup, quantity: 2 },
          { menuItemId: server.pizza, quantity: 1 },
        ],
        total: 2 * 2850 + 4200,
      }),
    )
  ).json<PlacedOrder>()
const asOwner = () => ({ headers: { cookie: server.owner } })
const print = (id: number, kind: string, ticketId?: number) =>
  server.call('POST', `/api/orders/${id}/prints`, { kind, ticketId }, asOwner())
const claim = (id: number, ticketId?: number) =>
  server.call('POST', `/api/orders/${id}/print-claim`, { ticketId }, asOwner())
const move = async (id: number, status: string) =>
  (await server.call('PATCH', `/api/orders/${id}`, { status }, asOwner())).json<Order>()
const takeOff = ({ id, items }: Order) =>
  server.call('PATCH', `/api/orders/${id}/items/${items[1]?.id}`, { quantity: 0 }, asOwner())
const ask = async (id: number) =>
  (await server.call('GET', `/api/orders?q=${id}`, undefined, asOwner())).json<Order[]>().find((one) => one.id === id)
const tickets = async (id: number) =>
  (await ask(id))?.tickets.map((one) => [one.id, one.kind, one.printedAt !== null] as const)

describe('what was printed', () => {
  it('is kept with who and when, and the ticket counts as printed from the first time on', async () => {
    const placed = await place()
    server.clock.set(new Date('2026-11-20T18:00:00Z'))
    const answer = await print(placed.id, 'kitchen', 1)
    expect([answer.statusCode, answer.json().version]).toEqual([201, 2])
    server.clock.set(new Date('2026-11-20T18:05:00Z'))
    const copy = (await print(placed.id, 'kitchen', 1)).json<Order>()
    expect(copy.tickets).toMatchObject([{ id: 1, printedAt: '2026-11-20T18:00:00.000Z' }])
    expect(copy.prints).toEqual([
      { kind: 'kitchen', ticketId: 1, at: '2026-11-20T18:00:00.000Z', user: 'boss' },
      { kind: 'kitchen', ticketId: 1, at: '2026-11-20T18:05:00.000Z', user: 'boss' },
    ])
    expect(await ask(placed.id)).toEqual(copy)
  })

  it('is kept once under its key, however often it is told', async () => {
    const { id } = await place()
    const tell = (key: string, kind = 'receipt') => {
      const { headers } = asOwner()
      return server.call(
        'POST',
        `/api/orders/${id}/prints`,
        { kind },
        { headers: { ...headers, 'idempotency-key': key } },
      )
    }
    const [first, again] = await Promise.all([tell('print-1'), tell('print-1')])
    expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body])
    expect((await ask(id))?.prints).toHaveLength(1)
    expect((await tell('print-1', 'bill')).json().code).toBe('key_reused')
    expect((await tell('print-2')).json().prints).toHaveLength(2)
  })

  it('may be a receipt or a bill, which are no tickets', async () => {
    const { id } = await place()
    await print(id, 'receipt')
    const order = (await print(id, 'bill')).json<Order>()
    expect(order.prints.map(({ kind, ticketId }) => [kind, ticketId])).toEqual([
      ['receipt', null],
      ['bill', null],
    ])
    expect(order.tickets).toMatchObject([{ printedAt: null }])
  })

  it('without a number is the order’s kitchen ticket, also of orders that are older than tickets', async () => {
    const { id } = await place()
    expect((await print(id, 'kitchen')).json()).toMatchObject({
      tickets: [{ printedAt: expect.any(String) }],
      prints: [{ ticketId: 1 }],
    })
    await server.connection.db.update(orders).set({ tickets: [] }).where(eq(orders.id, id))
    const old = await print(id, 'kitchen')
    expect([old.statusCode, old.json().prints[1].ticketId]).toEqual([201, null])
  })

  it.each([
    ['removal', 1, 400],
    ['kitchen', 2, 400],
    ['cancellation', 2, 400],
    ['removal', undefined, 400],
    ['cancellation', undefined, 400],
    ['receipt', 1, 400],
    ['bill', 2, 400],
    ['menu', undefined, 400],
    ['removal', 3, 404],
    ['kitchen', 0, 400],
  ])('is no %s of ticket %s: %i', async (kind, ticketId, status) => {
    const placed = await place()
    await takeOff(placed)
    const answer = await print(placed.id, kind, ticketId)
    expect(answer.statusCode).toBe(status)
    expect((await ask(placed.id))?.prints).toEqual([])
    if (status === 400) expect(answer.json().issues[0].path).toBe(kind === 'menu' ? 'kind' : 'ticketId')
  })

  it('is of an order that is there', async () => {
    expect([(await print(999_999, 'receipt')).statusCode, (await claim(999_999)).statusCode]).toEqual([404, 404])
  })
})

describe('the tickets of an order', () => {
  it('have a slip for a cancellation, which goes with it', async () => {
    const { id } = await place()
    await move(id, 'cancelled')
    expect(await tickets(id)).toEqual([
      [1, 'kitchen', false],
      [2, 'cancellation', false],
    ])
    await move(id, 'preparing')
    expect(await tickets(id)).toEqual([[1, 'kitchen', false]])
  })

  it('tell the kitchen anew of an order that is taken back after the slip of its cancellation was printed', async () => {
    const { id } = await place()
    await print(id, 'kitchen', 1)
    await move(id, 'cancelled')
    await print(id, 'cancellation', 2)
    server.clock.set(new Date('2026-11-20T18:00:00Z'))
    expect((await move(id, 'preparing')).tickets).toMatchObject([
      { id: 1, kind: 'kitchen', printedAt: expect.any(String) },
      { id: 2, kind: 'cancellation', printedAt: expect.any(String) },
      { id: 3, kind: 'kitchen', printedAt: null, at: '2026-11-20T18:00:00.000Z' },
    ])
    expect((await claim(id)).json().ticketId).toBe(3)
    expect((await print(id, 'kitchen')).json().prints.at(-1)).toMatchObject({ ticketId: 3 })
    // The slip of before tells nothing of the next cancellation, whose own nobody has seen.
    await move(id, 'cancelled')
    await move(id, 'ready')
    expect(await tickets(id)).toEqual([
      [1, 'kitchen', true],
      [2, 'cancellation', true],
      [3, 'kitchen', true],
    ])
  })

  it('tell it anew also while a device may be printing that slip, in place of what waited', async () => {
    const { id } = await place()
    await move(id, 'cancelled')
    await claim(id, 2)
    await move(id, 'pending')
    expect(await tickets(id)).toEqual([[3, 'kitchen', false]])
    const late = await print(id, 'cancellation', 2)
    expect([late.statusCode, late.json().prints]).toMatchObject([201, [{ kind: 'cancellation', ticketId: 2 }]])
    expect(await tickets(id)).toEqual([
      [2, 'cancellation', true],
      [3, 'kitchen', false],
    ])
  })

  it('tell it nothing of an order that ends in another way', async () => {
    const { id } = await place()
    await move(id, 'cancelled')
    await print(id, 'cancellation', 2)
    await move(id, 'completed')
    expect((await tickets(id))?.map(([number]) => number)).toEqual([1, 2])
  })

  it('have numbers that never come back, so that a late print is of what was printed', async () => {
    const placed = await place()
    await move(placed.id, 'cancelled')
    await move(placed.id, 'pending')
    await takeOff(placed)
    await move(placed.id, 'cancelled')
    expect((await tickets(placed.id))?.map(([id, kind]) => [id, kind])).toEqual([
      [1, 'kitchen'],
      [3, 'removal'],
      [4, 'cancellation'],
    ])
    expect((await print(placed.id, 'cancellation', 2)).statusCode).toBe(201)
    expect((await tickets(placed.id))?.filter(([, , isPrinted]) => isPrinted)).toEqual([[2, 'cancellation', true]])
  })

  it('keep the slips of what was taken off, whatever becomes of the order', async () => {
    const placed = await place()
    await takeOff(placed)
    await move(placed.id, 'cancelled')
    await move(placed.id, 'pending')
    expect(await tickets(placed.id)).toEqual([
      [1, 'kitchen', false],
      [2, 'removal', false],
    ])
  })
})

describe('a claim', () => {
  it('is one device’s for a minute, and then anybody’s', async () => {
    const { id } = await place()
    server.clock.set(new Date('2026-11-20T18:00:00Z'))
    const first = await claim(id, 1)
    expect([first.statusCode, first.json()]).toEqual([200, { ticketId: 1, until: '2026-11-20T18:01:00.000Z' }])
    for (const again of [await claim(id, 1), await claim(id)])
      expect([again.statusCode, again.json().code]).toEqual([409, 'claimed'])
    server.clock.set(new Date('2026-11-20T18:00:59.999Z'))
    expect((await claim(id, 1)).json().code).toBe('claimed')
    server.clock.set(new Date('2026-11-20T18:01:00Z'))
    expect((await claim(id, 1)).json().until).toBe('2026-11-20T18:02:00.000Z')
    await print(id, 'kitchen', 1)
    server.clock.set(new Date('2026-12-20T18:00:00Z'))
    for (const late of [await claim(id, 1), await claim(id)])
      expect([late.statusCode, late.json().code]).toEqual([409, 'printed'])
  })

  it('of no ticket in particular is of the oldest that is neither printed nor claimed', async () => {
    const placed = await place()
    await takeOff(placed)
    expect([(await claim(placed.id)).json().ticketId, (await claim(placed.id)).json().ticketId]).toEqual([1, 2])
    expect((await claim(placed.id)).json().code).toBe('claimed')
    expect((await claim(placed.id, 4)).statusCode).toBe(404)
  })

  it('is of what the kitchen still needs: of a cancelled order only that it was', async () => {
    const placed = await place()
    await takeOff(placed)
    await move(placed.id, 'cancelled')
    for (const ticketId of [1, 2]) expect((await claim(placed.id, ticketId)).json().code).toBe('nothing_to_print')
    expect((await claim(placed.id)).json().ticketId).toBe(3)
    await move(placed.id, 'pending')
    const stale = await claim(placed.id, 3)
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'nothing_to_print'])
    await move(placed.id, 'completed')
    expect((await claim(placed.id)).json().code).toBe('nothing_to_print')
  })

  it('asked for by many at once is given to one', async () => {
    const placed = await place()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => claim(placed.id, i % 2 ? 1 : undefined)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    await takeOff(placed)
    await print(placed.id, 'kitchen', 1)
    const oldest = await Promise.all(Array.from({ length: 5 }, () => claim(placed.id)))
    expect(oldest.map((answer) => answer.json().ticketId ?? answer.json().code).sort()).toEqual([
      2,
      ...Array(4).fill('claimed'),
    ])
  })

  it('shows nowhere: no new version, and nothing of it in the order', async () => {
    const { id } = await place()
    const before = await ask(id)
    await claim(id)
    expect(await ask(id)).toEqual(before)
  })
})

it('what was printed goes with its order', async () => {
  const { id } = await place()
  await print(id, 'receipt')
  await server.connection.db.delete(orders).where(eq(orders.id, id))
  const left = and(eq(orderPrints.orderId, id), eq(orderPrints.kind, 'receipt'))
  expect(await server.connection.db.$count(orderPrints, left)).toBe(0)
})
