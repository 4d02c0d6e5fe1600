import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { sessionParticipants, sharedSessions } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { listening, Phone } from '#server/testing/phone.ts'
import { newTable, seat, tableStatus } from '#server/testing/tables.ts'
import { adding } from '../cart/cart.ts'
import { changeOnce } from '../cart/change.ts'
import { endExpired, leave } from '../ending/end.ts'
import { arrive, join } from './join.ts'

const server = testServer()
const start = new Date('2027-03-01T18:00:00Z')
const SECOND_MS = 1000
let table = { id: 0, number: 0 }
let guests = 0

beforeEach(async () => {
  table = await newTable(server)
  atSecond(0)
})
const atSecond = (seconds: number) => server.clock.set(new Date(start.getTime() + seconds * SECOND_MS))
const db = () => server.connection.db
const now = () => server.clock.now()

const isAwaited = () => true

/** A browser that makes calls but opens no socket. */
async function call(name = `Guest ${++guests}`, tableId = table.id) {
  const tokenHash = `token of ${name}`
  const { id: sessionId, participant } = await join(db(), { tableId, name, tokenHash, now: now() })
  return { sessionId, participantId: participant.id, tokenHash, isAwaited }
}
type Guest = Awaited<ReturnType<typeof call>>

/** Sends JOIN_SESSION on its socket. */
const enter = (guest: Guest) => arrive(db(), guest, now())
async function sit(name?: string): Promise<Guest> {
  const guest = await call(name)
  await enter(guest)
  return guest
}
const add = (guest: Guest) =>
  changeOnce(db(), { ...guest, page: 'p', ref: undefined }, now(), adding({ menuItemId: server.soup, quantity: 1 }))

const end = (log = recordingLog()) => endExpired(db(), now(), log.log as Log).then(log.logged)
const status = () => tableStatus(server, table.id)
let signedIn: ReturnType<typeof signIn> | undefined
async function signIn(): Promise<string> {
  const { cookies } = await server.call('POST', '/api/login', { username: 'boss', password: 'secret-boss' })
  return `masa_session=${cookies.find(({ name }) => name === 'masa_session')?.value}`
}
async function asOwner(path: string, body: unknown): Promise<void> {
  signedIn ??= signIn()
  const answer = await server.call('PATCH', path, body, { headers: { cookie: await signedIn } })
  expect(answer.statusCode).toBe(200)
}
const setStatus = (to: string) => asOwner(`/api/tables/${table.id}/status`, { status: to })
/** Whether no session goes on at a table. */
async function isOver(tableId = table.id): Promise<boolean> {
  const rows = await db().select().from(sharedSessions).where(eq(sharedSessions.tableId, tableId))
  return rows.every((session) => session.status !== 'active')
}

describe('a seat', () => {
  it('is taken by nobody who only calls: fifty of them keep no guest from the table', async () => {
    for (let i = 0; i < 50; i++) await call()
    await sit('Ana')
    for (let i = 0; i < 50; i++) await call()
    await sit('Dan')
  })

  it('is one of twenty, whoever called before them', async () => {
    const early = await call('Early')
    for (let i = 0; i < 20; i++) await sit()
    await expect(call('Late')).rejects.toMatchObject({ code: 'session_full' })
    await expect(enter(early)).rejects.toMatchObject({ code: 'session_full' })
  })

  it('is one of twenty, also when more come at once', async () => {
    const called = []
    for (let i = 0; i < 24; i++) called.push(await call())
    const outcomes = await Promise.allSettled(called.map(enter))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  it('is lost by who was away for two minutes, and kept by who has ordered something', async () => {
    const [ana, dan] = [await sit('Ana'), await sit('Dan')]
    await add(ana)
    atSecond(119)
    for (let i = 0; i < 18; i++) await sit()
    await expect(sit()).rejects.toMatchObject({ code: 'session_full' })
    atSecond(121)
    await sit()
    await expect(enter(dan)).rejects.toMatchObject({ code: 'session_full' })
    await expect(call('Dan')).rejects.toMatchObject({ code: 'session_full' })
    expect(await call('Ana')).toEqual(ana)
    await enter(ana)
  })

  it('does not pile up in the database', async () => {
    const ana = await sit('Ana')
    await add(ana)
    const dan = await sit('Dan')
    atSecond(200)
    for (let i = 0; i < 150; i++) await call()
    const ghost = await call('Ghost')
    const rows = await db().select().from(sessionParticipants).where(eq(sessionParticipants.sessionId, ana.sessionId))
    expect(rows.length).toBeLessThan(110)
    const kept = new Set(rows.map(({ id }) => id))
    expect([ana, dan, ghost].map(({ participantId }) => kept.has(participantId))).toEqual([true, true, true])
  })
})

describe('who only called', () => {
  it('is not at the table: not in the list, and not waited for', async () => {
    const url = await listening(server.app)
    const [ana] = await seat(url, table.id, ['Ana'])
    const dan = new Phone(url)
    await dan.join(table.id, 'Dan')
    ana.add(server.soup)
    await ana.sees({ [server.soup]: 1 })
    ana.ready()
    await ana.heard('ALL_READY')
    expect(ana.of('PARTICIPANT_JOINED')).toEqual([])
    await dan.enter()
    expect((await ana.heard('PARTICIPANT_JOINED')).payload).toEqual({ name: 'Dan' })
    expect(await ana.complete()).toMatchObject({ status: 409, body: { code: 'not_everybody_ready' } })
  })
})

describe('a session to which no phone comes', () => {
  it.each(['available', 'occupied', 'reserved'])('ends after a minute; its table was %s and stays so', async (was) => {
    await setStatus(was)
    await call()
    expect(await status()).toBe(was)
    atSecond(59)
    await call()
    await end()
    expect(await isOver()).toBe(false)
    atSecond(60)
    await end()
    expect(await isOver()).toBe(true)
    expect(await status()).toBe(was)
  })

  it('occupies its table with the first phone, though two come at once, and no further one does', async () => {
    const [ana, dan] = [await call('Ana'), await call('Dan')]
    await setStatus('reserved')
    await Promise.all([enter(ana), enter(dan)])
    expect(await status()).toBe('occupied')
    await setStatus('reserved')
    await sit('Eva')
    await enter(ana)
    expect(await status()).toBe('reserved')
  })

  it('keeps no table occupied when the last order there ends', async () => {
    const order = await server.call('POST', '/api/orders', takeaway(server, { tableId: table.id }))
    await call()
    await asOwner(`/api/orders/${order.json().id}`, { status: 'completed' })
    expect(await status()).toBe('available')
  })

  it('frees its table with the last who was there', async () => {
    const [ana] = [await sit('Ana'), await call()]
    await leave(db(), ana.sessionId, ana.tokenHash, now())
    expect(await isOver()).toBe(false)
    atSecond(60)
    await end()
    expect([await isOver(), await status()]).toEqual([true, 'available'])
  })

  it('is not gone on with after a minute by who comes then: they start another', async () => {
    const early = await call()
    atSecond(61)
    const ana = await sit('Ana')
    expect(ana.sessionId).not.toBe(early.sessionId)
    await end()
    expect([await isOver(), await status()]).toEqual([false, 'occupied'])
  })

  it('is none where one came, even for a moment, until they leave', async () => {
    const url = await listening(server.app)
    const [ana] = await seat(url, table.id, ['Ana'])
    await call('Dan')
    ana.socket?.close()
    atSecond(600)
    await end()
    expect(await isOver()).toBe(false)
    await ana.leave()
    await end()
    expect(await isOver()).toBe(true)
  })
})

describe('the end of sessions', () => {
  it('comes to all whose time is up, though one of them fails', async () => {
    const tables = [table, await newTable(server), await newTable(server)]
    for (const { id } of tables) await call(undefined, id)
    const failing = tables[0]?.id ?? 0
    await db().execute(
      sql.raw(`
      create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
      create trigger refuse_end before update on shared_sessions for each row when (old.table_id = ${failing})
      execute function refuse_end()`),
    )
    atSecond(90 * 60)
    expect(await end()).toContain('P0001')
    await db().execute(sql.raw('drop function refuse_end() cascade'))
    const over = []
    for (const { id } of tables) over.push(await isOver(id))
    expect(over).toEqual([false, true, true])
    await end()
    expect(await isOver()).toBe(true)
  })
})

describe('new sessions', () => {
  it('are sixty for one address in ten minutes; to join one that goes on is free', async () => {
    const ask = (tableId: number, remoteAddress: string) =>
      server.call('POST', '/api/shared-sessions', { tableId, name: 'Ana' }, { remoteAddress })
    const statuses = []
    for (let i = 0; i < 60; i++) {
      const { id } = await newTable(server)
      statuses.push((await ask(id, `2001:db8:5:5::${i}`)).statusCode)
    }
    expect(statuses).toEqual(Array(60).fill(201))
    const refused = await ask(table.id, '2001:db8:5:5::ffff')
    expect(refused.statusCode).toBe(429)
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(600)
    expect(await isOver()).toBe(true)
    expect((await ask(table.id, '2001:db8:5:6::1')).statusCode).toBe(201)
    expect((await ask(table.id, '2001:db8:5:5::1')).statusCode).toBe(201)
  })
})
