import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { journal, loginFailures, loginSessions, users } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { extendSessions } from './login-sessions.ts'
import { inPasswordQueue } from './passwords.ts'

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
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

describe('a flood of sign-ins', () => {
  /** Inserts failed attempts from an address, as different users. */
  const insertFailures = (address: string, count: number) => {
    const at = server.clock.now()
    const rows = Array.from({ length: count }, (_, i) => ({
      networks: [address],
      usernameKey: `guess ${i}`,
      device: null,
      at,
    }))
    return server.connection.db.insert(loginFailures).values(rows)
  }

  it('from one address has fifty checked, even at once, and the others refused', async () => {
    const from = newAddress()
    await insertFailures(from, 45)
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => (await login(`nobody ${i}`, 'wrong', { from })).statusCode),
    )
    expect(statuses.sort()).toEqual([...Array(5).fill(401), ...Array(5).fill(429)])
  })

  it('from a /56 has four times as many checked as from each of its /64s, and locks no other network out', async () => {
    await post('register', { username: 'ilie', password: 'parola1' })
    const guess = async (network: string, password = 'wrong') =>
      (await login('ilie', password, { from: `${network}::1` })).statusCode
    const networks = Array.from({ length: 5 }, (_, i) => `2001:db8:77:${i}`)
    const statuses = await Promise.all(networks.flatMap((network) => Array.from({ length: 10 }, () => guess(network))))
    expect(statuses.filter((status) => status === 401)).toHaveLength(40)
    expect(await guess('2001:db8:77:99', 'parola1')).toBe(429)
    expect(await guess('2001:db8:77:100', 'parola1')).toBe(200)
  })

  it('in a known browser has ten checked, and says when the next may be', async () => {
    server.clock.set(new Date('2026-11-20T18:00:00Z'))
    const cookie = cookieOf(await post('register', { username: 'horia', password: 'parola1' }), 'masa_device')
    for (let i = 0; i < 10; i++) expect((await login('horia', 'wrong', { cookie })).statusCode).toBe(401)
    server.clock.set(new Date('2026-11-20T18:10:00Z'))
    const refused = await login('horia', 'parola1', { cookie })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '300'])
    server.clock.set(new Date('2026-11-20T18:15:00Z'))
    expect((await login('horia', 'parola1', { cookie })).statusCode).toBe(200)
    server.clock.set(undefined)
  })

  /** Runs work while a hundred passwords of strangers wait to be checked, beside the two that are being checked. */
  async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 102 }, () => inPasswordQueue('strangers', () => promise))
    const result = await work()
    resolve()
    await Promise.all(waiting)
    return result
  }

  it('is refused from the 101st in 15 minutes, also with the right password, for its address alone', async () => {
    const from = newAddress()
    const cookie = cookieOf(await post('register', { username: 'doru', password: 'parola1' }), 'masa_device')
    const statuses = await whileBusy(() =>
      Promise.all(Array.from({ length: 100 }, async () => (await login('doru', 'parola1', { from })).statusCode)),
    )
    expect(new Set(statuses)).toEqual(new Set([503]))
    expect((await login('doru', 'parola1', { from })).statusCode).toBe(429)
    expect((await login('doru', 'parola1', { from, cookie })).statusCode).toBe(200)
    expect((await login('doru', 'parola1')).statusCode).toBe(200)
  })

  it('gets 503s when a hundred wait, which are not logged; a known browser still gets its turn', async () => {
    const cookie = cookieOf(await login('boss', 'secret-boss'), 'masa_device')
    const { known } = await whileBusy(async () => {
      const refused = await login('stranger', 'wrong')
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      return { known: login('boss', 'secret-boss', { cookie }) }
    })
    expect((await known).statusCode).toBe(200)
    expect(server.logged()).not.toContain('request failed')
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
    // The use is written at most every five minutes.
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

  it('contains at most a thousand entries for rejected sign-ins per hour, and one that counts the others', async () => {
    const at = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS)
    server.clock.set(new Date(at.getTime() + HOUR_MS / 3))
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
    server.clock.set(new Date(at.getTime() + HOUR_MS))
    await login('boss', 'wrong')
    await vi.waitFor(async () => expect((await kinds()).at(-1)).toEqual([single, {}]))
    server.clock.set(new Date())
  })
})
