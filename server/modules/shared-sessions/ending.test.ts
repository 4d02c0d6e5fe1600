import { beforeAll, describe, expect, it } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { announcedBy } from '#server/testing/database.ts'
import { recordingLog } from '#server/testing/log.ts'
import { listenUrl, openTestSocket, Phone } from '#server/testing/phone.ts'
import { newTable, seat, seatAtNewTable, tableStatus } from '#server/testing/users.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import type { SessionOverview } from '#shared/contracts/shared-sessions.ts'
import { endExpired } from './ending.ts'

// The tests send more requests than an address may send within a minute.
const server = testServer({ guestWritesPerMinute: 0 })

let url = ''

beforeAll(async () => {
  url = await listenUrl(server.app)
})

type Method = Parameters<typeof server.call>[0]
const asOwner = (method: Method, path: string, body?: unknown) =>
  server.call(method, path, body, { headers: { cookie: server.owner } })

describe('the end of a session', () => {
  it('is after 90 minutes: every phone is notified, later changes are rejected, and the table is free', async () => {
    const table = await newTable(server)
    const [ana] = await seat(url, table.id, ['Ana'])
    server.clock.set(new Date(Date.now() + 90 * 60_000 + 1000))
    ana.add(server.soup)
    expect((await ana.frame('ERROR')).payload).toEqual({ message: 'This shared cart has ended', code: 'session_over' })
    await endExpired(server.connection.db, server.clock.now(), recordingLog().log as Log)
    expect(await tableStatus(server, table.id)).toBe('available')
    const next = await new Phone(url).join(table.id, 'Dan')
    expect(next.id).not.toBe(ana.joined.id)
    expect(await ana.complete()).toMatchObject({ status: 409, body: { code: 'session_over' } })
    server.clock.set(new Date())
  })

  it('by the restaurant is announced as such, also to a phone that comes back after its time would have been up', async () => {
    const table = await newTable(server)
    const [ana] = await seat(url, table.id, ['Ana'])
    expect((await asOwner('POST', `/api/shared-sessions/${ana.joined.id}/end`)).statusCode).toBeLessThan(300)
    const closed = { message: 'The table was closed by the restaurant', code: 'session_closed' }
    expect((await ana.frame('ERROR')).payload).toEqual(closed)
    server.clock.set(new Date(Date.now() + 91 * 60_000))
    await ana.open()
    ana.sendJoin()
    expect((await ana.frame('ERROR')).payload).toEqual(closed)
    server.clock.set(new Date())
  })

  it('can be requested by an owner, who gets the list of active sessions', async () => {
    const table = await newTable(server)
    const [ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
    ana.add(server.soup, 2)
    await dan.waitForCart({ [server.soup]: 2 })
    // Eve joined without a phone, so her session is not listed.
    await new Phone(url).join((await newTable(server)).id, 'Eve')
    const list = async () => (await asOwner('GET', '/api/shared-sessions')).json<unknown[]>()
    expect(await list()).toEqual([
      {
        ...{ id: ana.joined.id, tableId: table.id, tableNumber: table.number },
        ...{ guests: 2, unproven: 2, names: ['Ana', 'Dan'], total: 5700, minutesLeft: 90 },
      },
    ])
    expect((await asOwner('POST', `/api/shared-sessions/${ana.joined.id}/end`)).statusCode).toBe(204)
    await ana.frame('ERROR')
    await dan.frame('ERROR')
    expect(await list()).toEqual([])
    expect(await tableStatus(server, table.id)).toBe('available')
    expect((await asOwner('POST', `/api/shared-sessions/${ana.joined.id}/end`)).statusCode).toBe(204)
    expect((await asOwner('POST', `/api/shared-sessions/${'x'.repeat(24)}/end`)).statusCode).toBe(404)
  })
})

describe('leaving a session', () => {
  it("removes the participant's lines; when the last participant leaves, the session ends and the table is free", async () => {
    const table = await newTable(server)
    const [ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
    ana.add(server.soup)
    dan.add(server.pizza)
    await ana.waitForCart({ [server.soup]: 1, [server.pizza]: 1 })
    expect((await dan.leave()).status).toBe(204)
    await ana.waitForCart({ [server.soup]: 1 })
    await dan.frame('ERROR')
    expect((await dan.leave()).status).toBe(204)
    expect(await tableStatus(server, table.id)).toBe('occupied')
    await ana.leave()
    expect(await tableStatus(server, table.id)).toBe('available')
    expect((await new Phone(url).call('POST', `/api/shared-sessions/${ana.joined.id}/leave`)).status).toBe(404)
  })

  it('and joining again makes the guest the same participant, without lines', async () => {
    const table = await newTable(server)
    const [ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
    dan.add(server.pizza)
    await ana.waitForCart({ [server.pizza]: 1 })
    await dan.leave()
    await ana.waitForCart({})
    const rejoined = await dan.join(table.id, 'Dan')
    expect(rejoined.participant).toMatchObject({ id: dan.joined.participant.id, guestNumber: 2, isReady: false })
    await dan.enter()
    expect(dan.cart()).toEqual([])
  })
})

describe('leaving a session in another tab', () => {
  it.each([
    ['while it goes on', ['Ana', 'Dan']],
    ['as the last participant', ['Dan']],
  ])('%s sends the other tab session_not_found, not session_over', async (_, names) => {
    const table = await newTable(server)
    const dan = (await seat(url, table.id, names)).at(-1)
    if (!dan) throw new Error('no guests were seated')
    expect((await dan.leave()).status).toBe(204)
    expect((await dan.frame('ERROR')).payload.code).toBe('session_not_found')
    dan.add(server.soup, 1, 1)
    expect(await dan.frame('ERROR', 2)).toMatchObject({ ref: 1, payload: { code: 'session_not_found' } })
    await dan.open()
    dan.sendJoin()
    expect((await dan.frame('ERROR')).payload.code).toBe('session_not_found')
  })
})

const move = (id: string, tableId: unknown) => asOwner('POST', `/api/shared-sessions/${id}/move`, { tableId })

const placeAt = async (tableId: number) =>
  (await server.call('POST', '/api/orders', takeaway(server, { tableId }))).json<PlacedOrder>()

const fetchOrder = async (id: number) =>
  (await asOwner('GET', `/api/orders?q=%23${id}`)).json<Order[]>().find((order) => order.id === id)

const activeSessions = async () => (await asOwner('GET', '/api/shared-sessions')).json<SessionOverview[]>()

const tableStatuses = (...ids: number[]) => Promise.all(ids.map((id) => tableStatus(server, id)))

it('the total that owners read leaves out what is sold out today', async () => {
  const table = await newTable(server)
  const [ana] = await seat(url, table.id, ['Ana'])
  ana.add(server.soup, 2)
  ana.add(server.pizza)
  await ana.waitForCart({ [server.soup]: 2, [server.pizza]: 1 })
  const total = async () => (await activeSessions()).find(({ id }) => id === ana.joined.id)?.total
  expect(await total()).toBe(9900)
  await asOwner('POST', `/api/menu/${server.pizza}/sold-out`, { soldOut: true })
  expect(await total()).toBe(5700)
  await asOwner('POST', `/api/menu/${server.pizza}/sold-out`, { soldOut: false })
  expect(await total()).toBe(9900)
})

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
