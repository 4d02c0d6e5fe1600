import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { listenUrl, Phone } from '#server/testing/phone.ts'
import { newTable, seat } from '#server/testing/users.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

// The tests send more requests than an address may send within a minute.
const server = testServer({ guestWritesPerMinute: 0 })
let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
})

describe('the bill of a shared session', () => {
  let table = { id: 0, number: 0 }
  let ana: Phone
  let dan: Phone

  beforeEach(async () => {
    table = await newTable(server)
    ;[ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
  })

  const billOf = (phone: Phone) => phone.call('GET', `/api/shared-sessions/${phone.joined.id}/bill`)
  const NOTHING = { status: 200, body: { guests: [], total: 0 } }
  const NOT_FOUND = { status: 404, body: { code: 'session_not_found' } }
  const change = (id: number, body: object) =>
    server.call('PATCH', `/api/orders/${id}`, body, { headers: { cookie: server.owner } })

  /** Sends an order for the table from a phone that is not in the session. */
  async function orderAlone(quantity = 1): Promise<Order> {
    const response = await server.call('POST', '/api/orders', {
      items: [{ menuItemId: server.soup, quantity }],
      total: 2850 * quantity,
      tableId: table.id,
      customerName: `Table ${table.number}`,
      phoneNumber: '0000000000',
    })
    expect(response.statusCode).toBe(201)
    return response.json()
  }

  async function orderTogether(): Promise<PlacedOrder> {
    ana.add(server.soup, 2)
    dan.add(server.pizza)
    await ana.waitForCart({ [server.soup]: 2, [server.pizza]: 1 })
    ana.ready()
    dan.ready()
    await ana.frame('ALL_READY')
    return (await ana.complete()).body as PlacedOrder
  }

  const BY_GUEST = [
    { guestName: 'Ana', total: 5700 },
    { guestName: 'Dan', total: 4200 },
  ]

  it('has what each guest pays, and last what nobody is named for', async () => {
    expect(await billOf(ana)).toEqual(NOTHING)
    await orderAlone()
    expect((await billOf(dan)).body).toEqual({ guests: [{ guestName: null, total: 2850 }], total: 2850 })
    await orderTogether()
    const bill = { status: 200, body: { guests: [...BY_GUEST, { guestName: null, total: 2850 }], total: 12750 } }
    expect([await billOf(ana), await billOf(dan)]).toEqual([bill, bill])
  })

  it('has open orders alone, and none from before the session', async () => {
    const closed = await orderAlone()
    await change(closed.id, { status: 'completed' })
    expect(await billOf(ana)).toEqual(NOTHING)
    await orderAlone(3)
    // Leaving cancels the session; the next one begins later.
    for (const phone of [ana, dan]) await phone.leave()
    await new Promise((resolve) => setTimeout(resolve, 5))
    const [eva] = await seat(url, table.id, ['Eva'])
    expect(await billOf(eva)).toEqual(NOTHING)
  })

  it('follows the session’s order to another table, and is empty once that order is closed', async () => {
    const { id } = await orderTogether()
    const other = await newTable(server)
    expect((await change(id, { tableId: other.id })).statusCode).toBe(200)
    expect((await billOf(ana)).body).toEqual({ guests: BY_GUEST, total: 9900 })
    await change(id, { status: 'completed' })
    table = other
    // This order is placed by the next guests.
    await orderAlone()
    expect(await billOf(ana)).toEqual(NOTHING)
  })

  it('is for participants whose phone has connected, and no others', async () => {
    await orderAlone()
    const eve = new Phone(url)
    eve.joined = ana.joined
    expect(await billOf(eve)).toMatchObject(NOT_FOUND)
    // This guest joined, but never connected.
    await eve.join(table.id, 'Eve')
    expect(await billOf(eve)).toMatchObject(NOT_FOUND)
    await eve.enter()
    expect((await billOf(eve)).status).toBe(200)
    await eve.leave()
    expect(await billOf(eve)).toMatchObject(NOT_FOUND)
    for (const phone of [ana, dan]) await phone.leave()
    expect(await billOf(ana)).toMatchObject(NOT_FOUND)
  })

  it('is refused for a session that ended without an order', async () => {
    await server.call('POST', `/api/shared-sessions/${ana.joined.id}/end`, undefined, {
      headers: { cookie: server.owner },
    })
    expect(await billOf(ana)).toMatchObject({ status: 409, body: { code: 'session_over' } })
  })
})
