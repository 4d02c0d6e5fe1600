import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listening } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { newTable, tableStatus } from '#server/testing/tables.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import { shownTickets, ticketsAfter, ticketsAfterMove } from '../printing/tickets.ts'

const server = testServer()
const asOwner = (more = {}) => ({ headers: { cookie: server.owner, ...more } })
const placeAt = async (tableId: number | null, more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, { tableId, ...more }))).json<PlacedOrder>()
const change = (id: number, body: unknown, more = {}) => server.call('PATCH', `/api/orders/${id}`, body, asOwner(more))
const ask = async (q: string) =>
  (await server.call('GET', `/api/orders?q=${encodeURIComponent(q)}`, undefined, asOwner())).json<Order[]>()
const print = (id: number, kind: string, ticketId: number) =>
  server.call('POST', `/api/orders/${id}/prints`, { kind, ticketId }, asOwner())

let url = ''
beforeAll(async () => {
  url = await listening(server.app)
})

describe('an order at another table', () => {
  it('stays the same order, says where it came from, and occupies the one table in place of the other', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const placed = await placeAt(from.id, { customerName: `Table ${from.number}`, phoneNumber: '0000000000' })
    const answer = await change(placed.id, { tableId: to.id })
    expect(answer.statusCode).toBe(200)
    const { orderToken: _, ...before } = placed
    expect(answer.json()).toEqual({
      ...before,
      tableId: to.id,
      tableNumber: to.number,
      movedFrom: from.number,
      customerName: `Table ${to.number}`,
      version: 2,
      updatedAt: expect.any(String),
    })
    expect([await tableStatus(server, from.id), await tableStatus(server, to.id)]).toEqual(['available', 'occupied'])
    expect(await ask(`Table ${to.number}`)).toEqual([answer.json()])
    expect(await ask(`Table ${from.number}`)).toEqual([])
  })

  it.each([
    ['Masa {old}', 'Masa {new}'],
    ['Table {old}', 'Table {new}'],
    ['Table {old} ', 'Table {new}'],
    ['table {old}', 'table {old}'],
    ['Table {old}1', 'Table {old}1'],
    ['Masa {old}, Ana', 'Masa {old}, Ana'],
  ])('called "%s" is then called "%s"', async (before, after) => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const filled = (text: string) => text.replace('{old}', String(from.number)).replace('{new}', String(to.number))
    const { id } = await placeAt(from.id, { customerName: filled(before), phoneNumber: '0000000000' })
    expect((await change(id, { tableId: to.id })).json().customerName).toBe(filled(after))
  })

  it('leaves a table occupied where another order is open, and takes any table, whatever its status', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const [one, two] = [await placeAt(from.id), await placeAt(from.id)]
    await server.call('PATCH', `/api/tables/${to.id}/status`, { status: 'reserved' }, asOwner())
    await change(one.id, { tableId: to.id })
    expect([await tableStatus(server, from.id), await tableStatus(server, to.id)]).toEqual(['occupied', 'occupied'])
    await change(two.id, { tableId: to.id })
    expect([await tableStatus(server, from.id), await tableStatus(server, to.id)]).toEqual(['available', 'occupied'])
  })

  it('is dine-in, when it was takeaway, and comes from nowhere', async () => {
    const to = await newTable(server)
    const { id } = await placeAt(null)
    await print(id, 'kitchen', 1)
    const moved = (await change(id, { tableId: to.id })).json<Order>()
    expect(moved).toMatchObject({ diningOption: 'dine-in', tableNumber: to.number, movedFrom: null })
    expect(moved.tickets[1]).toMatchObject({ kind: 'move', fromTable: null, toTable: to.number })
  })

  it('changes nothing where it is that table already, not even of an ended order', async () => {
    const at = await newTable(server)
    const { id } = await placeAt(at.id)
    expect((await change(id, { tableId: at.id })).json()).toMatchObject({ version: 1, movedFrom: null })
    await change(id, { status: 'completed' })
    expect((await change(id, { tableId: at.id })).json()).toMatchObject({ version: 2 })
  })

  it.each(['completed', 'cancelled'])('is refused once it is %s', async (status) => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const { id } = await placeAt(from.id)
    await change(id, { status })
    const answer = await change(id, { tableId: to.id })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'order_closed'])
    expect((await change(id, { tableId: to.id, status: 'pending' })).json().code).toBe('order_closed')
    expect(await ask(`#${id}`)).toContainEqual(expect.objectContaining({ id, status, tableId: from.id }))
    expect(await tableStatus(server, to.id)).toBe('available')
  })

  it('and of another status is one change: both, or neither', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const { id } = await placeAt(from.id)
    expect((await change(id, { tableId: to.id, status: 'ready' })).json()).toMatchObject({
      tableNumber: to.number,
      status: 'ready',
    })
    expect((await change(id, { tableId: 999_999, status: 'delivered' })).json().code).toBe('table_not_found')
    expect((await ask(`#${id}`)).find((one) => one.id === id)).toMatchObject({ status: 'ready', tableId: to.id })
    await change(id, { tableId: from.id, status: 'completed' })
    expect([await tableStatus(server, from.id), await tableStatus(server, to.id)]).toEqual(['available', 'available'])
  })

  it.each([
    [{}, 400, 'invalid_input'],
    [{ tableId: null }, 400, 'invalid_input'],
    [{ tableId: 0 }, 400, 'invalid_input'],
    [{ tableId: 1.5 }, 400, 'invalid_input'],
    [{ tableId: '5' }, 400, 'invalid_input'],
    [{ tableId: 999_999 }, 404, 'table_not_found'],
    [{ tableId: Number.MAX_SAFE_INTEGER }, 404, 'table_not_found'],
  ])('is refused with %j: %i', async (body, status, code) => {
    const { id } = await placeAt(null)
    const answer = await change(id, body)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  it('outdates what others saw, and is refused on an outdated order', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const { id } = await placeAt(from.id)
    expect((await change(id, { tableId: to.id }, { 'if-match': '"1"' })).statusCode).toBe(200)
    const late = await change(id, { tableId: from.id }, { 'if-match': '"1"' })
    expect([late.statusCode, late.json().code, late.json().order.tableId]).toEqual([409, 'order_changed', to.id])
  })

  it('is told to the boards, to the tab of the tables, and to the guest, who learns the number', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const placed = await placeAt(from.id)
    const [board, guest] = [await openTestSocket(url, { cookie: server.owner }), await openTestSocket(url)]
    const payload = { orderId: placed.id, token: placed.orderToken }
    guest.socket.send(JSON.stringify({ type: 'WATCH_ORDER', payload, ref: -placed.id }))
    const status = (tableNumber: number) => ({
      type: 'ORDER_STATUS',
      payload: expect.objectContaining({ orderId: placed.id, tableNumber }),
    })
    await guest.hears(status(from.number))
    await change(placed.id, { tableId: to.id })
    await guest.hears(status(to.number))
    const moved = { id: placed.id, tableNumber: to.number, movedFrom: from.number }
    await board.hears(
      { type: 'CHANGED', payload: { area: 'tables' } },
      { type: 'ORDER_UPDATE', payload: expect.objectContaining(moved) },
    )
    board.socket.close()
    guest.socket.close()
  })

  it('crosses others that move the other way, all at once', async () => {
    const [one, two] = [await newTable(server), await newTable(server)]
    const there = await Promise.all(Array.from({ length: 6 }, () => placeAt(one.id)))
    const back = await Promise.all(Array.from({ length: 6 }, () => placeAt(two.id)))
    const answers = await Promise.all([
      ...there.map(({ id }) => change(id, { tableId: two.id })),
      ...back.map(({ id }) => change(id, { tableId: one.id })),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  })
})

describe("the kitchen's slip", () => {
  it('is one, from the table that the kitchen knows, and none after the way back', async () => {
    const [a, b, c] = [await newTable(server), await newTable(server), await newTable(server)]
    const { id } = await placeAt(a.id)
    const slips = async (tableId: number) =>
      (await change(id, { tableId })).json<Order>().tickets.flatMap((one) => {
        return one.kind === 'move' ? [[one.id, one.fromTable, one.toTable]] : []
      })
    // The kitchen ticket is not printed yet: it will say the table itself.
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
    const claim = await server.call('POST', `/api/orders/${id}/print-claim`, {}, asOwner())
    expect(claim.json().ticketId).toBe(5)
    // A device may be printing it: what comes then is a slip of its own.
    expect(await slips(c.id)).toEqual([
      [4, b.number, a.number],
      [5, a.number, b.number],
      [6, b.number, c.number],
    ])
  })

  const now = new Date('2026-11-20T18:00:00Z')
  const move = (from: number, to: number) => (tickets: Parameters<typeof ticketsAfterMove>[0]) =>
    ticketsAfterMove(tickets, { from, to, username: 'boss', now })
  const kitchen = { id: 1, kind: 'kitchen' } as const

  it('is withdrawn where a new kitchen ticket says that the order stands', () => {
    const moved = move(3, 7)([{ ...kitchen, printedAt: now.toISOString() }])
    const cancelled = ticketsAfter(moved, { from: 'ready', to: 'cancelled', username: 'boss', now })
    const slip = cancelled.map((one) => (one.kind === 'cancellation' ? { ...one, printedAt: now.toISOString() } : one))
    const again = ticketsAfter(slip, { from: 'cancelled', to: 'ready', username: 'boss', now })
    expect(shownTickets(again).map(({ id, kind }) => [id, kind])).toEqual([
      [1, 'kitchen'],
      [3, 'cancellation'],
      [4, 'kitchen'],
    ])
  })

  it('leads the kitchen to where the order is, whatever was moved, printed and claimed in between', () => {
    const step = fc.oneof(
      fc.record({ to: fc.integer({ min: 1, max: 4 }) }),
      fc.constant('print' as const),
      fc.constant('claim' as const),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let [at, known, tickets] = [1, 0, [kitchen] as ReturnType<typeof ticketsAfterMove>]
        const next = () => shownTickets(tickets).find(({ printedAt }) => printedAt === undefined)
        const mark = (id: number, marks: object) =>
          tickets.map((ticket) => (ticket.id === id ? { ...ticket, ...marks } : ticket))
        const print = (id: number) => {
          const ticket = tickets.find((one) => one.id === id)
          if (ticket?.kind === 'move' && ticket.fromTable !== known) throw new Error('from a table it does not know')
          known = ticket?.toTable ?? at
          tickets = mark(id, { printedAt: now.toISOString() })
        }
        for (const one of steps) {
          const ticket = next()
          if (typeof one === 'object') {
            if (one.to !== at) tickets = move(at, one.to)(tickets)
            at = one.to
          } else if (ticket && one === 'print') print(ticket.id)
          else if (ticket && ticket.kind === 'move') {
            tickets = mark(ticket.id, { claimedUntil: new Date(now.getTime() + 1).toISOString() })
          }
        }
        for (let ticket = next(); ticket; ticket = next()) print(ticket.id)
        expect(known).toBe(at)
        expect(new Set(tickets.map(({ id }) => id)).size).toBe(tickets.length)
      }),
    )
  })
})
