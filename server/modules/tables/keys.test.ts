import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { journal } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, Phone } from '#server/testing/phone.ts'
import { newTable, type People, signInPeople, tableStatus } from '#server/testing/users.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'

const server = testServer({ guestWritesPerMinute: 0 })
const requireKeys = (tableKeysRequired: boolean) => server.asOwner('PATCH', '/api/settings', { tableKeysRequired })
const keyOf = async (id: number) =>
  (await server.asOwner('GET', '/api/tables')).json<Table[]>().find((table) => table.id === id)?.key ?? ''
const placeOrder = (more: object, headers = {}) =>
  server.call('POST', '/api/orders', takeaway(server, more), { headers: { 'accept-language': 'en', ...headers } })
const renew = (id: number) => server.asOwner('POST', `/api/tables/${id}/key`)
let people: People
let url = ''
let table = { id: 0, number: 0 }
let key = ''

beforeAll(async () => {
  people = await signInPeople(server)
  url = await listenUrl(server.app)
})

beforeEach(async () => {
  table = await newTable(server)
  key = await keyOf(table.id)
  await requireKeys(true)
})

afterAll(() => requireKeys(false))
const REJECTED = expect.objectContaining({ code: 'table_key', message: 'Please scan the code on your table' })

describe('the key of a table', () => {
  it('is sent only to owners, and is different for each table', async () => {
    const keys = (await server.asOwner('GET', '/api/tables')).json<Table[]>().map((table) => table.key)
    expect(keys).toEqual(keys.map(() => expect.stringMatching(/^[\w-]{8}$/)))
    expect(new Set(keys).size).toBe(keys.length)
    for (const headers of [{}, { cookie: people.staff }, { cookie: 'masa_session=guessed' }]) {
      const response = await server.call('GET', '/api/tables', undefined, { headers })
      for (const table of response.json<Table[]>()) {
        expect(Object.keys(table).sort()).toEqual(['capacity', 'id', 'label', 'number', 'status'])
      }
    }
  })

  it("is sent to owners' pages, and to no phone at the table, when an owner renews it, and the journal records that", async () => {
    const dan = new Phone(url)
    await joinWith(dan, key)
    await dan.enter()
    expect((await dan.frame('SESSION_INFO')).payload.tableKey).toBe(key)
    const board = await openTestSocket(url, { cookie: server.owner })
    const response = await renew(table.id)
    const renewed = response.json<Table>()
    expect([response.statusCode, renewed]).toEqual([
      200,
      {
        id: table.id,
        number: table.number,
        label: null,
        capacity: 4,
        status: 'occupied',
        reservable: true,
        reservation: null,
        seated: null,
        key: expect.stringMatching(/^[\w-]{8}$/),
      },
    ])
    expect(renewed.key).not.toBe(key)
    expect(await keyOf(table.id)).toBe(renewed.key)
    await board.waitForFrames({ type: 'CHANGED', payload: { area: 'tables' } })
    board.socket.close()
    const told = (await dan.frame('SESSION_INFO', 2)).payload
    expect(told).toEqual({
      timeRemaining: told.timeRemaining,
      tableId: table.id,
      tableNumber: table.number,
      mustScan: true,
    })
    expect((await placeOrder({ tableId: table.id, tableKey: key })).json()).toEqual(REJECTED)
    expect((await placeOrder({ tableId: table.id, tableKey: renewed.key })).statusCode).toBe(201)
    const [entry] = await server.connection.db
      .select()
      .from(journal)
      .where(eq(journal.kind, 'table_key'))
      .orderBy(desc(journal.id))
    expect(entry).toMatchObject({ username: 'boss', details: { table: table.number } })
    expect((await renew(999_999)).statusCode).toBe(404)
  })
})

const joinWith = async (phone: Phone, tableKey: string | undefined) => {
  const response = await phone.call('POST', '/api/shared-sessions', { tableId: table.id, name: 'Dan', tableKey })
  if (response.status === 201) phone.joined = response.body as Phone['joined']
  return response
}

describe('while keys are required', () => {
  const wrongKeys = (correctKey: string) => [
    undefined,
    '',
    'x',
    `${correctKey.slice(0, 7)}!`,
    `${correctKey} `,
    'x'.repeat(64),
  ]

  it('placing an order for a table needs its key', async () => {
    const other = await newTable(server)
    for (const tableKey of [...wrongKeys(key), await keyOf(other.id)]) {
      const response = await placeOrder({ tableId: table.id, tableKey })
      expect([response.statusCode, response.json()]).toEqual([409, REJECTED])
    }
    expect(await tableStatus(server, table.id)).toBe('available')
    const romanian = await placeOrder({ tableId: table.id }, { 'accept-language': 'ro' })
    expect(romanian.json().message).toBe('Scanați codul de pe masa dumneavoastră')
    expect((await placeOrder({ tableId: table.id, tableKey: 'x'.repeat(65) })).statusCode).toBe(400)
    expect((await placeOrder({ tableId: 999_999, tableKey: key })).json().code).toBe('table_not_found')
    expect((await placeOrder({ tableId: table.id, tableKey: key })).statusCode).toBe(201)
    expect((await placeOrder({})).statusCode).toBe(201)
  })

  it('a stored response is returned again without checking the key, even after the key was renewed', async () => {
    const attempt = { 'idempotency-key': 'scanned once' }
    const body = { tableId: table.id, tableKey: key }
    const first = await placeOrder(body, attempt)
    await renew(table.id)
    const repeated = await placeOrder(body, attempt)
    expect([repeated.statusCode, repeated.body]).toEqual([201, first.body])
    const earlierAttempt = { 'idempotency-key': 'before keys were required' }
    await requireKeys(false)
    const earlier = await placeOrder({ tableId: table.id }, earlierAttempt)
    await requireKeys(true)
    expect((await placeOrder({ tableId: table.id }, earlierAttempt)).body).toBe(earlier.body)
  })

  it('owners need no key, but staff do', async () => {
    const headers = { cookie: server.owner }
    expect((await placeOrder({ tableId: table.id }, headers)).statusCode).toBe(201)
    const joined = await server.call('POST', '/api/shared-sessions', { tableId: table.id, name: 'Boss' }, { headers })
    expect(joined.statusCode).toBe(201)
    expect((await placeOrder({ tableId: table.id }, { cookie: people.staff })).json().code).toBe('table_key')
  })

  it('joining needs the key; completing, leaving and returning to an active session do not', async () => {
    const dan = new Phone(url)
    for (const wrong of wrongKeys(key)) {
      expect(await joinWith(dan, wrong)).toMatchObject({ status: 409, body: REJECTED })
    }
    expect((await joinWith(dan, key)).status).toBe(201)
    const { id } = dan.joined
    await dan.enter()
    expect((await joinWith(new Phone(url), undefined)).status).toBe(409)
    expect(await joinWith(dan, undefined)).toMatchObject({ status: 201, body: { id } })
    await dan.enter()
    dan.add(server.soup)
    await dan.waitForCart({ [server.soup]: 1 })
    dan.ready()
    await dan.frame('ALL_READY')
    const placed = await dan.complete()
    expect(placed).toMatchObject({ status: 200, body: { tableId: table.id } })
    expect((placed.body as PlacedOrder).items).toHaveLength(1)
    // After completion the next session needs the key again, as does joining again after leaving.
    expect((await joinWith(dan, undefined)).status).toBe(409)
    expect((await joinWith(dan, key)).status).toBe(201)
    expect((await dan.leave()).status).toBe(204)
    expect((await joinWith(dan, undefined)).status).toBe(409)
  })

  it('a phone that proved it orders and calls in the session without sending it there, and nowhere else or after leaving', async () => {
    const [dan, to] = [new Phone(url), await newTable(server)]
    const asDan = async (tableId: number) => {
      const order = await dan.call('POST', '/api/orders', takeaway(server, { tableId }))
      const call = await dan.call('POST', `/api/tables/${tableId}/calls`, { kind: 'waiter' })
      return [order.status, call.status]
    }
    await joinWith(dan, key)
    await dan.enter()
    expect(await asDan(table.id)).toEqual([201, 201])
    expect(await asDan(to.id)).toEqual([409, 409])
    await server.asOwner('POST', `/api/shared-sessions/${dan.joined.id}/move`, { tableId: to.id })
    // The call has moved too.
    expect(await asDan(to.id)).toEqual([201, 200])
    await dan.leave()
    expect(await asDan(to.id)).toEqual([409, 409])
  })
})

describe('while keys are not required', () => {
  it('orders and joining need no key, a wrong one is ignored, and phones get none', async () => {
    await requireKeys(false)
    expect((await placeOrder({ tableId: table.id })).statusCode).toBe(201)
    expect((await placeOrder({ tableId: table.id, tableKey: 'wrong' })).statusCode).toBe(201)
    const dan = new Phone(url)
    expect((await joinWith(dan, 'wrong')).status).toBe(201)
    await dan.enter()
    expect(Object.keys((await dan.frame('SESSION_INFO')).payload)).not.toContain('tableKey')
  })
})

describe('guessing table keys', () => {
  const strict = testServer({ guestWritesPerMinute: 5 })

  it("is limited as guests' writes are, by orders and by joining together", async () => {
    const headers = { cookie: strict.owner }
    await strict.call('PATCH', '/api/settings', { tableKeysRequired: true }, { headers })
    const guess = (i: number) =>
      i % 2
        ? strict.call('POST', '/api/orders', takeaway(strict, { tableId: strict.table, tableKey: `guess ${i}` }))
        : strict.call('POST', '/api/shared-sessions', { tableId: strict.table, name: 'Eve', tableKey: `guess ${i}` })
    const statuses = []
    for (let i = 0; i < 7; i++) statuses.push((await guess(i)).statusCode)
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429, 429])
  })
})
