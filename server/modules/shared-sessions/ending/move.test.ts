import { beforeAll, describe, expect, it } from 'vitest'
import { announcedBy } from '#server/testing/announced.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, Phone } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { newTable, seat, seatAtNewTable, tableStatus } from '#server/testing/tables.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import type { SessionOverview } from '#shared/contracts/shared-sessions.ts'

const server = testServer()
let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
})

type Method = Parameters<typeof server.call>[0]
const asOwner = (method: Method, path: string, body?: unknown) =>
  server.call(method, path, body, { headers: { cookie: server.owner } })
const move = (id: string, tableId: unknown) => asOwner('POST', `/api/shared-sessions/${id}/move`, { tableId })
const placeAt = async (tableId: number) =>
  (await server.call('POST', '/api/orders', takeaway(server, { tableId }))).json<PlacedOrder>()
const fetchOrder = async (id: number) =>
  (await asOwner('GET', `/api/orders?q=%23${id}`)).json<Order[]>().find((order) => order.id === id)
const activeSessions = async () => (await asOwner('GET', '/api/shared-sessions')).json<SessionOverview[]>()
const tableStatuses = (...ids: number[]) => Promise.all(ids.map((id) => tableStatus(server, id)))

describe('moving a session to another table', () => {
  it("keeps its cart, moves open orders, frees the old table, and notifies phones and owners' pages", async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const [ana, dan] = await seat(url, from.id, ['Ana', 'Dan'])
    ana.add(server.soup, 2)
    await dan.waitForCart({ [server.soup]: 2 })
    const [open, past] = [await placeAt(from.id), await placeAt(from.id)]
    await asOwner('PATCH', `/api/orders/${past.id}`, { status: 'completed' })
    const board = await openTestSocket(url, { cookie: server.owner })
    const response = await move(ana.joined.id, to.id)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        ...{ id: ana.joined.id, tableId: to.id, tableNumber: to.number },
        ...{ guests: 2, unproven: 2, names: ['Ana', 'Dan'], total: 5700, minutesLeft: 90 },
      },
    ])
    expect(await tableStatuses(from.id, to.id)).toEqual(['available', 'occupied'])
    for (const phone of [ana, dan]) {
      const payload = { timeRemaining: expect.any(Number), tableId: to.id, tableNumber: to.number }
      await phone.waitForFrame({ type: 'SESSION_INFO', payload })
    }
    expect(await fetchOrder(open.id)).toMatchObject({ tableId: to.id, tableNumber: to.number, movedFrom: from.number })
    expect(await fetchOrder(past.id)).toMatchObject({ tableId: from.id, tableNumber: from.number, movedFrom: null })
    await board.waitForFrames(
      { type: 'CHANGED', payload: { area: 'tables' } },
      { type: 'CHANGED', payload: { area: 'sessions' } },
    )
    board.socket.close()
    // A phone that reconnects gets the new table too, and the same cart.
    await dan.enter()
    expect((await dan.frame('SESSION_INFO')).payload.tableId).toBe(to.id)
    await dan.waitForCart({ [server.soup]: 2 })
    for (const phone of [ana, dan]) phone.ready()
    await dan.frame('ALL_READY')
    const placed = (await ana.complete()).body as PlacedOrder
    expect(placed).toMatchObject({ tableId: to.id, tableNumber: to.number, customerName: `Table ${to.number}` })
    for (const { id } of [open, placed]) await asOwner('PATCH', `/api/orders/${id}`, { status: 'completed' })
    expect(await tableStatuses(from.id, to.id)).toEqual(['available', 'available'])
  })

  it('makes the new table free when the session ends', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const [ana] = await seat(url, from.id, ['Ana'])
    await move(ana.joined.id, to.id)
    await ana.leave()
    expect(await tableStatuses(from.id, to.id)).toEqual(['available', 'available'])
    const [dan] = await seat(url, to.id, ['Dan'])
    await move(dan.joined.id, from.id)
    server.clock.set(new Date(Date.now() + 91 * 60_000))
    expect(await dan.complete()).toMatchObject({ status: 409 })
    server.clock.set(new Date())
    expect(await tableStatuses(from.id, to.id)).toEqual(['available', 'available'])
  })

  it('leaves the old table to new guests', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    const [ana] = await seat(url, from.id, ['Ana'])
    await move(ana.joined.id, to.id)
    const [dan] = await seat(url, from.id, ['Dan'])
    const { joined } = dan
    expect([joined.id === ana.joined.id, joined.tableNumber]).toEqual([false, from.number])
    expect(await tableStatuses(from.id, to.id)).toEqual(['occupied', 'occupied'])
  })

  it('changes nothing if it is at that table already', async () => {
    const [ana] = await seatAtNewTable(server, ['Ana'])
    const { id, tableId } = ana.joined
    const announced = await announcedBy(server, async () => {
      const response = await move(id, tableId)
      expect([response.statusCode, response.json().tableId]).toEqual([200, tableId])
    })
    expect(announced).toEqual([])
  })

  it('succeeds to a table with orders, to a reserved table, and to one whose session has no connected phone', async () => {
    const to = await newTable(server)
    await placeAt(to.id)
    const dan = new Phone(url)
    await dan.join(to.id, 'Dan')
    const [ana] = await seatAtNewTable(server, ['Ana'])
    expect((await move(ana.joined.id, to.id)).statusCode).toBe(200)
    // Dan's phone connects too late. It learns that its session has ended, and may join the other one.
    await dan.open()
    dan.sendJoin()
    expect((await dan.frame('ERROR')).payload.code).toBe('session_over')
    expect((await dan.join(to.id, 'Dan')).id).toBe(ana.joined.id)
    const reserved = await newTable(server)
    await asOwner('PATCH', `/api/tables/${reserved.id}/status`, { status: 'reserved' })
    expect((await move(ana.joined.id, reserved.id)).statusCode).toBe(200)
    // The order at the first table moved with the session.
    expect(await tableStatuses(reserved.id, to.id)).toEqual(['occupied', 'available'])
  })

  it('changes the status of neither table while no phone has connected to the session', async () => {
    const [from, to] = [await newTable(server), await newTable(server)]
    for (const { id } of [from, to]) await asOwner('PATCH', `/api/tables/${id}/status`, { status: 'reserved' })
    const dan = new Phone(url)
    await dan.join(from.id, 'Dan')
    expect((await move(dan.joined.id, to.id)).json()).toMatchObject({ tableId: to.id, guests: 0 })
    expect(await tableStatuses(from.id, to.id)).toEqual(['reserved', 'reserved'])
    await asOwner('PATCH', `/api/tables/${to.id}/status`, { status: 'occupied' })
    expect((await move(dan.joined.id, from.id)).statusCode).toBe(200)
    expect(await tableStatuses(from.id, to.id)).toEqual(['reserved', 'occupied'])
    await dan.enter()
    expect(await tableStatuses(from.id, to.id)).toEqual(['occupied', 'occupied'])
  })

  it('is rejected, and moves nothing, if the other table has a session', async () => {
    const [[ana], [dan]] = [await seatAtNewTable(server, ['Ana']), await seatAtNewTable(server, ['Dan'])]
    const { id } = await placeAt(ana.joined.tableId)
    const response = await move(ana.joined.id, dan.joined.tableId)
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'table_taken', message: 'There is already a shared cart at that table' },
    ])
    expect(await fetchOrder(id)).toMatchObject({ tableId: ana.joined.tableId, version: 1 })
    expect((await activeSessions()).filter(({ tableId }) => tableId === ana.joined.tableId)).toHaveLength(1)
  })

  it('is rejected for an unknown table or session, for invalid input and for an ended session', async () => {
    const [ana] = await seatAtNewTable(server, ['Ana'])
    const { id, tableId } = ana.joined
    const outcome = async (response: ReturnType<typeof move>) => [
      (await response).statusCode,
      (await response).json().code,
    ]
    expect(await outcome(move(id, 999_999))).toEqual([404, 'table_not_found'])
    expect(await outcome(move('x'.repeat(24), tableId))).toEqual([404, 'session_not_found'])
    expect(await outcome(move('x', tableId))).toEqual([400, 'invalid_input'])
    for (const tableId of [undefined, null, 'two', 0, -1, 1.5]) {
      expect(await outcome(move(id, tableId))).toEqual([400, 'invalid_input'])
    }
    await ana.leave()
    expect(await outcome(move(id, (await newTable(server)).id))).toEqual([409, 'session_over'])
  })
})

describe('moving a session concurrently', () => {
  const ROUNDS = Array.from({ length: 6 }, (_, i) => i)

  it('with its completion leaves session and order at the same table, which is occupied', async () => {
    for (const _ of ROUNDS) {
      const [ana] = await seatAtNewTable(server, ['Ana'])
      const [from, to] = [ana.joined.tableId, (await newTable(server)).id]
      ana.add(server.soup)
      ana.ready()
      await ana.frame('ALL_READY')
      const [moved, completed] = await Promise.all([move(ana.joined.id, to), ana.complete()])
      expect(completed.status).toBe(200)
      const [table, otherTable] = moved.statusCode === 200 ? [to, from] : [from, to]
      if (table === from) expect([moved.statusCode, moved.json().code]).toEqual([409, 'session_over'])
      expect(await fetchOrder((completed.body as PlacedOrder).id)).toMatchObject({ tableId: table })
      expect(await tableStatuses(table, otherTable)).toEqual(['occupied', 'available'])
    }
  })

  it('with a guest who joins at the other table adds the guest to the session, or is rejected', async () => {
    for (const _ of ROUNDS) {
      const [ana] = await seatAtNewTable(server, ['Ana'])
      const to = (await newTable(server)).id
      const dan = new Phone(url)
      const joinAndConnect = async () => {
        const joined = await dan.join(to, 'Dan')
        await dan.open()
        dan.sendJoin()
        await Promise.race([dan.frame('CART_ITEMS'), dan.frame('ERROR')])
        return joined
      }
      const [moved, joined] = await Promise.all([move(ana.joined.id, to), joinAndConnect()])
      // If the session without a phone was ended, its guest is notified, and then joins the moved session.
      const wasEnded = dan.framesOf('ERROR').some(({ payload }) => payload.code === 'session_over')
      if (moved.statusCode === 200) expect(wasEnded || joined.id === ana.joined.id).toBe(true)
      else expect([moved.json().code, joined.id === ana.joined.id]).toEqual(['table_taken', false])
      expect((await activeSessions()).filter(({ tableId }) => tableId === to)).toHaveLength(1)
    }
  })

  it('with a session that moves the other way is rejected for both; orders placed during a move leave no wrong table status', async () => {
    for (const _ of ROUNDS) {
      const [[ana], [dan]] = [await seatAtNewTable(server, ['Ana']), await seatAtNewTable(server, ['Dan'])]
      const [a, b, c] = [ana.joined.tableId, dan.joined.tableId, (await newTable(server)).id]
      const crossing = await Promise.all([move(ana.joined.id, b), move(dan.joined.id, a)])
      expect(crossing.map(({ statusCode }) => statusCode)).toEqual([409, 409])
      const [moved, ...placed] = await Promise.all([move(ana.joined.id, c), placeAt(a), placeAt(a), placeAt(c)])
      expect(moved.statusCode).toBe(200)
      const atOldTable = (await Promise.all(placed.map(({ id }) => fetchOrder(id)))).filter(
        (order) => order?.tableId === a,
      )
      expect(await tableStatuses(a, b, c)).toEqual([
        atOldTable.length ? 'occupied' : 'available',
        'occupied',
        'occupied',
      ])
    }
  })

  it('with the deletion of the other table succeeds, or the deletion does, but not both', async () => {
    for (const _ of ROUNDS) {
      const [ana] = await seatAtNewTable(server, ['Ana'])
      const [from, to] = [ana.joined.tableId, (await newTable(server)).id]
      const [moved, deleted] = await Promise.all([move(ana.joined.id, to), asOwner('DELETE', `/api/tables/${to}`)])
      expect([
        [200, 409],
        [404, 204],
      ]).toContainEqual([moved.statusCode, deleted.statusCode])
      const [session] = (await activeSessions()).filter(({ id }) => id === ana.joined.id)
      expect(session?.tableId).toBe(moved.statusCode === 200 ? to : from)
    }
  })
})
