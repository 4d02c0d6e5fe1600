import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { orders } from '#server/db/schema/index.ts'
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
  server.asOwner('POST', `/api/orders/${id}/prints`, { kind, ticketId })
const claim = (id: number, ticketId?: number) => server.asOwner('POST', `/api/orders/${id}/print-claim`, { ticketId })
const setStatus = async (id: number, status: string) =>
  (await server.asOwner('PATCH', `/api/orders/${id}`, { status })).json<Order>()
const removePizza = ({ id, items }: Order) =>
  server.asOwner('PATCH', `/api/orders/${id}/items/${items[1]?.id}`, { quantity: 0 })
const fetchOrder = async (id: number) =>
  (await server.asOwner('GET', `/api/orders?q=${id}`)).json<Order[]>().find((order) => order.id === id)
const tickets = async (id: number) =>
  (await fetchOrder(id))?.tickets.map((ticket) => [ticket.id, ticket.kind, ticket.printedAt !== null] as const)

describe('recording a print', () => {
  it('stores user and time of each print; the ticket has the time of its first print', async () => {
    const placed = await place()
    server.clock.set(new Date('2026-11-20T18:00:00Z'))
    const response = await print(placed.id, 'kitchen', 1)
    expect([response.statusCode, response.json().version]).toEqual([201, 2])
    server.clock.set(new Date('2026-11-20T18:05:00Z'))
    const copy = (await print(placed.id, 'kitchen', 1)).json<Order>()
    expect(copy.tickets).toMatchObject([{ id: 1, printedAt: '2026-11-20T18:00:00.000Z' }])
    expect(copy.prints).toEqual([
      { kind: 'kitchen', ticketId: 1, at: '2026-11-20T18:00:00.000Z', user: 'boss' },
      { kind: 'kitchen', ticketId: 1, at: '2026-11-20T18:05:00.000Z', user: 'boss' },
    ])
    expect(await fetchOrder(placed.id)).toEqual(copy)
  })

  it('stores one print per idempotency key, even if the request is repeated', async () => {
    const { id } = await place()
    const sendPrint = (key: string, kind = 'receipt') => {
      const { headers } = asOwner()
      return server.call(
        'POST',
        `/api/orders/${id}/prints`,
        { kind },
        { headers: { ...headers, 'idempotency-key': key } },
      )
    }
    const [first, repeated] = await Promise.all([sendPrint('print-1'), sendPrint('print-1')])
    expect([first.statusCode, repeated.statusCode, repeated.body]).toEqual([201, 201, first.body])
    expect((await fetchOrder(id))?.prints).toHaveLength(1)
    expect((await sendPrint('print-1', 'bill')).json().code).toBe('key_reused')
    expect((await sendPrint('print-2')).json().prints).toHaveLength(2)
  })

  it('accepts receipts and bills, without marking a ticket as printed', async () => {
    const { id } = await place()
    await print(id, 'receipt')
    const order = (await print(id, 'bill')).json<Order>()
    expect(order.prints.map(({ kind, ticketId }) => [kind, ticketId])).toEqual([
      ['receipt', null],
      ['bill', null],
    ])
    expect(order.tickets).toMatchObject([{ printedAt: null }])
  })

  it('applies to the kitchen ticket if ticketId is missing, and to no ticket for orders that are older than tickets', async () => {
    const { id } = await place()
    expect((await print(id, 'kitchen')).json()).toMatchObject({
      tickets: [{ printedAt: expect.any(String) }],
      prints: [{ ticketId: 1 }],
    })
    await server.connection.db.update(orders).set({ tickets: [] }).where(eq(orders.id, id))
    const response = await print(id, 'kitchen')
    expect([response.statusCode, response.json().prints[1].ticketId]).toEqual([201, null])
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
  ])('of kind %s for ticket %s is rejected with status %i', async (kind, ticketId, status) => {
    const placed = await place()
    await removePizza(placed)
    const response = await print(placed.id, kind, ticketId)
    expect(response.statusCode).toBe(status)
    expect((await fetchOrder(placed.id))?.prints).toEqual([])
    if (status === 400) expect(response.json().issues[0].path).toBe(kind === 'menu' ? 'kind' : 'ticketId')
  })

  it('returns 404 for an unknown order, as does claiming a ticket', async () => {
    expect([(await print(999_999, 'receipt')).statusCode, (await claim(999_999)).statusCode]).toEqual([404, 404])
  })
})

describe('the tickets of an order', () => {
  it('include a second kitchen ticket if the order is reopened after its cancellation slip was printed', async () => {
    const { id } = await place()
    await print(id, 'kitchen', 1)
    await setStatus(id, 'cancelled')
    await print(id, 'cancellation', 2)
    server.clock.set(new Date('2026-11-20T18:00:00Z'))
    expect((await setStatus(id, 'preparing')).tickets).toMatchObject([
      { id: 1, kind: 'kitchen', printedAt: expect.any(String) },
      { id: 2, kind: 'cancellation', printedAt: expect.any(String) },
      { id: 3, kind: 'kitchen', printedAt: null, at: '2026-11-20T18:00:00.000Z' },
    ])
    expect((await claim(id)).json().ticketId).toBe(3)
    expect((await print(id, 'kitchen')).json().prints.at(-1)).toMatchObject({ ticketId: 3 })
    // The first slip does not count for the second cancellation, whose own slip was never printed.
    await setStatus(id, 'cancelled')
    await setStatus(id, 'ready')
    expect(await tickets(id)).toEqual([
      [1, 'kitchen', true],
      [2, 'cancellation', true],
      [3, 'kitchen', true],
    ])
  })

  it('consist of one new kitchen ticket after the order is reopened while its cancellation slip is claimed, which may be printed', async () => {
    const { id } = await place()
    await setStatus(id, 'cancelled')
    await claim(id, 2)
    await setStatus(id, 'pending')
    expect(await tickets(id)).toEqual([[3, 'kitchen', false]])
    const reprint = await print(id, 'cancellation', 2)
    expect([reprint.statusCode, reprint.json().prints]).toMatchObject([201, [{ kind: 'cancellation', ticketId: 2 }]])
    expect(await tickets(id)).toEqual([
      [2, 'cancellation', true],
      [3, 'kitchen', false],
    ])
  })

  it('include no new kitchen ticket when a cancelled order is completed', async () => {
    const { id } = await place()
    await setStatus(id, 'cancelled')
    await print(id, 'cancellation', 2)
    await setStatus(id, 'completed')
    expect((await tickets(id))?.map(([ticketId]) => ticketId)).toEqual([1, 2])
  })

  it('never get an id that was used before, so a late print is recorded for the withdrawn slip that was printed', async () => {
    const placed = await place()
    await setStatus(placed.id, 'cancelled')
    await setStatus(placed.id, 'pending')
    await removePizza(placed)
    await setStatus(placed.id, 'cancelled')
    expect((await tickets(placed.id))?.map(([id, kind]) => [id, kind])).toEqual([
      [1, 'kitchen'],
      [3, 'removal'],
      [4, 'cancellation'],
    ])
    expect((await print(placed.id, 'cancellation', 2)).statusCode).toBe(201)
    expect((await tickets(placed.id))?.filter(([, , isPrinted]) => isPrinted)).toEqual([[2, 'cancellation', true]])
  })

  it('still include the removal slips after the order is cancelled and reopened', async () => {
    const placed = await place()
    await removePizza(placed)
    await setStatus(placed.id, 'cancelled')
    await setStatus(placed.id, 'pending')
    expect(await tickets(placed.id)).toEqual([
      [1, 'kitchen', false],
      [2, 'removal', false],
    ])
  })
})

describe('claiming a ticket', () => {
  it('blocks other claims for one minute, and all claims once the ticket is printed', async () => {
    const { id } = await place()
    server.clock.set(new Date('2026-11-20T18:00:00Z'))
    const first = await claim(id, 1)
    expect([first.statusCode, first.json()]).toEqual([200, { ticketId: 1, until: '2026-11-20T18:01:00.000Z' }])
    for (const repeated of [await claim(id, 1), await claim(id)])
      expect([repeated.statusCode, repeated.json().code]).toEqual([409, 'claimed'])
    server.clock.set(new Date('2026-11-20T18:00:59.999Z'))
    expect((await claim(id, 1)).json().code).toBe('claimed')
    server.clock.set(new Date('2026-11-20T18:01:00Z'))
    expect((await claim(id, 1)).json().until).toBe('2026-11-20T18:02:00.000Z')
    await print(id, 'kitchen', 1)
    server.clock.set(new Date('2026-12-20T18:00:00Z'))
    for (const response of [await claim(id, 1), await claim(id)])
      expect([response.statusCode, response.json().code]).toEqual([409, 'printed'])
  })

  it('without a ticketId claims the oldest ticket that is neither printed nor claimed', async () => {
    const placed = await place()
    await removePizza(placed)
    expect([(await claim(placed.id)).json().ticketId, (await claim(placed.id)).json().ticketId]).toEqual([1, 2])
    expect((await claim(placed.id)).json().code).toBe('claimed')
    expect((await claim(placed.id, 4)).statusCode).toBe(404)
  })

  it('is possible only for tickets that the kitchen needs: of a cancelled order, only the cancellation slip', async () => {
    const placed = await place()
    await removePizza(placed)
    await setStatus(placed.id, 'cancelled')
    for (const ticketId of [1, 2]) expect((await claim(placed.id, ticketId)).json().code).toBe('nothing_to_print')
    expect((await claim(placed.id)).json().ticketId).toBe(3)
    await setStatus(placed.id, 'pending')
    const stale = await claim(placed.id, 3)
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'nothing_to_print'])
    await setStatus(placed.id, 'completed')
    expect((await claim(placed.id)).json().code).toBe('nothing_to_print')
  })

  it('succeeds for exactly one of several concurrent requests', async () => {
    const placed = await place()
    const responses = await Promise.all(Array.from({ length: 8 }, (_, i) => claim(placed.id, i % 2 ? 1 : undefined)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    await removePizza(placed)
    await print(placed.id, 'kitchen', 1)
    const oldest = await Promise.all(Array.from({ length: 5 }, () => claim(placed.id)))
    expect(oldest.map((response) => response.json().ticketId ?? response.json().code).sort()).toEqual([
      2,
      ...Array(4).fill('claimed'),
    ])
  })

  it('changes neither the order nor its version', async () => {
    const { id } = await place()
    const before = await fetchOrder(id)
    await claim(id)
    expect(await fetchOrder(id)).toEqual(before)
  })
})
