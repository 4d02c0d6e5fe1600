import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { orderStatusChanges, orders, tables } from '#server/db/schema/index.ts'
import { announcedBy } from '#server/testing/announced.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listening, Phone } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { newTable, seat, tableStatus } from '#server/testing/tables.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'

const server = testServer()
const KEY = expect.stringMatching(/^[\w-]{8}$/)
type Method = Parameters<typeof server.call>[0]
const asOwner = (method: Method, path: string, body?: unknown, headers = {}) =>
  server.call(method, path, body, { headers: { cookie: server.owner, ...headers } })
const add = (body: unknown, headers = {}) => asOwner('POST', '/api/tables', body, headers)
const edit = (id: number, body: unknown, headers = {}) => asOwner('PATCH', `/api/tables/${id}`, body, headers)
const set = (id: number, status: unknown) => asOwner('PATCH', `/api/tables/${id}/status`, { status })
const remove = (id: number) => asOwner('DELETE', `/api/tables/${id}`)
const placeAt = async (tableId: number, more = {}) =>
  (await server.call('POST', '/api/orders', takeaway(server, { tableId, ...more }))).json<PlacedOrder>()
const change = (id: number, body: unknown) => asOwner('PATCH', `/api/orders/${id}`, body)
const ask = async (id: number) =>
  (await asOwner('GET', `/api/orders?q=%23${id}`)).json<Order[]>().find((one) => one.id === id)
const orderUpdate = (order: object) => ({ type: 'ORDER_UPDATE', payload: expect.objectContaining(order) })
const all = async () => (await server.call('GET', '/api/tables')).json<Table[]>()

let number = 2000
const freeNumber = () => ++number

let url = ''
beforeAll(async () => {
  url = await listening(server.app)
})

describe('a new table', () => {
  it('is available, has an id of its own, and is in the list by its number', async () => {
    const [high, low] = [freeNumber() + 500, freeNumber()]
    const answer = await add({ number: high, capacity: 4, status: 'reserved', id: 1 })
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { id: expect.any(Number), number: high, capacity: 4, status: 'available', key: KEY },
    ])
    await add({ number: low, capacity: 2 })
    const numbers = (await all()).map((table) => table.number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers).toEqual(expect.arrayContaining([low, high]))
  })

  it('is one, however often it is asked for under one key', async () => {
    const [body, key] = [{ number: freeNumber(), capacity: 4 }, { 'idempotency-key': 'table-1' }]
    const answers = await Promise.all([add(body, key), add(body, key), add(body, key)])
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(201)
    expect((await add({ ...body, capacity: 5 }, key)).json().code).toBe('key_reused')
  })

  it('has a number that no other has, though two ask at once', async () => {
    const body = { number: freeNumber(), capacity: 4 }
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(body)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(409)])
    const refused = await add(body)
    expect(refused.json()).toEqual({ message: 'Table number already exists', code: 'table_number_taken' })
    expect((await add(body, { 'accept-language': 'ro' })).json().message).toBe('Numărul mesei există deja')
  })
})

describe('a table is refused', () => {
  const FAULTS = {
    en: [
      ['number', 'Table number must be at least 1'],
      ['capacity', 'Capacity must be at least 1'],
    ],
    ro: [
      ['number', 'Numărul mesei trebuie să fie cel puțin 1'],
      ['capacity', 'Capacitatea trebuie să fie cel puțin 1'],
    ],
  }

  it.each(['en', 'ro'] as const)('for all faults at once, in the words of %s', async (language) => {
    const { id } = await newTable(server)
    for (const send of [add, (body: unknown, headers: object) => edit(id, body, headers)]) {
      const answer = await send({ number: 0, capacity: -3 }, { 'accept-language': language })
      const { issues } = answer.json<{ issues: { path: string; message: string }[] }>()
      expect(answer.statusCode).toBe(400)
      expect(issues.map(({ path, message }) => [path, message])).toEqual(FAULTS[language])
    }
  })

  it.each([
    [{ capacity: 4 }, 'number'],
    [{ number: null, capacity: 4 }, 'number'],
    [{ number: '7', capacity: 4 }, 'number'],
    [{ number: 1.5, capacity: 4 }, 'number'],
    [{ number: 10_000, capacity: 4 }, 'number'],
    [{ number: 2 ** 31, capacity: 4 }, 'number'],
    [{ number: 7 }, 'capacity'],
    [{ number: 7, capacity: 0.5 }, 'capacity'],
    [{ number: 7, capacity: 1_000 }, 'capacity'],
    [{ number: 7, capacity: [4] }, 'capacity'],
  ])('%j', async (body, path) => {
    const answer = await add(body)
    expect([answer.statusCode, answer.json().issues.map((issue: { path: string }) => issue.path)]).toEqual([
      400,
      [path],
    ])
  })

  it.each([undefined, null, 'free', 'Available', 1])('as %j', async (status) => {
    const { id } = await newTable(server)
    const answer = await set(id, status)
    expect([answer.statusCode, answer.json().issues[0].path]).toEqual([400, 'status'])
  })

  it('that is not there', async () => {
    const answers = [
      await edit(999_999, { number: freeNumber() }),
      await edit(999_999, {}),
      await set(999_999, 'available'),
      await set(999_999, 'reserved'),
      await remove(999_999),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      answers.map(() => [404, 'table_not_found']),
    )
    expect((await remove(0.5)).statusCode).toBe(400)
  })
})

describe('a table with another number', () => {
  it('takes along what is going on there: open orders, the names that say it, and the phones', async () => {
    const [table, to] = [await newTable(server), freeNumber()]
    const named = { customerName: `Masa ${table.number}`, phoneNumber: '0000000000' }
    const [open, past] = [await placeAt(table.id, named), await placeAt(table.id, named)]
    const theirs = await placeAt(table.id)
    await change(past.id, { status: 'completed' })
    const [ana] = await seat(url, table.id, ['Ana'])
    const board = await openTestSocket(url, { cookie: server.owner })
    const answer = await edit(table.id, { number: to })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { id: table.id, number: to, capacity: 4, status: 'occupied', key: KEY },
    ])
    const { orderToken: _, ...before } = open
    expect(await ask(open.id)).toEqual({
      ...before,
      tableNumber: to,
      customerName: `Masa ${to}`,
      version: 2,
      updatedAt: expect.any(String),
    })
    expect(await ask(theirs.id)).toMatchObject({ tableNumber: to, customerName: 'Ana Pop', version: 2 })
    expect(await ask(past.id)).toMatchObject({ tableNumber: table.number, customerName: `Masa ${table.number}` })
    await ana.hears({
      type: 'SESSION_INFO',
      payload: expect.objectContaining({ tableId: table.id, tableNumber: to }),
    })
    await board.hears(
      { type: 'CHANGED', payload: { area: 'tables' } },
      { type: 'CHANGED', payload: { area: 'sessions' } },
      ...[open.id, theirs.id].map((id) => orderUpdate({ id, tableNumber: to })),
    )
    board.socket.close()
    const outdated = await asOwner('PATCH', `/api/orders/${open.id}`, { status: 'ready' }, { 'if-match': '1' })
    expect(outdated.json().code).toBe('order_changed')
  })

  it('has none that another has, and then nothing changes; its own is no fault', async () => {
    const [one, other] = [await newTable(server), await newTable(server)]
    const order = await placeAt(one.id)
    const answer = await edit(one.id, { number: other.number, capacity: 9 })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'table_number_taken'])
    expect(await ask(order.id)).toMatchObject({ tableNumber: one.number, version: 1 })
    expect((await edit(one.id, { number: one.number, capacity: 9 })).json()).toMatchObject({ capacity: 9 })
    expect((await edit(one.id, { capacity: 7 })).json()).toMatchObject({ number: one.number, capacity: 7 })
    expect(await ask(order.id)).toMatchObject({ version: 1 })
  })

  it('sends a slip that is still to be printed there', async () => {
    const [from, to, renumbered] = [await newTable(server), await newTable(server), freeNumber()]
    const { id } = await placeAt(from.id)
    await asOwner('POST', `/api/orders/${id}/prints`, { kind: 'kitchen', ticketId: 1 })
    await change(id, { tableId: to.id })
    await edit(to.id, { number: renumbered })
    expect((await ask(id))?.tickets[1]).toMatchObject({ fromTable: from.number, toTable: renumbered })
  })

  it('leaves no order behind with the old one, though guests order meanwhile', async () => {
    const { id } = await newTable(server)
    const numbers = Array.from({ length: 5 }, freeNumber)
    const [placed] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => placeAt(id))),
      (async () => {
        for (const to of numbers) await edit(id, { number: to })
      })(),
    ])
    const after = await Promise.all(placed.map((order) => ask(order.id)))
    const now = (await all()).find((table) => table.id === id)?.number
    expect(new Set(after.map((order) => order?.tableNumber))).toEqual(new Set([now]))
  })
})

describe('the status by hand', () => {
  it('is any of the three, also reserved and occupied for a table that nobody is at', async () => {
    const { id } = await newTable(server)
    for (const status of ['reserved', 'occupied', 'available', 'available'] as const) {
      const answer = await set(id, status)
      expect([answer.statusCode, answer.json().status, await tableStatus(server, id)]).toEqual([200, status, status])
    }
  })

  it('of an occupied table may be reserved, and stays so when its order ends; without it, it is available', async () => {
    const { id } = await newTable(server)
    const [one, two] = [await placeAt(id), await placeAt(id)]
    await change(one.id, { status: 'completed' })
    expect(await tableStatus(server, id)).toBe('occupied')
    await set(id, 'reserved')
    await change(two.id, { status: 'cancelled' })
    expect(await tableStatus(server, id)).toBe('reserved')
    const three = await placeAt(id)
    expect(await tableStatus(server, id)).toBe('occupied')
    await change(three.id, { status: 'cancelled' })
    expect(await tableStatus(server, id)).toBe('available')
  })

  it('frees: the session ends, delivered orders are completed, earlier ones stay open', async () => {
    const { id } = await newTable(server)
    const [ana] = await seat(url, id, ['Ana'])
    const placed = [await placeAt(id), await placeAt(id), await placeAt(id), await placeAt(id)]
    const statuses = ['delivered', 'ready', 'cancelled', 'delivered'] as const
    for (const [i, status] of statuses.entries()) await change(placed[i]?.id ?? 0, { status })
    const board = await openTestSocket(url, { cookie: server.owner })
    expect((await set(id, 'available')).json().status).toBe('available')
    expect(await tableStatus(server, id)).toBe('available')
    expect((await ana.heard('ERROR')).payload.code).toBe('session_over')
    const after = await Promise.all(placed.map((order) => ask(order.id)))
    expect(after.map((order) => order?.status)).toEqual(['completed', 'ready', 'cancelled', 'completed'])
    const history = await server.connection.db
      .select()
      .from(orderStatusChanges)
      .where(eq(orderStatusChanges.orderId, placed[0]?.id ?? 0))
    expect(history.at(-1)).toMatchObject({ status: 'completed', username: 'boss' })
    await board.hears(
      { type: 'CHANGED', payload: { area: 'tables' } },
      { type: 'CHANGED', payload: { area: 'sessions' } },
      ...[placed[0], placed[3]].map((order) => orderUpdate({ id: order?.id, status: 'completed' })),
    )
    board.socket.close()
    // The open order goes on; its end leaves the table as it is.
    await change(placed[1]?.id ?? 0, { status: 'completed' })
    expect(await tableStatus(server, id)).toBe('available')
  })

  it('frees a table while guests order and sit down there: never half', async () => {
    const { id } = await newTable(server)
    for (let round = 0; round < 5; round++) {
      await seat(url, id, [`Ana ${round}`])
      const order = await placeAt(id)
      await change(order.id, { status: 'delivered' })
      const dan = new Phone(url)
      const sit = async () => {
        await dan.join(id, 'Dan')
        await dan.open()
        dan.sayJoin()
        await Promise.race([dan.heard('CART_ITEMS'), dan.heard('ERROR')])
      }
      const [freed, placed] = await Promise.all([set(id, 'available'), placeAt(id), sit()])
      expect([freed.statusCode, placed.status]).toEqual([200, 'pending'])
      expect((await ask(order.id))?.status).toBe('completed')
      const { rows } = await server.connection.db.execute<{ running: number }>(
        `select count(*)::int as running from shared_sessions where table_id = ${id} and status = 'active'`,
      )
      // Who sat down after it was freed occupies it; who sat there before is gone.
      if (rows[0]?.running) expect(await tableStatus(server, id)).toBe('occupied')
      await set(id, 'available')
      await change(placed.id, { status: 'cancelled' })
    }
  })
})

describe('deleting a table', () => {
  it('is refused while it has an open order or a session, and then nothing of it changes', async () => {
    const { id } = await newTable(server)
    const [past, open] = [await placeAt(id), await placeAt(id)]
    await change(past.id, { status: 'completed' })
    const refused = await remove(id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'table_in_use'])
    expect((await ask(past.id))?.tableId).toBe(id)
    await change(open.id, { status: 'cancelled' })
    const [ana] = await seat(url, id, ['Ana'])
    expect((await remove(id)).json().code).toBe('table_in_use')
    await ana.leave()
    expect((await remove(id)).statusCode).toBe(204)
    expect((await all()).some((table) => table.id === id)).toBe(false)
    expect(await ask(past.id)).toMatchObject({ tableId: null, tableNumber: past.tableNumber, version: 2 })
    expect((await remove(id)).statusCode).toBe(404)
  })

  it('is not held up by a session whose time is up', async () => {
    const { id } = await newTable(server)
    await seat(url, id, ['Ana'])
    server.clock.set(new Date(Date.now() + 91 * 60_000))
    expect((await remove(id)).statusCode).toBe(204)
    server.clock.set(new Date())
  })

  it('is possible with a session that no phone has reached, which is deleted too', async () => {
    const { id } = await newTable(server)
    const dan = new Phone(url)
    await dan.join(id, 'Dan')
    expect((await remove(id)).statusCode).toBe(204)
    await dan.open()
    dan.sayJoin()
    expect((await dan.heard('ERROR')).payload.code).toBe('session_not_found')
  })

  it('leaves its number to another', async () => {
    const table = await newTable(server)
    await remove(table.id)
    expect((await add({ number: table.number, capacity: 2 })).statusCode).toBe(201)
  })

  it('meets orders that come and move there at that moment: they have a table, or are refused', async () => {
    for (let round = 0; round < 8; round++) {
      const [from, to] = [await newTable(server), await newTable(server)]
      const moved = await placeAt(from.id)
      const [gone, move, placed, joined] = await Promise.all([
        remove(to.id),
        change(moved.id, { tableId: to.id }),
        server.call('POST', '/api/orders', takeaway(server, { tableId: to.id })),
        server.call('POST', '/api/shared-sessions', { tableId: to.id, name: 'Ana' }),
      ])
      const coming = [move.statusCode, placed.statusCode, joined.statusCode]
      // A guest who joined without a phone at the table was in nobody's way.
      if (gone.statusCode === 204) expect([404, 201]).toContain(coming.pop())
      else expect([gone.json().code, coming.pop()]).toEqual(['table_in_use', 201])
      expect(coming).toEqual(gone.statusCode === 204 ? [404, 404] : [200, 201])
      const isThere = (await all()).some((table) => table.id === to.id)
      expect(isThere).toBe(gone.statusCode === 409)
      expect((await ask(moved.id))?.tableId).toBe(isThere ? to.id : from.id)
    }
  })

  it('is done in steps where years of orders name it', async () => {
    const { db } = server.connection
    const table = await newTable(server)
    await db.execute(`insert into orders (customer_name, phone_number, total, currency, status, table_id, table_number,
      token_hash, search_text, created_at, updated_at)
      select 'Old', '', 0, 'lei', 'completed', ${table.id}, ${table.number}, '', '', now(), now()
      from generate_series(1, 4001)`)
    expect((await remove(table.id)).statusCode).toBe(204)
    const kept = await db.select().from(orders).where(eq(orders.tableNumber, table.number))
    expect([kept.length, kept.every(({ tableId }) => tableId === null)]).toEqual([4001, true])
    expect(await db.select().from(tables).where(eq(tables.id, table.id))).toEqual([])
  })
})

it('an order at an occupied table tells nobody of tables, which did not change', async () => {
  const { id } = await newTable(server)
  const topics = async () => (await announcedBy(server, () => placeAt(id))).map(({ topic }) => topic)
  expect(await topics()).toContain('changed')
  expect(await topics()).toEqual(['order'])
})
