import { describe, expect, it } from 'vitest'
import { listedOrder } from '#server/testing/orders.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { newTable, seat } from '#server/testing/tables.ts'
import { ANY_KEY, orderUpdate, tablesFixture } from './fixtures/tables.ts'

const { allTables, asOwner, changeOrder, edit, fetchOrder, freeNumber, placeAt, server, url } = tablesFixture()

describe('changing the number of a table', () => {
  it('changes it in open orders, in names that only name the table, and on the phones at the table', async () => {
    const [table, to] = [await newTable(server), freeNumber()]
    const input = { customerName: `Masa ${table.number}`, phoneNumber: '0000000000' }
    const [open, past] = [await placeAt(table.id, input), await placeAt(table.id, input)]
    const withName = await placeAt(table.id)
    await changeOrder(past.id, { status: 'completed' })
    const [ana] = await seat(url(), table.id, ['Ana'])
    const board = await openTestSocket(url(), { cookie: server.owner })
    const response = await edit(table.id, { number: to })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { id: table.id, number: to, label: null, capacity: 4, status: 'occupied', key: ANY_KEY },
    ])
    expect(await fetchOrder(open.id)).toEqual({
      ...listedOrder(open),
      tableNumber: to,
      customerName: `Masa ${to}`,
      version: 2,
      updatedAt: expect.any(String),
    })
    expect(await fetchOrder(withName.id)).toMatchObject({ tableNumber: to, customerName: 'Ana Pop', version: 2 })
    expect(await fetchOrder(past.id)).toMatchObject({ tableNumber: table.number, customerName: `Masa ${table.number}` })
    await ana.waitForFrame({
      type: 'SESSION_INFO',
      payload: expect.objectContaining({ tableId: table.id, tableNumber: to }),
    })
    await board.waitForFrames(
      { type: 'CHANGED', payload: { area: 'tables' } },
      { type: 'CHANGED', payload: { area: 'sessions' } },
      ...[open.id, withName.id].map((id) => orderUpdate({ id, tableNumber: to })),
    )
    board.socket.close()
    const outdated = await asOwner('PATCH', `/api/orders/${open.id}`, { status: 'ready' }, { 'if-match': '1' })
    expect(outdated.json().code).toBe('order_changed')
  })

  it('is rejected without any change for a number that another table has; its own number is accepted', async () => {
    const [table, other] = [await newTable(server), await newTable(server)]
    const order = await placeAt(table.id)
    const response = await edit(table.id, { number: other.number, capacity: 9 })
    expect([response.statusCode, response.json().code]).toEqual([409, 'table_number_taken'])
    expect(await fetchOrder(order.id)).toMatchObject({ tableNumber: table.number, version: 1 })
    expect((await edit(table.id, { number: table.number, capacity: 9 })).json()).toMatchObject({ capacity: 9 })
    expect((await edit(table.id, { capacity: 7 })).json()).toMatchObject({ number: table.number, capacity: 7 })
    expect(await fetchOrder(order.id)).toMatchObject({ version: 1 })
  })

  it('changes it on move slips that are not printed yet', async () => {
    const [from, to, renumbered] = [await newTable(server), await newTable(server), freeNumber()]
    const { id } = await placeAt(from.id)
    await asOwner('POST', `/api/orders/${id}/prints`, { kind: 'kitchen', ticketId: 1 })
    await changeOrder(id, { tableId: to.id })
    await edit(to.id, { number: renumbered })
    expect((await fetchOrder(id))?.tickets[1]).toMatchObject({ fromTable: from.number, toTable: renumbered })
  })

  it('leaves no order with the old number, even if guests order at the same time', async () => {
    const { id } = await newTable(server)
    const numbers = Array.from({ length: 5 }, freeNumber)
    const [placed] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => placeAt(id))),
      (async () => {
        for (const to of numbers) await edit(id, { number: to })
      })(),
    ])
    const after = await Promise.all(placed.map((order) => fetchOrder(order.id)))
    const current = (await allTables()).find((table) => table.id === id)?.number
    expect(new Set(after.map((order) => order?.tableNumber))).toEqual(new Set([current]))
  })
})
