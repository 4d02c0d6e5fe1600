import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { orders, tables } from '#server/db/schema/index.ts'
import { announcedBy } from '#server/testing/announced.ts'
import { takeaway } from '#server/testing/app.ts'
import { Phone } from '#server/testing/phone.ts'
import { newTable, seat } from '#server/testing/tables.ts'
import { ANY_KEY, tablesFixture } from './fixtures/tables.ts'

const { add, allTables, changeOrder, edit, fetchOrder, freeNumber, placeAt, remove, server, setStatus, url } =
  tablesFixture()

describe('adding a table', () => {
  it('makes it available, with a generated id, and lists it by its number', async () => {
    const [high, low] = [freeNumber() + 500, freeNumber()]
    const response = await add({ number: high, capacity: 4, status: 'reserved', id: 1 })
    expect([response.statusCode, response.json()]).toEqual([
      201,
      { id: expect.any(Number), number: high, label: null, capacity: 4, status: 'available', key: ANY_KEY },
    ])
    await add({ number: low, capacity: 2 })
    const numbers = (await allTables()).map((table) => table.number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers).toEqual(expect.arrayContaining([low, high]))
  })

  it('happens once for requests with the same idempotency key', async () => {
    const [body, key] = [{ number: freeNumber(), capacity: 4 }, { 'idempotency-key': 'table-1' }]
    const responses = await Promise.all([add(body, key), add(body, key), add(body, key)])
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(responses[0]?.statusCode).toBe(201)
    expect((await add({ ...body, capacity: 5 }, key)).json().code).toBe('key_reused')
  })

  it('is rejected for a number that another table has, also under concurrent requests', async () => {
    const body = { number: freeNumber(), capacity: 4 }
    const responses = await Promise.all(Array.from({ length: 8 }, () => add(body)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(7).fill(409)])
    const rejected = await add(body)
    expect(rejected.json()).toMatchObject({ message: 'Table number already exists', code: 'table_number_taken' })
    expect((await add(body, { 'accept-language': 'ro' })).json().message).toBe('Numărul mesei există deja')
  })
})

describe('invalid input for a table', () => {
  const ISSUES = {
    en: [
      ['number', 'Table number must be at least 1'],
      ['capacity', 'Capacity must be at least 1'],
    ],
    ro: [
      ['number', 'Numărul mesei trebuie să fie cel puțin 1'],
      ['capacity', 'Capacitatea trebuie să fie cel puțin 1'],
    ],
  }

  it.each(['en', 'ro'] as const)('is rejected with all errors at once, in the language %s', async (language) => {
    const { id } = await newTable(server)
    for (const send of [add, (body: unknown, headers: object) => edit(id, body, headers)]) {
      const response = await send({ number: 0, capacity: -3 }, { 'accept-language': language })
      const { issues } = response.json<{ issues: { path: string; message: string }[] }>()
      expect(response.statusCode).toBe(400)
      expect(issues.map(({ path, message }) => [path, message])).toEqual(ISSUES[language])
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
  ])('is rejected: %j', async (body, path) => {
    const response = await add(body)
    expect([response.statusCode, response.json().issues.map((issue: { path: string }) => issue.path)]).toEqual([
      400,
      [path],
    ])
  })

  it.each([undefined, null, 'free', 'Available', 1])('is rejected: status %j', async (status) => {
    const { id } = await newTable(server)
    const response = await setStatus(id, status)
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, 'status'])
  })

  it('is rejected with 404 for an unknown table', async () => {
    const responses = [
      await edit(999_999, { number: freeNumber() }),
      await edit(999_999, {}),
      await setStatus(999_999, 'available'),
      await setStatus(999_999, 'reserved'),
      await remove(999_999),
    ]
    expect(responses.map((response) => [response.statusCode, response.json().code])).toEqual(
      responses.map(() => [404, 'table_not_found']),
    )
    expect((await remove(0.5)).statusCode).toBe(400)
  })
})

describe('deleting a table', () => {
  it('is rejected without any change while it has an open order or a session', async () => {
    const { id } = await newTable(server)
    const [past, open] = [await placeAt(id), await placeAt(id)]
    await changeOrder(past.id, { status: 'completed' })
    const rejected = await remove(id)
    expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'table_in_use'])
    expect((await fetchOrder(past.id))?.tableId).toBe(id)
    await changeOrder(open.id, { status: 'cancelled' })
    const [ana] = await seat(url(), id, ['Ana'])
    expect((await remove(id)).json().code).toBe('table_in_use')
    await ana.leave()
    expect((await remove(id)).statusCode).toBe(204)
    expect((await allTables()).some((table) => table.id === id)).toBe(false)
    expect(await fetchOrder(past.id)).toMatchObject({ tableId: null, tableNumber: past.tableNumber, version: 2 })
    expect((await remove(id)).statusCode).toBe(404)
  })

  it('is possible with an expired session', async () => {
    const { id } = await newTable(server)
    await seat(url(), id, ['Ana'])
    server.clock.set(new Date(Date.now() + 91 * 60_000))
    expect((await remove(id)).statusCode).toBe(204)
    server.clock.set(new Date())
  })

  it('is possible with a session to which no phone has connected, which is deleted too', async () => {
    const { id } = await newTable(server)
    const dan = new Phone(url())
    await dan.join(id, 'Dan')
    expect((await remove(id)).statusCode).toBe(204)
    await dan.open()
    dan.sendJoin()
    expect((await dan.frame('ERROR')).payload.code).toBe('session_not_found')
  })

  it('frees its number for another table', async () => {
    const table = await newTable(server)
    await remove(table.id)
    expect((await add({ number: table.number, capacity: 2 })).statusCode).toBe(201)
  })

  it('leaves no order at a deleted table, even if orders are placed or moved there at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const [from, to] = [await newTable(server), await newTable(server)]
      const moved = await placeAt(from.id)
      const [deleted, move, placed, joined] = await Promise.all([
        remove(to.id),
        changeOrder(moved.id, { tableId: to.id }),
        server.call('POST', '/api/orders', takeaway(server, { tableId: to.id })),
        server.call('POST', '/api/shared-sessions', { tableId: to.id, name: 'Ana' }),
      ])
      const statuses = [move.statusCode, placed.statusCode, joined.statusCode]
      // A guest who joined without a phone did not prevent the deletion.
      if (deleted.statusCode === 204) expect([404, 201]).toContain(statuses.pop())
      else expect([deleted.json().code, statuses.pop()]).toEqual(['table_in_use', 201])
      expect(statuses).toEqual(deleted.statusCode === 204 ? [404, 404] : [200, 201])
      const isListed = (await allTables()).some((table) => table.id === to.id)
      expect(isListed).toBe(deleted.statusCode === 409)
      expect((await fetchOrder(moved.id))?.tableId).toBe(isListed ? to.id : from.id)
    }
  })

  it('updates past orders in batches', async () => {
    const { db } = server.connection
    const table = await newTable(server)
    await db.execute(`insert into orders (customer_name, phone_number, total, currency, status, table_id, table_number,
      token_hash, search_text, created_at, updated_at)
      select 'Old', '', 0, 'lei', 'completed', ${table.id}, ${table.number}, '', '', now(), now()
      from generate_series(1, 4001)`)
    expect((await remove(table.id)).statusCode).toBe(204)
    const past = await db.select().from(orders).where(eq(orders.tableNumber, table.number))
    expect([past.length, past.every(({ tableId }) => tableId === null)]).toEqual([4001, true])
    expect(await db.select().from(tables).where(eq(tables.id, table.id))).toEqual([])
  })
})

it('an order at an occupied table does not announce a change of tables', async () => {
  const { id } = await newTable(server)
  const topics = async () => (await announcedBy(server, () => placeAt(id))).map(({ topic }) => topic)
  expect(await topics()).toContain('changed')
  expect(await topics()).toEqual(['order'])
})
