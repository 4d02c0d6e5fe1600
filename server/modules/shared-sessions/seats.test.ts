import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { sharedSessions } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { listenUrl, Phone } from '#server/testing/phone.ts'
import { newTable, seat, tableStatus } from '#server/testing/users.ts'
import { addItem, changeOnce } from './cart.ts'
import { endExpired, leave } from './ending.ts'
import { join, markPresent } from './joining.ts'

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

/** Joins over HTTP without opening a socket. */
async function joinWithoutPhone(name = `Guest ${++guests}`, tableId = table.id) {
  const tokenHash = `token of ${name}`
  const { id: sessionId, participant } = await join(db(), { tableId, name, tokenHash, now: now() })
  return { sessionId, participantId: participant.id, tokenHash, isAwaited }
}

type Guest = Awaited<ReturnType<typeof joinWithoutPhone>>

/** Marks the guest's phone as connected, as JOIN_SESSION does. */
const connectPhone = (guest: Guest) => markPresent(db(), guest, now())

async function joinWithPhone(name?: string): Promise<Guest> {
  const guest = await joinWithoutPhone(name)
  await connectPhone(guest)
  return guest
}

const add = (guest: Guest) =>
  changeOnce(db(), { ...guest, ref: undefined }, now(), addItem({ menuItemId: server.soup, quantity: 1 }))

const endExpiredSessions = (log = recordingLog()) => endExpired(db(), now(), log.log as Log).then(log.logged)
const currentTableStatus = () => tableStatus(server, table.id)
let signedIn: ReturnType<typeof signIn> | undefined

async function signIn(): Promise<string> {
  const { cookies } = await server.call('POST', '/api/login', { username: 'boss', password: 'secret-boss' })
  return `masa_session=${cookies.find(({ name }) => name === 'masa_session')?.value}`
}

async function asOwner(path: string, body: unknown): Promise<void> {
  signedIn ??= signIn()
  const response = await server.call('PATCH', path, body, { headers: { cookie: await signedIn } })
  expect(response.statusCode).toBe(200)
}

const setStatus = (to: string) => asOwner(`/api/tables/${table.id}/status`, { status: to })

/** Whether the table has no active session. */
async function hasNoSession(tableId = table.id): Promise<boolean> {
  const rows = await db().select().from(sharedSessions).where(eq(sharedSessions.tableId, tableId))
  return rows.every((session) => session.status !== 'active')
}

describe('a seat', () => {
  it('is not used by participants without a phone: even with many of them, guests can join', async () => {
    for (const name of ['Ana', 'Dan']) {
      for (let i = 0; i < 25; i++) await joinWithoutPhone()
      await joinWithPhone(name)
    }
  })

  it('is one of 20 until somebody leaves, even for a participant who joined earlier without a phone', async () => {
    const early = await joinWithoutPhone('Early')
    for (let i = 0; i < 19; i++) await joinWithPhone()
    const last = await joinWithPhone()
    await expect(joinWithoutPhone('Late')).rejects.toMatchObject({ code: 'session_full' })
    await expect(connectPhone(early)).rejects.toMatchObject({ code: 'session_full' })
    await leave(db(), last.sessionId, last.tokenHash, now())
    await connectPhone(early)
  })

  it('is one of 20, even when more phones connect concurrently', async () => {
    const joined = []
    for (let i = 0; i < 24; i++) joined.push(await joinWithoutPhone())
    const outcomes = await Promise.allSettled(joined.map(connectPhone))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  it('is lost after two minutes without a phone, unless the participant has lines', async () => {
    const [ana, dan] = [await joinWithPhone('Ana'), await joinWithPhone('Dan')]
    await add(ana)
    atSecond(130)
    for (let i = 0; i < 18; i++) await joinWithPhone()
    await expect(joinWithPhone()).rejects.toMatchObject({ code: 'session_full' })
    atSecond(131)
    await joinWithPhone()
    await expect(connectPhone(dan)).rejects.toMatchObject({ code: 'session_full' })
    await expect(joinWithoutPhone('Dan')).rejects.toMatchObject({ code: 'session_full' })
    expect(await joinWithoutPhone('Ana')).toEqual(ana)
    await connectPhone(ana)
  })
})

describe('a participant without a phone', () => {
  it('is not in the list of participants, and need not be ready for the order', async () => {
    const url = await listenUrl(server.app)
    const [ana] = await seat(url, table.id, ['Ana'])
    const dan = new Phone(url)
    await dan.join(table.id, 'Dan')
    ana.add(server.soup)
    await ana.waitForCart({ [server.soup]: 1 })
    ana.ready()
    await ana.frame('ALL_READY')
    expect(ana.framesOf('PARTICIPANT_JOINED')).toEqual([])
    await dan.enter()
    expect((await ana.frame('PARTICIPANT_JOINED')).payload).toEqual({ name: 'Dan' })
    expect(await ana.complete()).toMatchObject({ status: 409, body: { code: 'not_everybody_ready' } })
  })
})

describe('a session without a connected phone', () => {
  it.each(['available', 'occupied', 'reserved'])('ends after a minute and leaves its table %s', async (before) => {
    await setStatus(before)
    await joinWithoutPhone()
    expect(await currentTableStatus()).toBe(before)
    atSecond(59)
    await joinWithoutPhone()
    await endExpiredSessions()
    expect(await hasNoSession()).toBe(false)
    atSecond(60)
    await endExpiredSessions()
    expect(await hasNoSession()).toBe(true)
    expect(await currentTableStatus()).toBe(before)
  })

  it('occupies its table once, when the first phone connects', async () => {
    const [ana, dan] = [await joinWithoutPhone('Ana'), await joinWithoutPhone('Dan')]
    await setStatus('reserved')
    await Promise.all([connectPhone(ana), connectPhone(dan)])
    expect(await currentTableStatus()).toBe('occupied')
    await setStatus('reserved')
    await joinWithPhone('Eva')
    await connectPhone(ana)
    expect(await currentTableStatus()).toBe('reserved')
  })

  it('ends a minute after the last participant with a phone left, and the table is free', async () => {
    const [ana] = [await joinWithPhone('Ana'), await joinWithoutPhone()]
    await leave(db(), ana.sessionId, ana.tokenHash, now())
    expect(await hasNoSession()).toBe(false)
    atSecond(60)
    await endExpiredSessions()
    expect([await hasNoSession(), await currentTableStatus()]).toEqual([true, 'available'])
  })

  it('is replaced by a new session for guests who connect after a minute', async () => {
    const early = await joinWithoutPhone()
    atSecond(61)
    const ana = await joinWithPhone('Ana')
    expect(ana.sessionId).not.toBe(early.sessionId)
    await endExpiredSessions()
    expect([await hasNoSession(), await currentTableStatus()]).toEqual([false, 'occupied'])
  })

  it('does not end until all participants whose phones once connected have left', async () => {
    const url = await listenUrl(server.app)
    const [ana] = await seat(url, table.id, ['Ana'])
    await joinWithoutPhone('Dan')
    ana.socket?.close()
    atSecond(600)
    await endExpiredSessions()
    expect(await hasNoSession()).toBe(false)
    await ana.leave()
    await endExpiredSessions()
    expect(await hasNoSession()).toBe(true)
  })
})

describe('ending expired sessions', () => {
  it('ends all others if one fails, and the failed one on the next run', async () => {
    const tables = [table, await newTable(server), await newTable(server)]
    for (const { id } of tables) await joinWithoutPhone(undefined, id)
    const failingId = tables[0]?.id ?? 0
    await db().execute(
      sql.raw(`
    create function reject_end() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
    create trigger reject_end before update on shared_sessions for each row when (old.table_id = ${failingId})
    execute function reject_end()`),
    )
    atSecond(90 * 60)
    expect(await endExpiredSessions()).toContain('P0001')
    await db().execute(sql.raw('drop function reject_end() cascade'))
    const ended = []
    for (const { id } of tables) ended.push(await hasNoSession(id))
    expect(ended).toEqual([false, true, true])
    await endExpiredSessions()
    expect(await hasNoSession()).toBe(true)
  })
})

describe('starting sessions', () => {
  it('is limited to 60 per address in ten minutes, without counting guests who join an active session', async () => {
    const postJoin = (tableId: number, remoteAddress: string) =>
      server.call('POST', '/api/shared-sessions', { tableId, name: 'Ana' }, { remoteAddress })
    const statuses = []
    for (let i = 0; i < 60; i++) {
      const { id } = await newTable(server)
      statuses.push((await postJoin(id, `2001:db8:5:5::${i}`)).statusCode)
    }
    expect(statuses).toEqual(Array(60).fill(201))
    const rejected = await postJoin(table.id, '2001:db8:5:5::ffff')
    expect(rejected.statusCode).toBe(429)
    const retryAfter = Number(rejected.headers['retry-after'])
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(600)
    expect(await hasNoSession()).toBe(true)
    expect((await postJoin(table.id, '2001:db8:5:6::1')).statusCode).toBe(201)
    expect((await postJoin(table.id, '2001:db8:5:5::1')).statusCode).toBe(201)
  })
})
