import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tableCalls } from '#server/db/schema/index.ts'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { newTable, type People, seat, signInPeople } from '#server/testing/users.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'

const server = testServer({ trustProxy: true })
const second = secondInstance(server, { trustProxy: true })
let people: People
let url = ''
let table = { id: 0, number: 0 }
let start = new Date()
let address = 0

beforeAll(async () => {
  people = await signInPeople(server)
  url = await listenUrl(server.app)
})

beforeEach(async () => {
  start = new Date()
  server.clock.set(start)
  table = await newTable(server)
  address++
})

interface Made {
  id: number
  callToken: string
}

type Method = Parameters<typeof server.call>[0]
const as = (who: keyof People, method: Method, path: string, body?: unknown) =>
  server.call(method, path, body, { headers: { cookie: people[who], 'accept-language': 'en' } })
const guest = () => ({ headers: { 'x-forwarded-for': `10.0.0.${address}`, 'accept-language': 'en' } })
const call = (body: object = { kind: 'waiter' }, at = table.id, app = server as Pick<typeof server, 'call'>) =>
  app.call('POST', `/api/tables/${at}/calls`, body, guest())
const callPath = ({ id }: Made, at = table.id) => `/api/tables/${at}/calls/${id}`
const take = (made: Made, who: keyof People = 'floor') => as(who, 'POST', `${callPath(made)}/take`)
const end = (made: Made, at?: number) => as('floor', 'DELETE', callPath(made, at))
const setTimeAfterStart = (ms: number) => server.clock.set(new Date(start.getTime() + ms))
const settings = (body: object) => as('owner', 'PATCH', '/api/settings', body)
const placeAt = async (tableId: number) =>
  (await server.call('POST', '/api/orders', takeaway(server, { tableId }))).json<PlacedOrder>()
const free = (tableId: number) => as('floor', 'PATCH', `/api/tables/${tableId}/status`, { status: 'available' })
const storedAt = (tableId: number) =>
  server.connection.db.select().from(tableCalls).where(eq(tableCalls.tableId, tableId)).orderBy(tableCalls.id)

/** The kinds of the open calls of a table. */
const openAt = async (tableId: number) =>
  (await storedAt(tableId)).filter(({ endedAt }) => !endedAt).map(({ kind }) => kind)

describe('a call', () => {
  it('is answered with 201 and a token; until it has ended, each further one gets it again with 200', async () => {
    const first = await call({ kind: 'bill', method: 'card' })
    expect([first.statusCode, first.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        kind: 'bill',
        method: 'card',
        status: 'open',
        at: start.toISOString(),
        callToken: expect.stringMatching(/^[\w-]{32}$/),
      },
    ])
    const again = await call({ kind: 'bill', method: 'cash' })
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    await take(first.json())
    const taken = await call({ kind: 'bill' })
    expect([taken.statusCode, taken.json()]).toEqual([200, { ...first.json(), status: 'taken' }])
  })

  it('for the waiter and one for the bill are two; only the one for the bill has a method', async () => {
    expect((await call({ kind: 'waiter', method: 'cash' })).json()).toMatchObject({ kind: 'waiter', method: null })
    expect((await call({ kind: 'bill' })).json()).toMatchObject({ kind: 'bill', method: null })
    expect(await openAt(table.id)).toEqual(['waiter', 'bill'])
  })

  it('of forty phones at once is one, also through two instances', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, i) => call({ kind: 'waiter' }, table.id, i % 2 ? server : second)),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(39).fill(200), 201])
    expect(new Set(responses.map((response) => response.json<Made>().callToken)).size).toBe(1)
    expect(await storedAt(table.id)).toHaveLength(1)
  })

  it('can be repeated 60 s after the end of the last one of its kind, and is stored in its place', async () => {
    const first = (await call()).json<Made>()
    setTimeAfterStart(10_000)
    expect((await end(first)).statusCode).toBe(204)
    setTimeAfterStart(40_000)
    expect((await end(first)).statusCode).toBe(204)
    setTimeAfterStart(69_100)
    const early = await call()
    expect([early.statusCode, early.headers['retry-after'], early.json()]).toEqual([
      429,
      '1',
      expect.objectContaining({ code: 'call_again_later' }),
    ])
    expect((await call({ kind: 'bill' })).statusCode).toBe(201)
    setTimeAfterStart(70_000)
    const next = await call()
    expect([next.statusCode, next.json<Made>().id === first.id]).toEqual([201, false])
    expect(await storedAt(table.id)).toHaveLength(2)
  })

  it('is rejected while calls are switched off, also the repetition of an open one, which stays', async () => {
    await call()
    await settings({ tableCalls: false })
    expect((await server.call('GET', '/api/settings')).json()).toMatchObject({ tableCalls: false })
    for (const kind of ['waiter', 'bill']) {
      expect((await call({ kind })).json()).toMatchObject({ code: 'calls_off' })
    }
    expect(await openAt(table.id)).toEqual(['waiter'])
    await settings({ tableCalls: true })
    expect((await call()).statusCode).toBe(200)
  })

  it("needs the key of the table's code while keys are required; the floor and owners need none", async () => {
    await settings({ tableKeysRequired: true })
    const tables = (await as('owner', 'GET', '/api/tables')).json<Table[]>()
    const [own, other] = [table.id, server.table].map((id) => tables.find((row) => row.id === id)?.key)
    for (const tableKey of [undefined, '', other, `${own}x`]) {
      const response = await call({ kind: 'waiter', tableKey })
      expect([response.statusCode, response.json().code]).toEqual([409, 'table_key'])
    }
    expect(await storedAt(table.id)).toEqual([])
    expect((await call({ kind: 'waiter', tableKey: own })).statusCode).toBe(201)
    const statuses = await Promise.all(
      (['staff', 'kitchen', 'floor', 'owner'] as const).map(
        async (who) => (await as(who, 'POST', `/api/tables/${table.id}/calls`, { kind: 'waiter' })).statusCode,
      ),
    )
    await settings({ tableKeysRequired: false })
    expect(statuses).toEqual([409, 409, 200, 200])
  })

  it('is rejected after 120 in 10 minutes from one address, whatever their outcome; others can still call', async () => {
    for (let i = 0; i < 60; i++) await call()
    for (let i = 0; i < 60; i++) await call({ kind: 'waiter' }, 999_999)
    const refused = await call()
    expect([refused.statusCode, refused.json().code, Number(refused.headers['retry-after'])]).toEqual([
      429,
      'too_many_requests',
      expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 600),
    ])
    address++
    expect((await call()).statusCode).toBe(200)
  })
})

describe('taking a call', () => {
  it('is for the first one; others get the name, and the same user may repeat it', async () => {
    const made = (await call()).json<Made>()
    const responses = await Promise.all([take(made, 'floor'), take(made, 'both'), take(made, 'owner')])
    const winners = responses.filter(({ statusCode }) => statusCode === 200)
    expect(winners).toHaveLength(1)
    const winner = winners[0]?.json<{ takenBy: 'floor' | 'both' | 'boss' }>()
    expect(winner).toEqual({
      id: made.id,
      kind: 'waiter',
      method: null,
      status: 'taken',
      takenBy: expect.any(String),
      at: start.toISOString(),
    })
    const name = winner?.takenBy
    for (const response of responses.filter(({ statusCode }) => statusCode !== 200)) {
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'taken', takenBy: name, message: `${name} is already on the way` },
      ])
    }
    const again = await take(made, name === 'boss' ? 'owner' : name)
    expect([again.statusCode, again.json()]).toEqual([200, winner])
  })

  it('is rejected for an ended call, one of another table and an unknown one', async () => {
    const made = (await call()).json<Made>()
    const unknown = { status: 404, code: 'call_over' }
    const refusal = async (response: ReturnType<typeof take>) => ({
      status: (await response).statusCode,
      code: (await response).json().code,
    })
    expect(await refusal(take({ ...made, id: made.id + 1000 }))).toEqual(unknown)
    expect(await refusal(as('floor', 'POST', `${callPath(made, server.table)}/take`))).toEqual(unknown)
    expect(await refusal(end(made, server.table))).toEqual(unknown)
    expect(await openAt(table.id)).toEqual(['waiter'])
    expect([(await end(made)).statusCode, (await end(made)).statusCode]).toEqual([204, 204])
    expect(await refusal(take(made))).toEqual(unknown)
  })
})

describe('the calls of a table', () => {
  it('end when it is freed by hand, whatever its status', async () => {
    await call()
    await call({ kind: 'bill' })
    await free(table.id)
    expect(await openAt(table.id)).toEqual([])
  })

  it('end with its last open order, and not before', async () => {
    const orders = [await placeAt(table.id), await placeAt(table.id)]
    await call({ kind: 'bill' })
    const complete = (order?: PlacedOrder) => as('floor', 'PATCH', `/api/orders/${order?.id}`, { status: 'completed' })
    await complete(orders[0])
    expect(await openAt(table.id)).toEqual(['bill'])
    await complete(orders[1])
    expect(await openAt(table.id)).toEqual([])
  })

  it('are ended, or made after it was freed, if both happen at once', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await newTable(server)
      await Promise.all([call({ kind: 'waiter' }, id), free(id), call({ kind: 'bill' }, id, second)])
      for (const made of await storedAt(id))
        expect([made.endedAt, made.takenAt]).toEqual([expect.toBeOneOf([null, start]), null])
      await free(id)
      expect(await openAt(id)).toEqual([])
    }
  })

  it('move with the session to another table, in place of what ended there', async () => {
    const target = await newTable(server)
    const old = (await call({ kind: 'waiter' }, target.id)).json<Made>()
    await end(old, target.id)
    const [phone] = await seat(url, table.id, ['Ana'])
    await call()
    await call({ kind: 'bill' })
    await as('floor', 'POST', `/api/shared-sessions/${phone.joined.id}/move`, { tableId: target.id })
    expect([await openAt(table.id), await openAt(target.id)]).toEqual([[], ['waiter', 'bill']])
    phone.socket?.close()
  })

  it('move with the last order of the table, and stay where they are while others sit there', async () => {
    const target = await newTable(server)
    const orders = [await placeAt(table.id), await placeAt(table.id)]
    await call()
    await call({ kind: 'bill' })
    const open = (await call({ kind: 'bill' }, target.id)).json<Made>()
    const move = (order?: PlacedOrder) => as('floor', 'PATCH', `/api/orders/${order?.id}`, { tableId: target.id })
    await move(orders[0])
    expect([await openAt(table.id), await openAt(target.id)]).toEqual([['waiter', 'bill'], ['bill']])
    await move(orders[1])
    // The guests at the other table called for the bill too: that call stays, and the moved one ends.
    expect([await openAt(table.id), await openAt(target.id)]).toEqual([[], ['waiter', 'bill']])
    expect((await storedAt(target.id)).map(({ id }) => id)).toContain(open.id)
  })
})
