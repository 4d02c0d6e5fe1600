import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { loginFailures, users } from '#server/db/schema/index.ts'
import { secondInstance, testServer } from '#server/testing/app.ts'
import { hashPassword, replaceOwnersPassword } from './users.ts'

const server = testServer()
/** Names that an older version stored as they were typed. */
const EARLIER = ['bo\u200Bss', 'Ma\u00ADra', 'vlad\u2060', 'ana  pop', 'dan\tpop']
beforeAll(async () => {
  const { db } = server.connection
  const passwordHash = await hashPassword('earlier-1')
  const common = { passwordHash, isOwner: true, selfRegistered: true, createdAt: new Date() }
  await db
    .insert(users)
    .values(EARLIER.map((username) => ({ ...common, username, usernameKey: username.toLowerCase() })))
})
// Starts with these users, as a new version does.
const updated = secondInstance(server)

let hosts = 0
const newAddress = () => `10.21.${++hosts >> 8}.${hosts & 255}`
const post = (path: string, body: object, { cookie = '', from = newAddress() } = {}) =>
  updated.call('POST', `/api/${path}`, body, { headers: cookie ? { cookie } : {}, remoteAddress: from })
const login = (username: string, password: string, more = {}) => post('login', { username, password }, more)
const deviceOf = (response: Awaited<ReturnType<typeof post>>) => {
  const { name, value } = response.cookies.find((cookie) => cookie.name.startsWith('masa_device')) ?? {}
  return `${name}=${encodeURIComponent(value ?? '')}`
}

describe('a new username', () => {
  it.each([
    ['zero width', 'An\u200Ba\u200D', 'Ana'],
    ['joined letters', 'Ti\u034Fb\u2060i', 'Tibi'],
    ['fillers', '\u3164Geo\uFE0F\u2800', 'Geo'],
    ['tags', 'Ion\u{E0020}\u{E007F}', 'Ion'],
    ['runs of spaces', 'Ana \u00a0 Maria\tPop\nIon', 'Ana Maria Pop Ion'],
    ['a separated accent', 'Ste\u034F\u0301fan', 'St\u00E9fan'],
  ])('is one line without invisible characters: %s', async (_, typed, stored) => {
    const created = await post('register', { username: typed, password: 'parola1' })
    expect([created.statusCode, created.json().username]).toEqual([201, stored])
    expect((await login(stored.toUpperCase(), 'parola1')).json()).toEqual(created.json())
    expect((await login(typed, 'parola1')).json()).toEqual(created.json())
  })

  it('is rejected if it looks like another one', async () => {
    await post('register', { username: 'Doru', password: 'parola1' })
    for (const username of ['Do\u200Bru', '\u2063doru', 'DORU\uFEFF']) {
      const own = await post('register', { username, password: 'parola1' })
      const byOwner = await post('users', { username, password: 'parola1' }, { cookie: server.owner })
      expect([username, own.statusCode, byOwner.statusCode]).toEqual([username, 409, 409])
    }
    expect((await post('register', { username: '\u200B\u2800', password: 'parola1' })).statusCode).toBe(400)
  })
})

describe('failures as one user', () => {
  it('are counted together, whatever invisible characters are typed', async () => {
    const from = newAddress()
    const guess = (i: number) => login(`Do\u200B${'\u2060'.repeat(i)}rina`, 'wrong', { from })
    for (let i = 0; i < 10; i++) expect((await guess(i)).statusCode).toBe(401)
    expect((await guess(10)).statusCode).toBe(429)
    expect((await login('dorina', 'wrong', { from })).statusCode).toBe(429)
  })
})

describe('a user whose name has invisible characters since an older version', () => {
  it.each(EARLIER)('signs in as %j', async (username) => {
    const signedIn = await login(username, 'earlier-1')
    expect([signedIn.statusCode, signedIn.json().username]).toEqual([200, username])
    const again = await login(username.toUpperCase(), 'earlier-1', { cookie: deviceOf(signedIn) })
    expect([again.statusCode, again.json().username]).toEqual([200, username])
    // The browser was known: only its first attempt counts towards the limits of strangers.
    const rows = await server.connection.db
      .select()
      .from(loginFailures)
      .where(eq(loginFailures.usernameKey, username.toLowerCase()))
    expect(rows.map(({ device }) => device === null)).toEqual([true, false])
  })

  it('does not use up the attempts of the user whose name looks the same, nor the other way round', async () => {
    const from = newAddress()
    for (let i = 0; i < 10; i++) await login('bo\u200Bss', 'wrong', { from })
    expect((await login('bo\u200Bss', 'earlier-1', { from })).statusCode).toBe(429)
    expect((await login('boss', 'secret-boss', { from })).json().username).toBe('boss')
    const other = newAddress()
    for (let i = 0; i < 10; i++) await login('boss', 'wrong', { from: other })
    expect((await login('boss', 'secret-boss', { from: other })).statusCode).toBe(429)
    expect((await login('bo\u200Bss', 'earlier-1', { from: other })).json().username).toBe('bo\u200Bss')
  })

  it('can confirm a change with their own password', async () => {
    const signedIn = await login('bo\u200Bss', 'earlier-1')
    const { name, value } = signedIn.cookies.find((cookie) => cookie.name === 'masa_session') ?? {}
    const cookie = `${name}=${value}`
    server.clock.set(new Date(Date.now() + 60 * 60_000))
    const create = (currentPassword: string) =>
      post('users', { username: 'third', password: 'parola1', role: 'owner', currentPassword }, { cookie })
    expect((await create('secret-boss')).json().code).toBe('wrong_password')
    expect((await create('earlier-1')).statusCode).toBe(201)
    server.clock.set(new Date())
  })

  it('gets a new password by the command, by the very name; any other spelling means the plain name', async () => {
    const { db } = server.connection
    const replace = (username: string) =>
      replaceOwnersPassword(db, { username, password: `new ${username}` }, new Date())
    expect([await replace('bo\u200Bss'), await replace('b\u2060oss')]).toEqual(['done', 'done'])
    expect((await login('bo\u200Bss', 'new bo\u200Bss')).json().username).toBe('bo\u200Bss')
    expect((await login('boss', 'new b\u2060oss')).json().username).toBe('boss')
  })
})
