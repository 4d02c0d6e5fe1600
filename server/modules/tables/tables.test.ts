import { describe, expect, it } from 'vitest'
import { takeaway } from '#server/testing/app.ts'
import { announcedBy } from '#server/testing/database.ts'
import { openTestSocket } from '#server/testing/phone.ts'
import { ANY_KEY, orderUpdate, tablesFixture } from '#server/testing/tables.ts'
import { listedOrder, newTable, seat } from '#server/testing/users.ts'
import type { Order } from '#shared/contracts/orders.ts'

const { add, allTables, changeOrder, edit, fetchOrder, freeNumber, placeAt, remove, server, setStatus, url } =
  tablesFixture()

describe('adding a table', () => {
  it('makes it available, with a generated id, and lists it by its number', async () => {
    const [high, low] = [freeNumber() + 500, freeNumber()]
    const response = await add({ number: high, capacity: 4, status: 'reserved', id: 1 })
    expect([response.statusCode, response.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        number: high,
        label: null,
        capacity: 4,
        status: 'available',
        reservable: true,
        key: ANY_KEY,
      },
    ])
    await add({ number: low, capacity: 2 })
    const numbers = (await allTables()).map((table) => table.number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(numbers).toEqual(expect.arrayContaining([low, high]))
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

describe('adding several tables', () => {
  const several = (numbers: unknown, headers = {}) =>
    server.asOwner('POST', '/api/tables/several', { numbers, capacity: 6 }, headers)
  const numbersOf = async () => (await allTables()).map(({ number }) => number)

  it('adds all of them, once under one key', async () => {
    const numbers = [freeNumber(), freeNumber(), freeNumber()]
    const key = { 'idempotency-key': 'tables-1' }
    const [first, again] = [await several(numbers, key), await several(numbers, key)]
    expect([first.statusCode, again.body]).toEqual([201, first.body])
    expect(first.json()).toMatchObject(numbers.map((number) => ({ number, capacity: 6, label: null })))
    expect(await numbersOf()).toEqual(expect.arrayContaining(numbers))
  })

  it('adds none if a number is taken or wrong', async () => {
    const free = freeNumber()
    const [taken] = await numbersOf()
    for (const numbers of [[free, taken], [free, free], [free, 0], [], Array(101).fill(free)])
      expect((await several(numbers)).statusCode).toBeGreaterThanOrEqual(400)
    expect((await several([free, taken])).json().code).toBe('table_number_taken')
    expect(await numbersOf()).not.toContain(free)
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
})

it('an order at an occupied table does not announce a change of tables', async () => {
  const { id } = await newTable(server)
  const topics = async () => (await announcedBy(server, () => placeAt(id))).map(({ topic }) => topic)
  expect(await topics()).toContain('changed')
  expect(await topics()).toEqual(['order'])
})

describe('the label of a table', () => {
  it('is optional, public, cleaned, and removed by null or an empty text', async () => {
    const number = freeNumber()
    const added = await add({ number, capacity: 4, label: '  Terasa  ş 3 ' })
    expect([added.statusCode, added.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        number,
        label: 'Terasa ș 3',
        capacity: 4,
        status: 'available',
        reservable: true,
        key: ANY_KEY,
      },
    ])
    const { id } = added.json()
    const listed = async () => (await allTables()).find((table) => table.id === id)?.label
    expect(await listed()).toBe('Terasa ș 3')
    expect((await edit(id, { capacity: 5 })).json()).toMatchObject({ label: 'Terasa ș 3', capacity: 5 })
    expect((await edit(id, { label: '' })).json()).toMatchObject({ label: null, capacity: 5 })
    await edit(id, { label: 'x'.repeat(30) })
    expect(await listed()).toBe('x'.repeat(30))
    expect((await edit(id, { label: null })).json().label).toBeNull()
  })

  it('is in orders, follows a new label and moves while they are open, and stays in past ones', async () => {
    const [terrace, garden] = [await newTable(server), await newTable(server)]
    await edit(terrace.id, { label: 'Terasa 3' })
    const [open, past] = [await placeAt(terrace.id), await placeAt(terrace.id)]
    expect(open).toMatchObject({ tableNumber: terrace.number, tableLabel: 'Terasa 3' })
    await changeOrder(past.id, { status: 'completed' })
    await edit(terrace.id, { label: 'Terasa 4' })
    expect((await placeAt(terrace.id)).tableLabel).toBe('Terasa 4')
    expect((await fetchOrder(open.id))?.tableLabel).toBe('Terasa 4')
    expect((await fetchOrder(past.id))?.tableLabel).toBe('Terasa 3')
    const moved = (await changeOrder(open.id, { tableId: garden.id })).json()
    expect(moved).toMatchObject({ tableNumber: garden.number, tableLabel: null })
    expect((await placeAt(garden.id)).tableLabel).toBeNull()
  })

  it('is found by the search of orders, with or without diacritics', async () => {
    const { id } = await newTable(server)
    await edit(id, { label: 'Foișor mic' })
    const order = await placeAt(id)
    const found = (await server.asOwner('GET', '/api/orders?q=foisor')).json<Order[]>()
    expect(found.map((one) => one.id)).toEqual([order.id])
  })
})

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
      {
        id: table.id,
        number: to,
        label: null,
        capacity: 4,
        status: 'occupied',
        reservable: true,
        reservation: null,
        seated: null,
        key: ANY_KEY,
      },
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
    const outdated = await server.asOwner('PATCH', `/api/orders/${open.id}`, { status: 'ready' }, { 'if-match': '1' })
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
    await server.asOwner('POST', `/api/orders/${id}/prints`, { kind: 'kitchen', ticketId: 1 })
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
