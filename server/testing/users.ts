import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { startSession } from '#server/modules/accounts/index.ts'
import type { ListedUser, Role } from '#shared/contracts/accounts.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'
import type { Duty } from '#shared/domain/access.ts'
import { tables, users } from '../db/schema/index.ts'
import { type TestServer, testServer } from './app.ts'
import { listenUrl, Phone } from './phone.ts'

/** Creates a staff user with these duties, who has no password. @returns the cookie of a login session */
async function staffCookie({ connection: { db }, clock }: TestServer, username: string, duties: Duty[]) {
  const at = clock.now()
  const user = {
    username,
    usernameKey: username,
    passwordHash: '',
    isOwner: false,
    duties,
    selfRegistered: false,
    createdAt: at,
  }
  const [row] = await db.insert(users).values(user).returning({ id: users.id })
  return `masa_session=${await startSession(db, row?.id ?? 0, at)}`
}

/** Every kind of person who uses Masa, with their cookies; guests have none. */
export type People = Record<'guest' | 'staff' | 'kitchen' | 'floor' | 'both' | 'owner', string>

/** Signs in one person of each kind. */
export async function signInPeople(server: TestServer): Promise<People> {
  return {
    guest: '',
    staff: await staffCookie(server, 'staff', []),
    kitchen: await staffCookie(server, 'kitchen', ['kitchen']),
    floor: await staffCookie(server, 'floor', ['floor']),
    both: await staffCookie(server, 'both', ['kitchen', 'floor']),
    owner: server.owner,
  }
}

/** A server with helpers by which its owner `boss` manages users. */
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

  return { server, as, from, list, create, setRole, remove, login, isSignedIn, signIn, createSignedIn, deleteOthers }
}

let number = 100

export async function newTable({ connection }: TestServer): Promise<{ id: number; number: number }> {
  const at = new Date()
  number++
  const [row] = await connection.db
    .insert(tables)
    .values({ number, capacity: 4, createdAt: at, updatedAt: at })
    .returning({ id: tables.id })
  return { id: row?.id ?? 0, number }
}

/** Lets phones join the shared session of a table, each with an open socket. */
export async function seat<const Names extends readonly string[]>(
  url: string,
  tableId: number,
  names: Names,
): Promise<{ [I in keyof Names]: Phone }> {
  const phones: Phone[] = []
  for (const name of names) {
    const phone = new Phone(url)
    await phone.join(tableId, name)
    await phone.enter()
    phones.push(phone)
  }
  return phones as { [I in keyof Names]: Phone }
}

/** Like `seat`, at a new table. Waits until the first phone has received the complete list of participants. */
export async function seatAtNewTable<const Names extends readonly string[]>(
  server: TestServer,
  names: Names,
): Promise<{ [I in keyof Names]: Phone }> {
  const { id } = await newTable(server)
  const phones = await seat(await listenUrl(server.app), id, names)
  await phones[0]?.frame('PARTICIPANTS_UPDATED', names.length)
  return phones
}

/** The status of a table according to the public list. */
export async function tableStatus({ call }: TestServer, id: number): Promise<string | undefined> {
  const all = (await call('GET', '/api/tables')).json<{ id: number; status: string }[]>()
  return all.find((table) => table.id === id)?.status
}

/** Returns a new order as owners get it, including the fields that the guest's response leaves out. */
export function listedOrder({ orderToken: _, ...order }: PlacedOrder, isUnproven = true): Order {
  return {
    ...order,
    items: order.items.map((line) => ({ ...line, stationId: 1, doneAt: null })),
    tickets: order.tickets.map((ticket) => ({ ...ticket, stationId: 1 })),
    ...(isUnproven && { unproven: true }),
  }
}
