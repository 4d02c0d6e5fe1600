import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { journal, loginFailures, loginSessions, users } from '#server/db/schema/index.ts'
import type { AppError } from '#server/platform/app-error.ts'
import { testServer } from '#server/testing/app.ts'
import { extendSessions } from './login-sessions.ts'
import { Allowance, type limitsOf } from './sign-in.ts'

const server = testServer()
let hosts = 0
/** An address that no other test uses. */
const newAddress = () => `10.11.${++hosts >> 8}.${hosts & 255}`
const post = (path: string, body: unknown, { cookie = '', from = newAddress() } = {}) =>
  server.call('POST', `/api/${path}`, body, { headers: cookie ? { cookie } : {}, remoteAddress: from })
const login = (username: string, password: string, more = {}) => post('login', { username, password }, more)
const cookieOf = (response: Awaited<ReturnType<typeof post>>, name = 'masa_session') => {
  const match = response.cookies.find((cookie) => cookie.name.startsWith(name))
  return match ? `${match.name}=${encodeURIComponent(match.value)}` : ''
}
const isSignedIn = async (cookie: string) =>
  (await server.call('GET', '/api/user', undefined, { headers: { cookie } })).statusCode === 200
const DAY_MS = 24 * 60 * 60_000

/** Counts the queries and connections of the sign-in pool during some work. */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const pool = server.connection.signIns.$client
  const queried = vi.spyOn(pool, 'query')
  const connected = vi.spyOn(pool, 'connect')
  await work()
  const count = queried.mock.calls.length + connected.mock.calls.length
  queried.mockRestore()
  connected.mockRestore()
  return count
}

describe('a rejected sign-in attempt', () => {
  it('causes no query once the limit is reached', async () => {
    const from = newAddress()
    const guess = () => login('boss', 'wrong', { from })
    expect(await countQueries(guess)).toBeGreaterThan(0)
    for (let i = 0; i < 9; i++) await guess()
    let rejected: Awaited<ReturnType<typeof post>> | undefined
    const queries = await countQueries(async () => {
      rejected = await guess()
    })
    expect([rejected?.statusCode, queries]).toEqual([429, 0])
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(800)
  })

  it('causes queries for as many as the limit if only the database has the other attempts', async () => {
    const from = newAddress()
    const at = server.clock.now()
    const failures = Array.from({ length: 50 }, (_, i) => ({
      address: from,
      usernameKey: `guess${i}`,
      device: null,
      at,
    }))
    await server.connection.db.insert(loginFailures).values(failures)
    for (let i = 0; i < 10; i++) expect((await login('boss', 'secret-boss', { from })).statusCode).toBe(429)
    expect(await countQueries(() => login('boss', 'x', { from }))).toBe(0)
  })

  it('gets a 503 immediately while a hundred others wait, and is not logged', async () => {
    const { db } = server.connection
    // Attempts from unknown browsers at many addresses, none of which can finish because of the lock.
    const [blocked] = await Promise.all([
      db.transaction(async (tx) => {
        await tx.execute(sql`lock table login_failures in access exclusive mode`)
        const flood = Array.from({ length: 110 }, (_, i) => login(`stranger ${i}`, 'wrong'))
        const first = await Promise.race(flood)
        return { first, flood }
      }),
    ])
    expect([blocked.first.statusCode, blocked.first.json().code]).toEqual([503, 'unavailable'])
    expect(Number(blocked.first.headers['retry-after'])).toBeGreaterThan(0)
    const statuses = (await Promise.all(blocked.flood)).map(({ statusCode }) => statusCode)
    expect([401, 503].map((status) => statuses.filter((other) => other === status).length)).toEqual([102, 8])
    expect(server.logged()).not.toContain('request failed')
  })
})

describe('a successful sign-in', () => {
  it('counts towards a limit of a hundred in 15 minutes from an address, over all instances', async () => {
    const from = newAddress()
    const at = new Date(server.clock.now().getTime() - 60_000)
    const row = { address: from, usernameKey: 'boss', device: null, succeeded: true, at }
    await server.connection.db.insert(loginFailures).values(Array(99).fill(row))
    const signedIn = await login('boss', 'secret-boss', { from })
    expect(signedIn.statusCode).toBe(200)
    const rejected = await login('boss', 'secret-boss', { from })
    expect([rejected.statusCode, Number(rejected.headers['retry-after'])]).toEqual([429, expect.closeTo(840, -1)])
    const device = cookieOf(signedIn, 'masa_device')
    expect((await login('boss', 'secret-boss', { from, cookie: device })).statusCode).toBe(200)
    expect((await login('boss', 'secret-boss')).statusCode).toBe(200)
  })

  it('is one of exactly a hundred, if more with the right password come at once', async () => {
    const from = newAddress()
    const at = new Date(server.clock.now().getTime() - 60_000)
    const row = { address: from, usernameKey: 'boss', device: null, succeeded: true, at }
    await server.connection.db.insert(loginFailures).values(Array(97).fill(row))
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await login('boss', 'secret-boss', { from })).statusCode),
    )
    expect(statuses.sort()).toEqual([...Array(3).fill(200), ...Array(9).fill(429)])
    const { rows } = await server.connection.db.execute<{ succeeded: boolean; count: number }>(
      sql`select succeeded, count(*)::int from login_failures where address = ${from} group by 1`,
    )
    expect(rows).toEqual([{ succeeded: true, count: 100 }])
  })

  it('counts towards a limit of sixty for its user over all known browsers', async () => {
    const registered = await post('register', { username: 'hoarder', password: 'parola1' })
    const at = new Date(server.clock.now().getTime() - 60_000)
    const rows = Array.from({ length: 60 }, (_, i) => ({
      ...{ address: '10.12.0.1', usernameKey: 'hoarder', device: `browser ${i % 6}`, succeeded: true, at },
    }))
    const cookie = cookieOf(registered, 'masa_device')
    expect((await login('hoarder', 'parola1', { cookie })).statusCode).toBe(200)
    await server.connection.db.insert(loginFailures).values(rows)
    expect((await login('hoarder', 'parola1', { cookie })).statusCode).toBe(429)
  })
})

describe('the sessions of a user', () => {
  it('are limited to the 20 most recently used', async () => {
    await post('register', { username: 'many', password: 'parola1' })
    const at = Date.now()
    const cookies: string[] = []
    for (let i = 0; i < 20; i++) {
      server.clock.set(new Date(at + i * 60_000))
      cookies.push(cookieOf(await login('many', 'parola1')))
    }
    // With the session of registering there are 21. The oldest was just used, so the second oldest ends next.
    server.clock.set(new Date(at + 30 * 60_000))
    expect(await isSignedIn(cookies[0] ?? '')).toBe(true)
    await login('many', 'parola1')
    const valid = await Promise.all(cookies.map(isSignedIn))
    expect(valid).toEqual([true, false, ...Array(18).fill(true)])
    server.clock.set(new Date())
  })

  it('are extended by a day by an open socket, so that the next request still renews the cookie', async () => {
    const { db } = server.connection
    const start = Date.now()
    const atMinute = (minutes: number) => new Date(start + minutes * 60_000)
    server.clock.set(atMinute(0))
    const cookie = cookieOf(await login('boss', 'secret-boss'))
    const newest = async () => (await db.select().from(loginSessions).orderBy(sql`id desc`).limit(1))[0]
    const id = (await newest())?.id ?? 0
    const day = 24 * 60
    // The last day of the session, which only a socket has used.
    await extendSessions(db, [id], atMinute(29 * day))
    expect(await newest()).toMatchObject({ usedAt: atMinute(29 * day), expiresAt: atMinute(30 * day) })
    await extendSessions(db, [id], atMinute(30 * day - 1))
    expect(await newest()).toMatchObject({ usedAt: atMinute(30 * day - 1), expiresAt: atMinute(31 * day - 1) })
    // At most every five minutes.
    await extendSessions(db, [id], atMinute(30 * day + 3))
    expect(await newest()).toMatchObject({ usedAt: atMinute(30 * day - 1) })
    server.clock.set(atMinute(30 * day + 4))
    const used = await server.call('GET', '/api/user', undefined, { headers: { cookie } })
    expect([used.statusCode, cookieOf(used)]).toEqual([200, cookie])
    expect((await newest())?.expiresAt).toEqual(atMinute(60 * day + 4))
    server.clock.set(new Date())
  })

  it('end at the start of the first business day after 180 days, not in the evening before', async () => {
    const signedIn = new Date('2026-03-10T18:00:00Z')
    server.clock.set(signedIn)
    const cookie = cookieOf(await login('boss', 'secret-boss'))
    const row = await server.connection.db.select().from(loginSessions).orderBy(sql`id desc`).limit(1)
    await server.connection.db
      .update(loginSessions)
      .set({ expiresAt: new Date(signedIn.getTime() + 400 * DAY_MS) })
      .where(eq(loginSessions.id, row[0]?.id ?? 0))
    // 180 days later it is 21:00 by the restaurant's clock; its day begins at four.
    for (const [time, isValid] of [
      ['2026-09-06T18:00:00Z', true],
      ['2026-09-07T00:59:00Z', true],
      ['2026-09-07T01:00:00Z', false],
    ] as const) {
      server.clock.set(new Date(time))
      expect([time, await isSignedIn(cookie)]).toEqual([time, isValid])
    }
    server.clock.set(new Date())
  })
})

describe('the journal of sign-ins', () => {
  const entries = async (since: number) =>
    (await server.connection.db.select().from(journal).where(sql`id > ${since}`).orderBy(journal.id)).map(
      ({ id, at, ...entry }) => entry,
    )
  const lastId = async () =>
    (await server.connection.db.execute<{ id: number }>(sql`select coalesce(max(id), 0)::int as id from journal`))
      .rows[0]?.id ?? 0

  it('contains sign-ins, rejected sign-ins of existing users, and changes of users', async () => {
    const since = await lastId()
    const from = newAddress()
    await post('register', { username: 'Dan', password: 'parola1' }, { from })
    await login('dan', 'wrong', { from })
    await login('nobody at all', 'wrong', { from })
    await vi.waitFor(async () => expect(await entries(since)).toHaveLength(3))
    await login('DAN', 'parola1', { from })
    const [dan] = await server.connection.db.select().from(users).where(eq(users.username, 'Dan'))
    const owner = { headers: { cookie: server.owner }, remoteAddress: from }
    await server.call('PATCH', `/api/users/${dan?.id}`, { role: 'owner' }, owner)
    await server.call('POST', `/api/users/${dan?.id}/password`, { password: 'parola2' }, owner)
    await server.call('DELETE', `/api/users/${dan?.id}`, undefined, owner)
    await server.call('POST', '/api/users', { username: 'Eva', password: 'parola1' }, owner)
    const [byDan, byBoss] = ['Dan', 'boss'].map((username) => ({ username, address: from }))
    expect(await entries(since)).toEqual([
      { ...byDan, kind: 'user_created', details: { user: 'Dan', role: 'staff' } },
      { ...byDan, kind: 'signed_in', details: {} },
      { ...byDan, kind: 'sign_in_refused', details: {} },
      { ...byDan, kind: 'signed_in', details: {} },
      { ...byBoss, kind: 'user_role', details: { user: 'Dan', role: 'owner' } },
      { ...byBoss, kind: 'password_set', details: { user: 'Dan' } },
      { ...byBoss, kind: 'user_removed', details: { user: 'Dan' } },
      { ...byBoss, kind: 'user_created', details: { user: 'Eva', role: 'staff' } },
    ])
  })

  it('contains at most a thousand sign-ins of staff per hour, and all sign-ins of owners', async () => {
    await post('register', { username: 'Ion', password: 'parola1' }, { from: newAddress() })
    const at = new Date().toISOString()
    await server.connection.db.execute(
      sql`insert into journal (at, kind) select ${at}, 'signed_in' from generate_series(1, 1000)`,
    )
    const since = await lastId()
    expect((await login('ion', 'parola1')).statusCode).toBe(200)
    expect((await login('boss', 'secret-boss')).statusCode).toBe(200)
    expect((await entries(since)).map(({ kind, username }) => [kind, username])).toEqual([['signed_in', 'boss']])
    await server.connection.db.execute(sql`delete from journal where username is null and kind = 'signed_in'`)
  })

  it('contains at most a thousand registrations per hour and one entry that counts the others, and all by owners', async () => {
    server.clock.set(new Date('2026-12-02T10:20:00Z'))
    const at = new Date('2026-12-02T10:00:00Z')
    await server.connection.db.insert(journal).values(Array(999).fill({ at, kind: 'user_created', username: 'x' }))
    const since = await lastId()
    const register = (i: number) => post('register', { username: `crowd ${i}`, password: 'parola1' })
    const recorded = async () =>
      (await entries(since)).map(({ kind, details }) => [kind, details]).filter(([kind]) => kind !== 'signed_in')
    for (let i = 0; i < 4; i++) expect((await register(i)).statusCode).toBe(201)
    const own = { headers: { cookie: server.owner } }
    await server.call('POST', '/api/users', { username: 'by the owner', password: 'parola1' }, own)
    const single = (user: string) => ['user_created', { user, role: 'staff' }]
    expect(await recorded()).toEqual([single('crowd 0'), ['users_registered', { count: 3 }], single('by the owner')])
    server.clock.set(new Date('2026-12-02T11:00:00Z'))
    await register(4)
    expect((await recorded()).at(-1)).toEqual(single('crowd 4'))
    server.clock.set(new Date())
  })

  it('contains at most a thousand entries for rejected sign-ins per hour, and one that counts the others', async () => {
    server.clock.set(new Date('2026-12-01T10:20:00Z'))
    const at = new Date('2026-12-01T10:00:00Z')
    await server.connection.db
      .insert(journal)
      .values(Array(999).fill({ at, kind: 'sign_in_refused', username: 'boss' }))
    const since = await lastId()
    const [single, summary] = ['sign_in_refused', 'sign_ins_refused']
    const kinds = async () => (await entries(since)).map(({ kind, details }) => [kind, details])
    await login('boss', 'wrong')
    await vi.waitFor(async () => expect(await kinds()).toEqual([[single, {}]]))
    for (const count of [1, 2, 3]) {
      await login('boss', 'wrong')
      await vi.waitFor(async () =>
        expect(await kinds()).toEqual([
          [single, {}],
          [summary, { count }],
        ]),
      )
    }
    server.clock.set(new Date('2026-12-01T11:00:00Z'))
    await login('boss', 'wrong')
    await vi.waitFor(async () => expect((await kinds()).at(-1)).toEqual([single, {}]))
    server.clock.set(new Date())
  })
})

const START = Date.parse('2026-11-20T18:00:00Z')
let allowance = new Allowance()
beforeEach(() => {
  allowance = new Allowance()
})

const attempt = (changes: Partial<Parameters<typeof limitsOf>[0]> = {}) => ({
  address: '10.0.0.1',
  usernameKey: 'ana',
  device: null,
  ...changes,
})
const admit = (signIn = attempt(), minute = 0) => allowance.admit(signIn, new Date(START + minute * 60_000))
/** The seconds after which an attempt is allowed; 0 if it is allowed now. */
function waitSeconds(signIn = attempt(), minute = 0): number {
  try {
    admit(signIn, minute).withdraw()
    return 0
  } catch (error) {
    expect((error as AppError).code).toBe('too_many_requests')
    return (error as AppError).retryAfter ?? Number.NaN
  }
}

describe('the limits on sign-in attempts in memory', () => {
  it.each([
    ['ten failures as one user from one address', 10, () => attempt()],
    ['fifty failures from one address', 50, (i: number) => attempt({ usernameKey: `name ${i}` })],
    ['a hundred failures as one user', 100, (i: number) => attempt({ address: `10.0.0.${i}` })],
    ['ten failures in a known browser', 10, (i: number) => attempt({ device: 'tablet', address: `10.0.0.${i}` })],
    ['a hundred failures as one user in known browsers', 100, (i: number) => attempt({ device: `tablet ${i}` })],
  ])('allow %s, even concurrent ones, but not one more', (_, max, attemptNumber) => {
    for (let i = 0; i < max; i++) admit(attemptNumber(i))
    expect(waitSeconds(attemptNumber(max))).toBeGreaterThan(0)
  })

  it('reject with the time until the oldest attempt stops counting, and allow attempts from then on', () => {
    for (let minute = 0; minute < 10; minute++) admit(attempt(), minute)
    expect([waitSeconds(attempt(), 10), waitSeconds(attempt(), 15)]).toEqual([300, 0])
  })

  it('count attempts from a known browser and from its address separately', () => {
    for (let i = 0; i < 10; i++) admit()
    expect([waitSeconds() > 0, waitSeconds(attempt({ device: 'tablet' }))]).toEqual([true, 0])
    for (let i = 0; i < 10; i++) admit(attempt({ device: 'tablet', address: '10.0.0.2' }))
    expect(waitSeconds(attempt({ address: '10.0.0.2' }))).toBe(0)
  })

  it('allow a hundred right passwords from an address and thirty in a known browser, and count none as a failure', () => {
    for (let i = 0; i < 100; i++) admit().recordSuccess()
    expect(waitSeconds(attempt({ usernameKey: 'somebody else' }))).toBe(900)
    for (let i = 0; i < 30; i++) admit(attempt({ device: 'tablet' })).recordSuccess()
    expect([waitSeconds(attempt({ device: 'tablet' })), waitSeconds(attempt({ device: 'phone' }))]).toEqual([900, 0])
  })

  it('do not count an attempt that was withdrawn', () => {
    for (let i = 0; i < 20; i++) admit().withdraw()
    expect(waitSeconds()).toBe(0)
  })

  it('count from zero after being cleared', () => {
    for (let i = 0; i < 10; i++) admit()
    allowance.clear()
    expect(waitSeconds()).toBe(0)
  })

  it('count a bounded number of addresses, dropping the oldest', () => {
    for (let i = 0; i < 20_000; i++)
      for (let n = 0; n < 10; n++) admit(attempt({ address: `2001:db8:${i}::`, usernameKey: `${i}` }))
    expect(waitSeconds(attempt({ address: '2001:db8:19999::', usernameKey: '19999' }))).toBe(900)
    expect(waitSeconds(attempt({ address: '2001:db8:0::', usernameKey: '0' }))).toBe(0)
  })
})
