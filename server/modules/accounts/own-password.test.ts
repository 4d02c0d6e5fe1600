import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginFailures, users } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import type { ListedUser } from '#shared/contracts/accounts.ts'

const server = testServer()
const MINUTE_MS = 60_000
const SIGNED_IN = new Date('2026-11-20T08:00:00Z')
const atMinute = (minute: number) => server.clock.set(new Date(SIGNED_IN.getTime() + minute * MINUTE_MS))
let cookie = ''
let hosts = 0
let from = ''
beforeAll(async () => {
  atMinute(0)
  const body = { username: 'boss', password: 'secret-boss' }
  const answer = await server.call('POST', '/api/login', body, { remoteAddress: '10.12.255.1' })
  cookie = `masa_session=${answer.cookies.find(({ name }) => name === 'masa_session')?.value}`
})
beforeEach(() => {
  from = `10.12.0.${++hosts}`
  atMinute(20)
})

const call = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
  server.call(method, url, body, { headers: { cookie }, remoteAddress: from })
const answered = async (asked: ReturnType<typeof call>) => {
  const answer = await asked
  return answer.statusCode === 403 ? answer.json().code : answer.statusCode
}
let names = 0
const newName = () => `name${++names}`
async function somebody(): Promise<number> {
  const made = await call('POST', '/api/users', { username: newName(), password: 'parola1' })
  return made.json<ListedUser>().id
}

const CALLS: [string, (id: number, more: object) => ReturnType<typeof call>][] = [
  ['setting a password', (id, more) => call('POST', `/api/users/${id}/password`, { password: 'parola2', ...more })],
  ['changing a role', (id, more) => call('PATCH', `/api/users/${id}`, { role: 'owner', ...more })],
  ['removing a user', (id, more) => call('DELETE', `/api/users/${id}`, more)],
  [
    'making an owner',
    (_, more) => call('POST', '/api/users', { username: newName(), password: 'parola1', role: 'owner', ...more }),
  ],
  [
    'registering an owner',
    (_, more) => call('POST', '/api/register', { username: newName(), password: 'parola1', isOwner: true, ...more }),
  ],
]

describe.each(CALLS)('%s', (_, act) => {
  it('needs the own password of an owner who signed in more than 15 minutes ago', async () => {
    const id = await somebody()
    expect(await answered(act(id, {}))).toBe('wrong_password')
    expect(await answered(act(id, { currentPassword: 'wrong' }))).toBe('wrong_password')
    expect(await answered(act(id, { currentPassword: 'parola1' }))).toBe('wrong_password')
    const [kept] = await server.connection.db.select().from(users).where(eq(users.id, id))
    expect(kept?.isOwner).toBe(false)
    const me = await server.call('GET', '/api/user', undefined, { headers: { cookie } })
    expect(me.statusCode).toBe(200)
    expect(await answered(act(id, { currentPassword: 'secret-boss' }))).toBeLessThan(300)
  })

  it('needs none within 15 minutes', async () => {
    atMinute(14)
    expect(await answered(act(await somebody(), {}))).toBeLessThan(300)
  })
})

it('making staff needs none', async () => {
  expect((await call('POST', '/api/users', { username: newName(), password: 'parola1' })).statusCode).toBe(201)
})

it('allows ten wrong passwords, as signing in does; a missing one is not counted', async () => {
  const id = await somebody()
  await server.connection.db.delete(loginFailures)
  const guess = (currentPassword?: string) =>
    answered(call('PATCH', `/api/users/${id}`, { role: 'owner', currentPassword }))
  for (let i = 0; i < 12; i++) expect(await guess()).toBe('wrong_password')
  for (let i = 0; i < 10; i++) expect(await guess(`wrong ${i}`)).toBe('wrong_password')
  expect(await guess('secret-boss')).toBe(429)
  const login = { username: 'boss', password: 'secret-boss' }
  expect((await server.call('POST', '/api/login', login, { remoteAddress: from })).statusCode).toBe(429)
})

it('says in both languages that the password is needed', async () => {
  const id = await somebody()
  const said = async (language: string) => {
    const headers = { cookie, 'accept-language': language }
    const answer = await server.call('DELETE', `/api/users/${id}`, {}, { headers, remoteAddress: from })
    return answer.json().message
  }
  expect(await said('en')).toMatch(/^Your own password/)
  expect(await said('ro')).toMatch(/parola dumneavoastră/)
})

it('lets a user sign in at once with a new password, however often the old one was guessed', async () => {
  const id = await somebody()
  const username = `name${names}`
  const login = (password: string) => server.call('POST', '/api/login', { username, password }, { remoteAddress: from })
  for (let i = 0; i < 10; i++) await login(`wrong ${i}`)
  expect((await login('parola1')).statusCode).toBe(429)
  await call('POST', `/api/users/${id}/password`, { password: 'parola3', currentPassword: 'secret-boss' })
  await expect.poll(async () => (await login('parola3')).statusCode).toBe(200)
})
