import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { ListedUser, Role } from '#shared/contracts/accounts.ts'
import { testServer } from './app.ts'

/** A server with the calls by which its owner `boss` manages users. */
export function testUsers() {
  const server = testServer()
  let address = 0
  const as = (cookie: string) => ({ headers: { cookie } })
  const from = () => ({ remoteAddress: `10.6.${++address >> 8}.${address & 255}` })
  const list = async (cookie = server.owner) =>
    (await server.call('GET', '/api/users', undefined, as(cookie))).json<ListedUser[]>()
  const create = (body: unknown, cookie = server.owner) => server.call('POST', '/api/users', body, as(cookie))
  const setRole = (id: number, role: Role, cookie = server.owner) =>
    server.call('PATCH', `/api/users/${id}`, { role }, as(cookie))
  const remove = (id: number, cookie = server.owner) => server.call('DELETE', `/api/users/${id}`, undefined, as(cookie))
  const login = (username: string, password: string) =>
    server.call('POST', '/api/login', { username, password }, from())
  const isSignedIn = async (cookie: string) =>
    (await server.call('GET', '/api/user', undefined, as(cookie))).statusCode === 200

  async function signIn(username: string, password = 'parola1'): Promise<string> {
    const response = await login(username, password)
    expect(response.statusCode).toBe(200)
    return `masa_session=${response.cookies.find(({ name }) => name === 'masa_session')?.value}`
  }

  /** Creates a user with a role and signs them in. */
  async function createSignedIn(username: string, role: Role) {
    const { id } = (await create({ username, password: 'parola1', role })).json<ListedUser>()
    return { id, cookie: await signIn(username) }
  }

  /** Deletes all users but the first owner. @returns the first owner’s id */
  async function deleteOthers(): Promise<number> {
    await server.connection.db.execute(sql`delete from users where username <> 'boss'`)
    return (await list())[0]?.id ?? 0
  }

  return {
    server,
    as,
    from,
    list,
    create,
    setRole,
    remove,
    login,
    isSignedIn,
    signIn,
    createSignedIn,
    deleteOthers,
  }
}
