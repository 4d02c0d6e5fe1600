import { isNull } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tableCalls } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { type People, signInPeople } from '#server/testing/people.ts'
import { listenUrl } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import { newTable } from '#server/testing/tables.ts'

const server = testServer({ trustProxy: true })
let people: People
let url = ''
let address = ''
let addresses = 0
beforeAll(async () => {
  people = await signInPeople(server)
  url = await listenUrl(server.app)
})
beforeEach(() => {
  address = `10.0.0.${++addresses}`
})

const call = (tableId: number, kind = 'waiter', headers: Record<string, string> = { 'x-forwarded-for': address }) =>
  server.call('POST', `/api/tables/${tableId}/calls`, { kind }, { headers })
const newTables = async (count: number) => {
  const ids: number[] = []
  while (ids.length < count) ids.push((await newTable(server)).id)
  return ids
}
/** Calls at several tables at the same time. @returns the statuses, in order */
const callAtAll = async (tableIds: number[], headers?: Record<string, string>) => {
  const responses = await Promise.all(tableIds.map((id) => call(id, 'waiter', headers)))
  return responses.map(({ statusCode }) => statusCode).sort()
}

describe('the calls of one address', () => {
  it('are open at 8 tables at most, until one of them has ended; others can still call', async () => {
    const ids = await newTables(12)
    expect(await callAtAll(ids)).toEqual([...Array(8).fill(201), ...Array(4).fill(429)])
    const open = await server.connection.db.select().from(tableCalls).where(isNull(tableCalls.endedAt))
    const calling = open.map(({ tableId }) => tableId)
    const [free = 0, ...others] = ids.filter((id) => !calling.includes(id))
    for (const id of calling) expect((await call(id, 'bill')).statusCode).toBe(201)
    const refused = await call(free)
    expect([refused.json().code, refused.headers['retry-after']]).toEqual(['too_many_requests', '60'])
    const asOwner = { headers: { cookie: server.owner } }
    await server.call('PATCH', `/api/tables/${calling[0]}/status`, { status: 'available' }, asOwner)
    expect((await call(free)).statusCode).toBe(201)
    address = '10.0.1.1'
    expect(await callAtAll(others)).toEqual([201, 201, 201])
  })

  it('are open at any number of tables if a user of the floor makes them, or a user with a duty has Masa open there', async () => {
    expect(await callAtAll(await newTables(9), { cookie: people.floor })).toEqual(Array(9).fill(201))
    const wifi = { 'x-forwarded-for': address }
    const sockets = [await openTestSocket(url, wifi), await openTestSocket(url, { ...wifi, cookie: people.staff })]
    expect(await callAtAll(await newTables(9))).toEqual([...Array(8).fill(201), 429])
    sockets.push(await openTestSocket(url, { ...wifi, cookie: people.kitchen }))
    expect(await callAtAll(await newTables(9))).toEqual(Array(9).fill(201))
    for (const { socket } of sockets) socket.close()
  })

  it('are refused after 120 in 10 minutes, whatever their outcome; others can still call', async () => {
    const [id = 0] = await newTables(1)
    for (let i = 0; i < 60; i++) await call(id)
    for (let i = 0; i < 60; i++) await call(999_999)
    const refused = await call(id)
    expect([refused.statusCode, refused.json().code, Number(refused.headers['retry-after'])]).toEqual([
      429,
      'too_many_requests',
      expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 600),
    ])
    address = '10.0.1.2'
    expect((await call(id)).statusCode).toBe(200)
  })
})
