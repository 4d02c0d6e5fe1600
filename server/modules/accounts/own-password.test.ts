import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginFailures, loginSessions, users } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import type { ListedUser } from '#shared/contracts/accounts.ts'

const server = testServer()
const MINUTE_MS = 60_000
const SIGNED_IN = new Date('2026-11-20T08:00:00Z')
const atMinute = (minute: number) => server.clock.set(new Date(SIGNED_IN.getTime() + minute * MINUTE_MS))
let cookie = ''
let hosts = 0
let remoteAddress = ''
beforeAll(async () => {
  atMinute(0)
  const body = { username: 'boss', password: 'secret-boss' }
  const response = await server.call('POST', '/api/login', body, { remoteAddress: '10.12.255.1' })
  cookie = `masa_session=${response.cookies.find(({ name }) => name === 'masa_session')?.value}`
})
beforeEach(async () => {
  await server.connection.db.update(loginSessions).set({ confirmedAt: null })
  remoteAddress = `10.12.0.${++hosts}`
  atMinute(20)
})

const call = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
  server.call(method, url, body, { headers: { cookie }, remoteAddress })
/** The status of a response, or its error code if it is 403. */
const outcomeOf = async (request: ReturnType<typeof call>) => {
  const response = await request
  return response.statusCode === 403 ? response.json().code : response.statusCode
}
let names = 0
const newName = () => `name${++names}`
async function createStaff(): Promise<number> {
  const created = await call('POST', '/api/users', { username: newName(), password: 'parola1' })
  return created.json<ListedUser>().id
}

/** The requests that need the owner's password, each with `more` in its body. */
const REQUESTS: [string, (id: number, more: object) => ReturnType<typeof call>][] = [
  ['setting a password', (id, more) => call('POST', `/api/users/${id}/password`, { password: 'parola2', ...more })],
  ['changing a role', (id, more) => call('PATCH', `/api/users/${id}`, { role: 'owner', ...more })],
  ['creating a sign-in link', (id, more) => call('POST', `/api/users/${id}/link`, more)],
  ['changing duties', (id, more) => call('PATCH', `/api/users/${id}`, { duties: ['floor'], ...more })],
  [
    'creating staff with a duty',
    (_, more) => call('POST', '/api/users', { username: newName(), password: 'parola1', duties: ['floor'], ...more }),
  ],
  ['removing a user', (id, more) => call('DELETE', `/api/users/${id}`, more)],
  [
    'creating an owner',
    (_, more) => call('POST', '/api/users', { username: newName(), password: 'parola1', role: 'owner', ...more }),
  ],
  [
    'registering an owner',
    (_, more) => call('POST', '/api/register', { username: newName(), password: 'parola1', isOwner: true, ...more }),
  ],
]

describe.each(REQUESTS)('%s', (_, sendRequest) => {
  it('requires the password of an owner who signed in more than 15 minutes ago', async () => {
    const id = await createStaff()
    expect(await outcomeOf(sendRequest(id, {}))).toBe('wrong_password')
    expect(await outcomeOf(sendRequest(id, { currentPassword: 'wrong' }))).toBe('wrong_password')
    expect(await outcomeOf(sendRequest(id, { currentPassword: 'parola1' }))).toBe('wrong_password')
    const [user] = await server.connection.db.select().from(users).where(eq(users.id, id))
    expect(user?.isOwner).toBe(false)
    const me = await server.call('GET', '/api/user', undefined, { headers: { cookie } })
    expect(me.statusCode).toBe(200)
    expect(await outcomeOf(sendRequest(id, { currentPassword: 'secret-boss' }))).toBeLessThan(300)
  })
})

it('no password is required for 15 minutes after it was sent, or after signing in', async () => {
  const removeStaff = async (more: object) => outcomeOf(call('DELETE', `/api/users/${await createStaff()}`, more))
  atMinute(14)
  expect(await removeStaff({})).toBeLessThan(300)
  atMinute(20)
  expect(await removeStaff({ currentPassword: 'secret-boss' })).toBeLessThan(300)
  atMinute(34)
  expect(await removeStaff({})).toBeLessThan(300)
  atMinute(35)
  expect(await removeStaff({})).toBe('wrong_password')
})

it('a wrong own password counts as a failed sign-in attempt, of which ten are allowed; a missing one does not count', async () => {
  const id = await createStaff()
  await server.connection.db.delete(loginFailures)
  const guess = (currentPassword?: string) =>
    outcomeOf(call('PATCH', `/api/users/${id}`, { role: 'owner', currentPassword }))
  for (let i = 0; i < 12; i++) expect(await guess()).toBe('wrong_password')
  for (let i = 0; i < 10; i++) expect(await guess(`wrong ${i}`)).toBe('wrong_password')
  expect(await guess('secret-boss')).toBe(429)
  const login = { username: 'boss', password: 'secret-boss' }
  expect((await server.call('POST', '/api/login', login, { remoteAddress })).statusCode).toBe(429)
})

it('a user can sign in with a new password immediately, even after too many attempts with the old one', async () => {
  const id = await createStaff()
  const username = `name${names}`
  const login = (password: string) => server.call('POST', '/api/login', { username, password }, { remoteAddress })
  for (let i = 0; i < 10; i++) await login(`wrong ${i}`)
  expect((await login('parola1')).statusCode).toBe(429)
  await call('POST', `/api/users/${id}/password`, { password: 'parola3', currentPassword: 'secret-boss' })
  await expect.poll(async () => (await login('parola3')).statusCode).toBe(200)
})
