import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { journal, loginFailures, loginSessions, users } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { extendSessions } from './login-sessions.ts'

const server = testServer()
let hosts = 0
const somewhere = () => `10.11.${++hosts >> 8}.${hosts & 255}`
const post = (path: string, body: unknown, { cookie = '', from = somewhere() } = {}) =>
  server.call('POST', `/api/${path}`, body, { headers: cookie ? { cookie } : {}, remoteAddress: from })
const login = (username: string, password: string, more = {}) => post('login', { username, password }, more)
const cookieOf = (answer: Awaited<ReturnType<typeof post>>, name = 'masa_session') => {
  const found = answer.cookies.find((cookie) => cookie.name.startsWith(name))
  return found ? `${found.name}=${encodeURIComponent(found.value)}` : ''
}
const isSignedIn = async (cookie: string) =>
  (await server.call('GET', '/api/user', undefined, { headers: { cookie } })).statusCode === 200
const DAY_MS = 24 * 60 * 60_000

/** Counts the statements that the pool for signing in is given meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const pool = server.connection.signIns.$client
  const asked = vi.spyOn(pool, 'query')
  const connected = vi.spyOn(pool, 'connect')
  await work()
  const count = asked.mock.calls.length + connected.mock.calls.length
  asked.mockRestore()
  connected.mockRestore()
  return count
}

describe('an attempt that is refused', () => {
  it('asks the database nothing once the limit is reached', async () => {
    const from = somewhere()
    const guess = () => login('boss', 'wrong', { from })
    expect(await statementsOf(guess)).toBeGreaterThan(0)
    for (let i = 0; i < 9; i++) await guess()
    let refused: Awaited<ReturnType<typeof post>> | undefined
    const asked = await statementsOf(async () => {
      refused = await guess()
    })
    expect([refused?.statusCode, asked]).toEqual([429, 0])
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(800)
  })

  it('asks it once in ten seconds, where only the database knows of the others', async () => {
    const from = somewhere()
    const at = server.clock.now()
    const known = Array.from({ length: 50 }, (_, i) => ({ address: from, usernameKey: `guess${i}`, device: null, at }))
    await server.connection.db.insert(loginFailures).values(known)
    expect((await login('boss', 'secret-boss', { from })).statusCode).toBe(429)
    expect(await statementsOf(() => login('somebody', 'x', { from }))).toBe(0)
  })

  it('is answered 503 at once while a hundred others wait, and is not logged', async () => {
    const { db } = server.connection
    // Strangers from everywhere, while no attempt comes to an end.
    const [held] = await Promise.all([
      db.transaction(async (tx) => {
        await tx.execute(sql`lock table login_failures in access exclusive mode`)
        const flood = Array.from({ length: 110 }, (_, i) => login(`stranger ${i}`, 'wrong'))
        const first = await Promise.race(flood)
        return { first, flood }
      }),
    ])
    expect([held.first.statusCode, held.first.json().code]).toEqual([503, 'unavailable'])
    expect(Number(held.first.headers['retry-after'])).toBeGreaterThan(0)
    const statuses = (await Promise.all(held.flood)).map(({ statusCode }) => statusCode)
    expect([401, 503].map((status) => statuses.filter((s) => s === status).length)).toEqual([102, 8])
    expect(server.logged()).not.toContain('request failed')
  }, 60_000)
})

describe('a right password', () => {
  it('counts too: a hundred in 15 minutes from an address, over all instances', async () => {
    const from = somewhere()
    const at = new Date(server.clock.now().getTime() - 60_000)
    const row = { address: from, usernameKey: 'boss', device: null, succeeded: true, at }
    await server.connection.db.insert(loginFailures).values(Array(99).fill(row))
    const known = await login('boss', 'secret-boss', { from })
    expect(known.statusCode).toBe(200)
    const refused = await login('boss', 'secret-boss', { from })
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.closeTo(840, -1)])
    const device = cookieOf(known, 'masa_device')
    expect((await login('boss', 'secret-boss', { from, cookie: device })).statusCode).toBe(200)
    expect((await login('boss', 'secret-boss')).statusCode).toBe(200)
  })

  it('counts for its user, in however many browsers: one account is not a hundred allowances', async () => {
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
  it('are the 20 last used; the others end', async () => {
    await post('register', { username: 'many', password: 'parola1' })
    const at = Date.now()
    const cookies: string[] = []
    for (let i = 0; i < 20; i++) {
      server.clock.set(new Date(at + i * 60_000))
      cookies.push(cookieOf(await login('many', 'parola1')))
    }
    // Registering started the first of 21. The next one to end is not the oldest, because that one is in use.
    server.clock.set(new Date(at + 30 * 60_000))
    expect(await isSignedIn(cookies[0] ?? '')).toBe(true)
    await login('many', 'parola1')
    const valid = await Promise.all(cookies.map(isSignedIn))
    expect(valid).toEqual([true, false, ...Array(18).fill(true)])
    server.clock.set(new Date())
  }, 30_000)

  it('get a day more from an open socket, so that the next request still renews the cookie', async () => {
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

  it('end when the first business day after 180 days begins, and not in the evening before', async () => {
    const signedIn = new Date('2026-03-10T18:00:00Z')
    server.clock.set(signedIn)
    const cookie = cookieOf(await login('boss', 'secret-boss'))
    const row = await server.connection.db.select().from(loginSessions).orderBy(sql`id desc`).limit(1)
    await server.connection.db
      .update(loginSessions)
      .set({ expiresAt: new Date(signedIn.getTime() + 400 * DAY_MS) })
      .where(eq(loginSessions.id, row[0]?.id ?? 0))
    // 180 days later it is 21:00 by the restaurant's clock; its day begins at four.
    for (const [moment, is] of [
      ['2026-09-06T18:00:00Z', true],
      ['2026-09-07T00:59:00Z', true],
      ['2026-09-07T01:00:00Z', false],
    ] as const) {
      server.clock.set(new Date(moment))
      expect([moment, await isSignedIn(cookie)]).toEqual([moment, is])
    }
    server.clock.set(new Date())
  })
})

describe('the journal', () => {
  const entries = async (since: number) =>
    (await server.connection.db.select().from(journal).where(sql`id > ${since}`).orderBy(journal.id)).map(
      ({ id, at, ...entry }) => entry,
    )
  const last = async () =>
    (await server.connection.db.execute<{ id: number }>(sql`select coalesce(max(id), 0)::int as id from journal`))
      .rows[0]?.id ?? 0

  it('notes who signed in, who was refused, and who changed which user', async () => {
    const since = await last()
    const from = somewhere()
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

  it('has a thousand sign-ins of an hour, and those of owners all the same', async () => {
    await post('register', { username: 'Ion', password: 'parola1' }, { from: somewhere() })
    const at = new Date().toISOString()
    await server.connection.db.execute(
      sql`insert into journal (at, kind) select ${at}, 'signed_in' from generate_series(1, 1000)`,
    )
    const since = await last()
    expect((await login('ion', 'parola1')).statusCode).toBe(200)
    expect((await login('boss', 'secret-boss')).statusCode).toBe(200)
    expect((await entries(since)).map(({ kind, username }) => [kind, username])).toEqual([['signed_in', 'boss']])
    await server.connection.db.execute(sql`delete from journal where username is null and kind = 'signed_in'`)
  })

  it('has at most a thousand entries for refused sign-ins in an hour, and one that counts the rest', async () => {
    server.clock.set(new Date('2026-12-01T10:20:00Z'))
    const at = new Date('2026-12-01T10:00:00Z')
    await server.connection.db
      .insert(journal)
      .values(Array(999).fill({ at, kind: 'sign_in_refused', username: 'boss' }))
    const since = await last()
    const [own, rest] = ['sign_in_refused', 'sign_ins_refused']
    const said = async () => (await entries(since)).map(({ kind, details }) => [kind, details])
    await login('boss', 'wrong')
    await vi.waitFor(async () => expect(await said()).toEqual([[own, {}]]))
    for (const count of [1, 2, 3]) {
      await login('boss', 'wrong')
      await vi.waitFor(async () =>
        expect(await said()).toEqual([
          [own, {}],
          [rest, { count }],
        ]),
      )
    }
    server.clock.set(new Date('2026-12-01T11:00:00Z'))
    await login('boss', 'wrong')
    await vi.waitFor(async () => expect((await said()).at(-1)).toEqual([own, {}]))
    server.clock.set(new Date())
  })
})
