import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, Phone } from '#server/testing/phone.ts'
import { newTable, type People, signInPeople } from '#server/testing/users.ts'
import type { SessionOverview } from '#shared/contracts/shared-sessions.ts'
import type { Table } from '#shared/contracts/tables.ts'

/* Guests who proved the key of a table, and guests who sat down without it. */
const server = testServer({ guestWritesPerMinute: 0 })
const requireKeys = (tableKeysRequired: boolean) => server.asOwner('PATCH', '/api/settings', { tableKeysRequired })
const keyOf = async (id: number) =>
  (await server.asOwner('GET', '/api/tables')).json<Table[]>().find((table) => table.id === id)?.key ?? ''
let people: People
let table = { id: 0, number: 0 }
const second = secondInstance(server, { guestWritesPerMinute: 0 })
let urls: [string, string]
const overviewOf = async (id: number) =>
  (await server.asOwner('GET', '/api/shared-sessions')).json<SessionOverview[]>().find(({ tableId }) => tableId === id)

beforeAll(async () => {
  people = await signInPeople(server)
  urls = [await listenUrl(server.app), await listenUrl(second.app)]
})

beforeEach(async () => {
  await requireKeys(false)
  table = await newTable(server)
})

async function joinAt(phone: Phone, name: string, tableKey?: string, tableId = table.id): Promise<number> {
  const response = await phone.call('POST', '/api/shared-sessions', { tableId, name, tableKey })
  if (response.status === 201) phone.joined = response.body as Phone['joined']
  return response.status
}

async function seated(name: string, tableKey?: string, url = urls[0], tableId = table.id): Promise<Phone> {
  const phone = new Phone(url)
  expect(await joinAt(phone, name, tableKey, tableId)).toBe(201)
  await phone.enter()
  return phone
}

/** Lists every key that a phone was ever sent on its socket. */
const keysSentTo = (phone: Phone) => phone.framesOf('SESSION_INFO').flatMap(({ payload }) => payload.tableKey ?? [])
const lastInfo = (phone: Phone) => phone.framesOf('SESSION_INFO').at(-1)?.payload

/** Tries an order, a call and the table's order without a key in the phone's address. @returns their statuses */
async function attempts(phone: Phone, tableId = table.id): Promise<number[]> {
  const order = await phone.call('POST', '/api/orders', takeaway(server, { tableId }))
  const call = await phone.call('POST', `/api/tables/${tableId}/calls`, { kind: 'waiter' })
  const completion = await phone.complete()
  return [order.status, call.status, completion.status]
}

const REFUSED = [409, 409, 409]

describe('a script that sat down at all tables while no keys were required', () => {
  it('gets no key and orders nothing once they are required, also on another instance', async () => {
    const tables = [table, await newTable(server), await newTable(server)]
    const scripts: Phone[] = []
    for (const [i, { id }] of tables.entries()) scripts.push(await seated('Eve', undefined, urls[i % 2 ? 1 : 0], id))
    for (const script of scripts) {
      script.add(server.soup)
      script.ready()
      await script.frame('ALL_READY')
    }
    await requireKeys(true)
    for (const [i, script] of scripts.entries()) {
      // The open socket is told to scan, and so is a socket that is opened now.
      await script.waitForFrame(expect.objectContaining({ payload: expect.objectContaining({ mustScan: true }) }))
      expect(await attempts(script, tables[i]?.id)).toEqual(REFUSED)
      expect(keysSentTo(script)).toEqual([])
      const elsewhere = Object.assign(new Phone(urls[i % 2 ? 0 : 1]), { cookie: script.cookie, joined: script.joined })
      expect(await joinAt(elsewhere, 'Eve', 'guessed-', tables[i]?.id)).toBe(201)
      await elsewhere.enter()
      expect(await attempts(elsewhere, tables[i]?.id)).toEqual(REFUSED)
      expect(keysSentTo(elsewhere)).toEqual([])
      expect(lastInfo(elsewhere)?.mustScan).toBe(true)
    }
  })
})

it('a guest whose shared table has run out of time proves nothing with the seat', async ({ onTestFinished }) => {
  onTestFinished(() => server.clock.set(undefined))
  const dan = await seated('Dan', await keyOf(table.id))
  await requireKeys(true)
  const call = async () => (await dan.call('POST', `/api/tables/${table.id}/calls`, { kind: 'waiter' })).status
  server.clock.set(new Date(Date.now() + 91 * 60_000))
  expect(await call()).toBe(409)
  server.clock.set(undefined)
  expect(await call()).toBe(201)
})

describe('a guest who sat down before keys were required', () => {
  it('keeps seat and cart, and goes on with the key of the code, on either instance', async () => {
    const dan = await seated('Dan')
    dan.add(server.soup, 2)
    await dan.waitForCart({ [server.soup]: 2 })
    await requireKeys(true)
    const key = await keyOf(table.id)
    const { id, participant } = dan.joined
    // Opens the link of the code, here at the other instance.
    const scanned = Object.assign(new Phone(urls[1]), { cookie: dan.cookie })
    expect(await joinAt(scanned, 'Dan', key)).toBe(201)
    expect(scanned.joined).toMatchObject({ id, participant: { id: participant.id } })
    await dan.waitForFrame(expect.objectContaining({ payload: expect.objectContaining({ tableKey: key }) }))
    expect(lastInfo(dan)).not.toHaveProperty('mustScan')
    expect(await overviewOf(table.id)).toMatchObject({ guests: 1, unproven: 0 })
    await dan.enter()
    expect(dan.cart()).toMatchObject([{ participantId: participant.id, quantity: 2 }])
    dan.ready()
    await dan.frame('ALL_READY')
    expect(await attempts(dan)).toEqual([201, 201, 200])
  })

  it('has proved the key already if the phone sent it when joining', async () => {
    const key = await keyOf(table.id)
    const dan = await seated('Dan', key)
    expect(keysSentTo(dan)).toEqual([])
    await requireKeys(true)
    await dan.waitForFrame(expect.objectContaining({ payload: expect.objectContaining({ tableKey: key }) }))
    expect((await attempts(dan)).slice(0, 2)).toEqual([201, 201])
  })
})

describe('moving a session', () => {
  it('gives the key of the new table to those who proved the one before, and to nobody else', async () => {
    const key = await keyOf(table.id)
    const [dan, eve] = [await seated('Dan', key), await seated('Eve')]
    await requireKeys(true)
    const to = await newTable(server)
    await server.asOwner('POST', `/api/shared-sessions/${dan.joined.id}/move`, { tableId: to.id })
    const info = { tableId: to.id, tableNumber: to.number }
    const other = await keyOf(to.id)
    await dan.waitForFrame(expect.objectContaining({ payload: expect.objectContaining({ ...info, tableKey: other }) }))
    await eve.waitForFrame(expect.objectContaining({ payload: expect.objectContaining({ ...info, mustScan: true }) }))
    expect(keysSentTo(eve)).toEqual([])
    expect((await attempts(eve, to.id)).slice(0, 2)).toEqual([409, 409])
    expect((await attempts(dan, to.id)).slice(0, 2)).toEqual([201, 201])
    expect(await overviewOf(to.id)).toMatchObject({ guests: 2, unproven: 1 })
  })
})

describe('a participant who leaves', () => {
  it('proves the key again when they come back', async () => {
    const [dan, ana] = [await seated('Dan', await keyOf(table.id)), await seated('Ana')]
    expect((await dan.leave()).status).toBe(204)
    expect(await joinAt(dan, 'Dan')).toBe(201)
    await dan.enter()
    await requireKeys(true)
    await ana.frame('SESSION_INFO', 2)
    expect((await attempts(dan)).slice(0, 2)).toEqual([409, 409])
    expect(keysSentTo(dan)).toEqual([])
  })
})

describe('a user of the floor', () => {
  it('needs no key, gets none, and is not counted', async () => {
    await requireKeys(true)
    const waiter = new Phone(urls[0])
    waiter.cookie = people.floor
    expect(await joinAt(waiter, 'Vlad')).toBe(201)
    waiter.cookie = `${people.floor}; ${waiter.cookie}`
    await waiter.enter()
    expect(Object.keys((await waiter.frame('SESSION_INFO')).payload).sort()).toEqual([
      'tableId',
      'tableNumber',
      'timeRemaining',
    ])
    expect(await overviewOf(table.id)).toMatchObject({ guests: 1, unproven: 0 })
  })
})
