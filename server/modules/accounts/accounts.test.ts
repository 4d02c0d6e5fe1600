import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { removeOver } from '#server/db/index.ts'
import { loginFailures, loginSessions, users } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'

const server = testServer()
let address = 0

function post(path: string, body: unknown, { cookie = '', from = `10.9.${++address >> 8}.${address & 255}` } = {}) {
  return server.call('POST', `/api/${path}`, body, { headers: cookie ? { cookie } : {}, remoteAddress: from })
}
const cookieOf = (response: { cookies: { name: string; value: string }[] }, name = 'masa_session') => {
  const match = response.cookies.find((cookie) => cookie.name.startsWith(name))
  return match ? `${match.name}=${encodeURIComponent(match.value)}` : ''
}
const me = (cookie: string) => server.call('GET', '/api/user', undefined, { headers: { cookie } })

describe('registering', () => {
  it('creates a staff user who is signed in and marked as self-registered', async () => {
    const response = await post('register', { username: ' Maria ', password: 'parola1' })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      id: expect.any(Number),
      username: 'Maria',
      isOwner: false,
      role: 'staff',
      duties: [],
    })
    expect((await me(cookieOf(response))).json()).toEqual(response.json())
    const [row] = await server.connection.db.select().from(users).where(eq(users.username, 'Maria'))
    expect(row?.selfRegistered).toBe(true)
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
  })

  it('rejects a username that another user has, ignoring case', async () => {
    await post('register', { username: 'Ștefan', password: 'parola1' })
    const repeated = await post('register', { username: 'ȘTEFAN', password: 'parola1' })
    expect([repeated.statusCode, repeated.json().message]).toEqual([409, 'Username already exists'])
  })

  it('allows only an owner to create another owner, and keeps that owner signed in', async () => {
    const rejected = await post('register', { username: 'thief', password: 'parola1', isOwner: true })
    expect([rejected.statusCode, rejected.json().message]).toEqual([403, 'Only an owner can create another owner'])
    const created = await post(
      'register',
      { username: 'partner', password: 'parola1', isOwner: true },
      { cookie: server.owner },
    )
    expect([created.statusCode, created.json().isOwner]).toEqual([201, true])
    expect(created.cookies).toEqual([])
    expect((await me(server.owner)).json().username).toBe('boss')
  })

  it('allows 20 registrations in 15 minutes from an address', async () => {
    const from = '10.8.0.1'
    const register = async (password: string) =>
      (await post('register', { username: 'many', password }, { from })).statusCode
    // Only requests with valid input count towards the limit.
    for (let i = 0; i < 21; i++) expect(await register('x')).toBe(400)
    // A refused one counts, and costs little.
    await server.asOwner('PATCH', '/api/settings', { registration: false })
    for (let i = 0; i < 20; i++) expect(await register('parola1')).toBe(403)
    await server.asOwner('PATCH', '/api/settings', { registration: true })
    expect(await register('parola1')).toBe(429)
    expect((await post('register', { username: 'many', password: 'parola1' })).statusCode).toBe(201)
  })
})

describe('the first owner', () => {
  it('is created by only one of several concurrent requests', async () => {
    const { db } = server.connection
    await db.update(users).set({ isOwner: false })
    expect((await server.call('GET', '/api/setup')).json()).toEqual({ needsOwner: true, registration: true })
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        post('register', { username: `first${i}`, password: 'parola1', isOwner: true }),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(403)])
    expect((await server.call('GET', '/api/setup')).json()).toEqual({ needsOwner: false, registration: true })
    await db.update(users).set({ isOwner: true }).where(eq(users.username, 'boss'))
  })
})

describe('signing in', () => {
  it('starts a new session each time, in a cookie that scripts cannot read', async () => {
    await post('register', { username: 'vlad', password: 'parola1' })
    const [first, second] = [
      await post('login', { username: 'VLAD', password: 'parola1' }),
      await post('login', { username: 'vlad', password: 'parola1' }),
    ]
    expect(first.json()).toMatchObject({ username: 'vlad', role: 'staff' })
    expect(cookieOf(first)).not.toBe(cookieOf(second))
    const cookie = first.cookies.find(({ name }) => name === 'masa_session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 24 * 60 * 60 })
    expect(cookie?.secure).toBeUndefined()
    const sessions = await server.connection.db.select().from(loginSessions)
    expect(sessions.some(({ tokenHash }) => tokenHash === cookie?.value)).toBe(false)
  })

  it('ends the browser’s earlier session', async () => {
    const first = cookieOf(await post('register', { username: 'dora', password: 'parola1' }))
    await post('login', { username: 'dora', password: 'parola1' }, { cookie: first })
    expect((await me(first)).statusCode).toBe(401)
  })

  it('rejects a wrong password and an unknown username with the same message', async () => {
    await post('register', { username: 'ilie', password: 'parola1' })
    for (const username of ['ilie', 'nobody']) {
      const response = await post('login', { username, password: 'wrong' })
      expect([response.statusCode, response.json().message]).toEqual([401, 'Invalid username or password'])
    }
  })

  it('allows ten failures as one user from one address, even concurrent ones, and rejects further attempts for 15 minutes', async () => {
    server.clock.set(new Date())
    await post('register', { username: 'lena', password: 'parola1' })
    const from = '10.7.0.1'
    const burst = await Promise.all(
      Array.from({ length: 14 }, () => post('login', { username: 'lena', password: 'wrong' }, { from })),
    )
    const statuses = burst.map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const right = await post('login', { username: 'lena', password: 'parola1' }, { from })
    expect([right.statusCode, right.headers['retry-after']]).toEqual([429, '900'])
    expect((await post('login', { username: 'lena', password: 'parola1' })).statusCode).toBe(200)
    server.clock.set(new Date(Date.now() + 15 * 60_000 + 1000))
    expect((await post('login', { username: 'lena', password: 'parola1' }, { from })).statusCode).toBe(200)
    server.clock.set(new Date())
  })

  it('counts a known browser separately, so that guests on the same address cannot lock the owner out', async () => {
    const from = '10.7.0.2'
    const signedIn = await post('login', { username: 'boss', password: 'secret-boss' }, { from })
    const device = cookieOf(signedIn, 'masa_device')
    for (let i = 0; i < 10; i++) await post('login', { username: 'boss', password: 'wrong' }, { from })
    expect((await post('login', { username: 'boss', password: 'secret-boss' }, { from })).statusCode).toBe(429)
    expect(
      (await post('login', { username: 'boss', password: 'secret-boss' }, { from, cookie: device })).statusCode,
    ).toBe(200)
    const forged = device.replace(/=.{5}/, '=AAAAA')
    expect(
      (await post('login', { username: 'boss', password: 'secret-boss' }, { from, cookie: forged })).statusCode,
    ).toBe(429)
  })

  describe('from many addresses as one user', () => {
    const start = new Date('2026-11-20T18:00:00Z')
    const atMinute = (minutes: number) => server.clock.set(new Date(start.getTime() + minutes * 60_000))
    let hosts = 0
    const attempt = (username: string, password: string, cookie = '') =>
      post('login', { username, password }, { cookie, from: `2001:db8:9:${(++hosts).toString(16)}::1` })
    /** Inserts failed attempts from many addresses, so that no limit per address counts. */
    const insertFailures = async (usernameKey: string, count: number, at: Date, device: string | null = null) => {
      const rows = Array.from({ length: count }, () => ({
        networks: [`10.8.0.${++hosts % 250}`],
        usernameKey,
        device,
        at,
      }))
      await server.connection.db.insert(loginFailures).values(rows)
    }

    it('allows a hundred failures an hour, even concurrent ones, and then only attempts from a known browser', async () => {
      atMinute(-60)
      const registered = await post('register', { username: 'sanda', password: 'parola1' })
      const device = cookieOf(registered, 'masa_device')
      atMinute(0)
      await insertFailures('sanda', 95, start)
      atMinute(20)
      const burst = await Promise.all(Array.from({ length: 12 }, () => attempt('Sanda', 'wrong')))
      const statuses = burst.map(({ statusCode }) => statusCode)
      expect(statuses.sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
      const right = await attempt('sanda', 'parola1')
      expect([right.statusCode, right.headers['retry-after']]).toEqual([429, String(40 * 60)])
      expect((await attempt('sanda', 'parola1', device)).statusCode).toBe(200)
      expect((await attempt('sanda', 'wrong', device)).statusCode).toBe(401)
      expect((await attempt('somebody', 'wrong')).statusCode).toBe(401)
    })

    it('counts failures for an hour, and deletes them only afterwards', async () => {
      atMinute(59)
      await removeOver(server.connection.db, server.clock.now(), 'Europe/Bucharest')
      const rejected = await attempt('sanda', 'parola1')
      expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '60'])
      atMinute(60)
      expect((await attempt('sanda', 'parola1')).statusCode).toBe(200)
      atMinute(81)
      await removeOver(server.connection.db, server.clock.now(), 'Europe/Bucharest')
      const isFailure = eq(loginFailures.usernameKey, 'sanda')
      const remaining = await server.connection.db.select().from(loginFailures).where(isFailure)
      expect(remaining).toEqual([])
    })

    it('does not count failures in a known browser', async () => {
      atMinute(0)
      await insertFailures('sanda', 100, start, 'a device')
      expect((await attempt('sanda', 'parola1')).statusCode).toBe(200)
      server.clock.set(new Date())
    })
  })

  it('counts all addresses of an IPv6 /64 as one', async () => {
    const login = async (from: string) =>
      (await post('login', { username: 'nobody', password: 'wrong' }, { from })).statusCode
    for (let i = 1; i <= 10; i++) expect(await login(`2001:db8:7:1:${i}::${i}`)).toBe(401)
    expect([await login('2001:db8:7:1:11::11'), await login('2001:db8:7:2::1')]).toEqual([429, 401])
  })
})

describe('a session', () => {
  it('ends with logout, which also succeeds without a session', async () => {
    const cookie = cookieOf(await post('register', { username: 'geta', password: 'parola1' }))
    const out = await post('logout', undefined, { cookie })
    expect([out.statusCode, out.body]).toEqual([204, ''])
    expect((await me(cookie)).statusCode).toBe(401)
    expect((await post('logout', undefined)).statusCode).toBe(204)
  })

  it('ends 30 days after its last use', async () => {
    const day = 24 * 60 * 60 * 1000
    const start = new Date()
    server.clock.set(start)
    const cookie = cookieOf(await post('register', { username: 'horia', password: 'parola1' }))
    server.clock.set(new Date(start.getTime() + 29 * day))
    const used = await me(cookie)
    expect([used.statusCode, cookieOf(used)]).toEqual([200, cookie])
    server.clock.set(new Date(start.getTime() + 58 * day))
    expect((await me(cookie)).statusCode).toBe(200)
    server.clock.set(new Date(start.getTime() + 89 * day))
    expect((await me(cookie)).statusCode).toBe(401)
    server.clock.set(new Date())
  })

  it.each(['', 'masa_session=', 'masa_session=x', `masa_session=${'a'.repeat(43)}`])(
    'does not exist with the cookie %j',
    async (cookie) => {
      expect((await me(cookie)).statusCode).toBe(401)
    },
  )
})
