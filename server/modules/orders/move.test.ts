import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { listedOrder, newTable, tableStatus } from '#server/testing/users.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { shownTickets, ticketsAfterMove, ticketsAfterStatusChange } from './tickets.ts'

const server = testServer()
const placeAt = async (tableId: number | null, more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, { tableId, ...more }))).json<PlacedOrder>()
const change = (id: number, body: unknown, more = {}) => server.asOwner('PATCH', `/api/orders/${id}`, body, more)
const findOrders = async (q: string) =>
  (await server.asOwner('GET', `/api/orders?q=${encodeURIComponent(q)}`)).json<Order[]>()
const print = (id: number, kind: string, ticketId: number) =>
  server.asOwner('POST', `/api/orders/${id}/prints`, { kind, ticketId })

describe('moving an order to another table', () => {
  it('keeps the order, stores its previous table, frees that table and occupies the new one', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const placed = await placeAt(from.id, { customerName: `Table ${from.number}`, phoneNumber: '0000000000' })
    const response = await change(placed.id, { tableId: to.id })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ...listedOrder(placed),
      tableId: to.id,
      tableNumber: to.number,
      movedFrom: from.number,
      customerName: `Table ${to.number}`,
      version: 2,
      updatedAt: expect.any(String),
    })
    expect([await tableStatus(server, from.id), await tableStatus(server, to.id)]).toEqual(['available', 'occupied'])
    expect(await findOrders(`Table ${to.number}`)).toEqual([response.json()])
    expect(await findOrders(`Table ${from.number}`)).toEqual([])
  })

  it.each([
    ['Masa {old}', 'Masa {new}'],
    ['Table {old}', 'Table {new}'],
    ['Table {old} ', 'Table {new}'],
    ['table {old}', 'table {old}'],
    ['Table {old}1', 'Table {old}1'],
    ['Masa {old}, Ana', 'Masa {old}, Ana'],
  ])('changes the customer name "%s" to "%s"', async (before, after) => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const withNumbers = (text: string) => text.replace('{old}', String(from.number)).replace('{new}', String(to.number))
    const { id } = await placeAt(from.id, { customerName: withNumbers(before), phoneNumber: '0000000000' })
    expect((await change(id, { tableId: to.id })).json().customerName).toBe(withNumbers(after))
  })

  it('makes a takeaway order dine-in, without a previous table', async () => {
    const to = await newTable(server)
    const { id } = await placeAt(null)
    await print(id, 'kitchen', 1)
    const moved = (await change(id, { tableId: to.id })).json<Order>()
    expect(moved).toMatchObject({ diningOption: 'dine-in', tableNumber: to.number, movedFrom: null })
    expect(moved.tickets[1]).toMatchObject({ kind: 'move', fromTable: null, toTable: to.number })
  })

  it('changes nothing, and is not rejected, if the order is at that table already, even if it is completed', async () => {
    const table = await newTable(server)
    const { id } = await placeAt(table.id)
    expect((await change(id, { tableId: table.id })).json()).toMatchObject({ version: 1, movedFrom: null })
    await change(id, { status: 'completed' })
    expect((await change(id, { tableId: table.id })).json()).toMatchObject({ version: 2 })
  })

  it.each(['completed', 'cancelled'])('is rejected once the order is %s', async (status) => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const { id } = await placeAt(from.id)
    await change(id, { status })
    const response = await change(id, { tableId: to.id })
    expect([response.statusCode, response.json().code]).toEqual([409, 'order_closed'])
    expect((await change(id, { tableId: to.id, status: 'pending' })).json().code).toBe('order_closed')
    expect(await findOrders(`#${id}`)).toContainEqual(expect.objectContaining({ id, status, tableId: from.id }))
    expect(await tableStatus(server, to.id)).toBe('available')
  })

  it('together with a new status changes both or neither', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const { id } = await placeAt(from.id)
    expect((await change(id, { tableId: to.id, status: 'ready' })).json()).toMatchObject({
      tableNumber: to.number,
      status: 'ready',
    })
    expect((await change(id, { tableId: 999_999, status: 'delivered' })).json().code).toBe('table_not_found')
    expect((await findOrders(`#${id}`)).find((order) => order.id === id)).toMatchObject({
      status: 'ready',
      tableId: to.id,
    })
    await change(id, { tableId: from.id, status: 'completed' })
    expect([await tableStatus(server, from.id), await tableStatus(server, to.id)]).toEqual(['available', 'available'])
  })

  it('sends the new table number to the guest', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const { id, orderToken: token } = await placeAt(from.id)
    const guest = await openTestSocket(await listenUrl(server.app))
    guest.socket.send(JSON.stringify({ type: 'WATCH_ORDER', payload: { orderId: id, token }, ref: -id }))
    for (const { number: tableNumber } of [from, to]) {
      const payload = expect.objectContaining({ orderId: id, tableNumber })
      await guest.waitForFrames({ type: 'ORDER_STATUS', payload })
      await change(id, { tableId: to.id })
    }
    guest.socket.close()
  })

  it('succeeds for orders that move in opposite directions at the same time', async () => {
    const [a, b] = [await newTable(server), await newTable(server)]
    const fromA = await Promise.all(Array.from({ length: 6 }, () => placeAt(a.id)))
    const fromB = await Promise.all(Array.from({ length: 6 }, () => placeAt(b.id)))
    const responses = await Promise.all([
      ...fromA.map(({ id }) => change(id, { tableId: b.id })),
      ...fromB.map(({ id }) => change(id, { tableId: a.id })),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
  })
})

describe('the move slip', () => {
  it('names the last printed table and the new one, replaces an unprinted slip, and disappears when the order returns', async () => {
    const [a, b, c] = [await newTable(server), await newTable(server), await newTable(server)]
    const { id } = await placeAt(a.id)
    const slips = async (tableId: number) =>
      (await change(id, { tableId })).json<Order>().tickets.flatMap((ticket) => {
        return ticket.kind === 'move' ? [[ticket.id, ticket.fromTable, ticket.toTable]] : []
      })
    // The kitchen ticket is not printed yet, and will show the new table itself.
    expect(await slips(b.id)).toEqual([])
    await print(id, 'kitchen', 1)
    expect(await slips(c.id)).toEqual([[2, b.number, c.number]])
    expect(await slips(a.id)).toEqual([[3, b.number, a.number]])
    expect(await slips(b.id)).toEqual([])
    expect(await slips(a.id)).toEqual([[4, b.number, a.number]])
    expect((await print(id, 'move', 4)).statusCode).toBe(201)
    expect(await slips(b.id)).toEqual([
      [4, b.number, a.number],
      [5, a.number, b.number],
    ])
    const claim = await server.asOwner('POST', `/api/orders/${id}/print-claim`, {})
    expect(claim.json().ticketId).toBe(5)
    // A device may be printing slip 5, so another move gets its own slip.
    expect(await slips(c.id)).toEqual([
      [4, b.number, a.number],
      [5, a.number, b.number],
      [6, b.number, c.number],
    ])
  })

  const now = new Date('2026-11-20T18:00:00Z')
  const move = (from: number, to: number) => (tickets: Parameters<typeof ticketsAfterMove>[0]) =>
    ticketsAfterMove(tickets, { from, to, username: 'boss', now })
  const kitchen = { id: 1, kind: 'kitchen', stationId: 1 } as const

  it('is withdrawn when reopening the order adds a new kitchen ticket', () => {
    const moved = move(3, 7)([{ ...kitchen, printedAt: now.toISOString() }])
    const cancelled = ticketsAfterStatusChange(moved, { from: 'ready', to: 'cancelled', username: 'boss', now })
    const printed = cancelled.map((ticket) =>
      ticket.kind === 'cancellation' ? { ...ticket, printedAt: now.toISOString() } : ticket,
    )
    const reopened = ticketsAfterStatusChange(printed, { from: 'cancelled', to: 'ready', username: 'boss', now })
    expect(shownTickets(reopened).map(({ id, kind }) => [id, kind])).toEqual([
      [1, 'kitchen'],
      [3, 'cancellation'],
      [4, 'kitchen'],
    ])
  })

  it('leads the kitchen from the table that it knows to the current one, after any sequence of moves, prints and claims', () => {
    const step = fc.oneof(
      fc.record({ to: fc.integer({ min: 1, max: 4 }) }),
      fc.constant('print' as const),
      fc.constant('claim' as const),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let [currentTable, kitchenTable, tickets] = [1, 0, [kitchen] as ReturnType<typeof ticketsAfterMove>]
        const next = () => shownTickets(tickets).find(({ printedAt }) => printedAt === undefined)
        const withMarks = (id: number, marks: object) =>
          tickets.map((ticket) => (ticket.id === id ? { ...ticket, ...marks } : ticket))
        const print = (id: number) => {
          const ticket = tickets.find((candidate) => candidate.id === id)
          if (ticket?.kind === 'move' && ticket.fromTable !== kitchenTable)
            throw new Error('the slip leads from another table')
          kitchenTable = ticket?.toTable ?? currentTable
          tickets = withMarks(id, { printedAt: now.toISOString() })
        }
        for (const action of steps) {
          const ticket = next()
          if (typeof action === 'object') {
            if (action.to !== currentTable) tickets = move(currentTable, action.to)(tickets)
            currentTable = action.to
          } else if (ticket && action === 'print') print(ticket.id)
          else if (ticket && ticket.kind === 'move') {
            tickets = withMarks(ticket.id, { claimedUntil: new Date(now.getTime() + 1).toISOString() })
          }
        }
        for (let ticket = next(); ticket; ticket = next()) print(ticket.id)
        expect(kitchenTable).toBe(currentTable)
        expect(new Set(tickets.map(({ id }) => id)).size).toBe(tickets.length)
      }),
    )
  })
})
