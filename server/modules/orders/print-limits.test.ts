import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderItems, orderPrints, orders } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { newTable, type People, signInPeople } from '#server/testing/users.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { MAX_STATIONS } from '#shared/domain/kitchen.ts'
import { MAX_LINES } from '#shared/domain/orders/cart.ts'
import type { TicketRow } from './repo.ts'

const server = testServer()
const db = () => server.connection.db
let people: People
beforeAll(async () => {
  people = await signInPeople(server)
})

const MAX_PRINTS = 50
const MAX_TICKETS = 200
const call = (person: keyof People, method: 'POST' | 'PATCH', path: string, body: unknown, headers = {}) =>
  server.call(method, `/api/orders${path}`, body, { headers: { cookie: people[person], ...headers } })
const place = async (more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, more))).json<PlacedOrder>()
const print = (id: number, kind = 'receipt', ticketId?: number) =>
  call('floor', 'POST', `/${id}/prints`, { kind, ticketId })
const prints = (id: number) => db().select().from(orderPrints).where(eq(orderPrints.orderId, id))
const ticketsOf = async (id: number) => {
  const [row] = await db().select({ tickets: orders.tickets }).from(orders).where(eq(orders.id, id))
  return row?.tickets ?? []
}

/** Gives an order printed slips until it has `count` tickets. */
async function fill(id: number, count: number, username = 'floor'): Promise<void> {
  const [at, stationId] = [new Date().toISOString(), 1]
  const first = (await ticketsOf(id)).map((ticket) => ({ ...ticket, printedAt: at }))
  const slips = Array.from({ length: count - first.length }, (_, i): TicketRow => {
    const slip = { id: first.length + i + 1, kind: 'move', stationId, at, username, printedAt: at } as const
    return { ...slip, fromTable: 9998, toTable: 9999 }
  })
  await db()
    .update(orders)
    .set({ tickets: [...first, ...slips] })
    .where(eq(orders.id, id))
}

describe('the prints of an order', () => {
  it('are never refused, and the newest are kept, also where a table’s bill is printed', async () => {
    const { id: tableId } = await newTable(server)
    const [other, { id, tickets }] = [await place(), await place({ tableId })]
    await print(other.id)
    const row = { orderId: id, kind: 'receipt', username: 'floor', at: new Date() } as const
    await db().insert(orderPrints).values(Array(MAX_PRINTS).fill(row))
    const last = await print(id, 'kitchen', tickets[0]?.id)
    expect(last.statusCode).toBe(201)
    const order = last.json<Order>()
    expect(order.prints.map(({ kind }) => kind)).toEqual([...Array(MAX_PRINTS - 1).fill('receipt'), 'kitchen'])
    expect(order.tickets[0]?.printedAt).toBe(order.prints.at(-1)?.at)
    const bill = await server.call(
      'POST',
      `/api/tables/${tableId}/prints`,
      { kind: 'bill' },
      { headers: { cookie: people.floor } },
    )
    expect(bill.statusCode).toBe(201)
    expect([(await prints(id)).length, (await prints(other.id)).length]).toEqual([MAX_PRINTS, 1])
    expect((await prints(id)).filter(({ kind }) => kind === 'bill')).toHaveLength(1)
  })
})

describe('an order that has as many tickets as it may have', () => {
  const change = (person: keyof People, id: number, body: object, path = '') =>
    call(person, 'PATCH', `/${id}${path}`, body)
  const expectRefused = async (response: ReturnType<typeof change>) => {
    const { statusCode, ...refused } = await response
    expect([statusCode, refused.json().code]).toEqual([409, 'too_many_changes'])
  }

  it('is neither moved nor reduced; it is still cooked, printed, delivered and cancelled', async () => {
    const { id: tableId } = await newTable(server)
    const placed = await place({ tableId, items: [{ menuItemId: server.soup, quantity: 9 }], total: 9 * 2850 })
    const { id } = placed
    const line = `/items/${placed.items[0]?.id}`
    await fill(id, MAX_TICKETS - 1)
    expect((await change('floor', id, { quantity: 8 }, line)).statusCode).toBe(200)
    expect(await ticketsOf(id)).toHaveLength(MAX_TICKETS)
    await expectRefused(change('floor', id, { quantity: 7 }, line))
    await expectRefused(change('floor', id, { tableId: server.table }))
    await expectRefused(change('owner', id, { status: 'preparing', tableId: server.table }))
    // Changes that add no slip are still accepted, including an unchanged quantity or table.
    expect((await change('floor', id, { quantity: 8 }, line)).statusCode).toBe(200)
    expect((await change('floor', id, { tableId })).statusCode).toBe(200)
    expect((await print(id, 'removal', MAX_TICKETS)).statusCode).toBe(201)
    for (const status of ['preparing', 'ready', 'delivered'])
      expect((await change('floor', id, { status })).statusCode).toBe(200)
    const cancelled = await change('floor', id, { status: 'cancelled' })
    expect(cancelled.json()).toMatchObject({ status: 'cancelled' })
    expect(cancelled.json<Order>().tickets.at(-1)).toMatchObject({ kind: 'cancellation', printedAt: null })
    // Otherwise the order could be cancelled again and again, each time with a slip.
    for (const status of ['pending', 'completed']) await expectRefused(change('owner', id, { status }))
    expect(await ticketsOf(id)).toHaveLength(MAX_TICKETS + 1)
  })
})

it('a frame with the largest order has at most 250 KB, and one with usual names at most 70 KB', async () => {
  const lines = Array.from({ length: MAX_LINES }, () => ({ menuItemId: server.soup, quantity: 1 }))
  const notes = 'n'.repeat(500)
  const { id } = await place({ items: lines, total: MAX_LINES * 2850, notes, tableId: server.table })
  const frameBytes = async (username: string) => {
    // The last change but one may add a slip for each of eight stations, and so may cancelling.
    await fill(id, MAX_TICKETS - 1 + 2 * MAX_STATIONS, username)
    const at = new Date()
    await db().delete(orderPrints).where(eq(orderPrints.orderId, id))
    const row = { orderId: id, kind: 'removal', ticketId: MAX_TICKETS, username, at } as const
    await db().insert(orderPrints).values(Array(MAX_PRINTS).fill(row))
    const board = await openTestSocket(await listenUrl(server.app), { cookie: people.owner })
    await print(id)
    const update = { type: 'ORDER_UPDATE', payload: expect.objectContaining({ id }) }
    await board.waitForFrames(update)
    const frame = board.receivedFrames().find(({ type }) => type === 'ORDER_UPDATE')
    board.socket.close()
    return Buffer.byteLength(JSON.stringify(frame))
  }
  expect(await frameBytes('Maria')).toBeLessThan(70_000)
  const [name, note] = ['€'.repeat(200), '€'.repeat(15)]
  await db()
    .update(orderItems)
    .set({ name, nameRo: name, notes: note, guestName: '€'.repeat(50), removedQuantity: 98, doneAt: new Date() })
    .where(eq(orderItems.orderId, id))
  await db()
    .update(orders)
    .set({ customerName: '€'.repeat(100), email: 'e'.repeat(254) })
    .where(eq(orders.id, id))
  expect(await frameBytes('€'.repeat(50))).toBeLessThan(250_000)
})
