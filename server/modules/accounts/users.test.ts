import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction, lock } from '#server/db/index.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { testUsers } from '#server/testing/users.ts'
import type { ListedUser } from '#shared/contracts/accounts.ts'
import type { Duty } from '#shared/domain/access.ts'

const users = testUsers()
const { server, as, from, list, create, setRole, remove } = users
const { login, isSignedIn, signIn, createSignedIn, deleteOthers } = users

let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
})

const setPassword = (id: number, password: string, cookie = server.owner) =>
  server.call('POST', `/api/users/${id}/password`, { password }, as(cookie))

describe('the list of users', () => {
  it('contains name, role, how each user was created, and the last sign-in', async () => {
    const [created, registered, signedIn] = [
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T09:00:00.000Z',
      '2026-11-21T07:00:00.000Z',
    ]
    server.clock.set(new Date(created))
    await create({ username: 'Ana', password: 'parola1' })
    server.clock.set(new Date(registered))
    await server.call('POST', '/api/register', { username: 'Zoe', password: 'parola1' }, from())
    const others = (await list()).filter(({ username }) => username !== 'boss')
    const staff = { id: expect.any(Number), isOwner: false, role: 'staff', duties: [] }
    expect(others).toEqual([
      { ...staff, username: 'Ana', selfRegistered: false, createdAt: created, lastSignInAt: null },
      { ...staff, username: 'Zoe', selfRegistered: true, createdAt: registered, lastSignInAt: registered },
    ])
    server.clock.set(new Date(signedIn))
    await signIn('ANA')
    await login('ana', 'wrong')
    expect((await list()).map(({ lastSignInAt }) => lastSignInAt)).toEqual([signedIn, null, registered])
    server.clock.set(new Date())
  })

  it('never contains a password', async () => {
    expect(JSON.stringify(await list())).not.toMatch(/password|argon2/i)
  })
})

describe('a new user', () => {
  it('is staff by default and can sign in immediately', async () => {
    const staff = await create({ username: 'mihai', password: 'parola1' })
    expect([staff.statusCode, staff.json()]).toMatchObject([
      201,
      { username: 'mihai', role: 'staff', selfRegistered: false },
    ])
    const owner = await create({ username: 'ioana', password: 'parola1', role: 'owner' })
    expect(owner.json()).toMatchObject({ role: 'owner', isOwner: true })
    expect((await list(await signIn('ioana'))).length).toBeGreaterThan(1)
  })
})

describe('a reset password', () => {
  it('replaces the old one and ends all sessions of the user', async () => {
    const { id, cookie } = await createSignedIn('vera', 'owner')
    const socket = await openTestSocket(url, { cookie })
    expect((await setPassword(id, 'parola2')).statusCode).toBe(204)
    expect(await isSignedIn(cookie)).toBe(false)
    await vi.waitFor(() => expect(socket.closeCode()).toBe(4401))
    expect((await login('vera', 'parola1')).statusCode).toBe(401)
    await signIn('vera', 'parola2')
    expect(await isSignedIn(server.owner)).toBe(true)
  })

  it('does not end the own session of the owner who resets it', async () => {
    const { id, cookie } = await createSignedIn('nora', 'owner')
    const otherSession = await signIn('nora')
    const socket = await openTestSocket(url, { cookie })
    expect((await setPassword(id, 'parola2', cookie)).statusCode).toBe(204)
    expect([await isSignedIn(cookie), await isSignedIn(otherSession)]).toEqual([true, false])
    expect(socket.closeCode()).toBeUndefined()
  })

  it('rejects a sign-in with the old password that is in progress', async () => {
    const { id } = await createSignedIn('tudor', 'staff')
    const { db } = server.connection
    const before = await db.execute<{ hash: string }>(sql`select password_hash as hash from users where id = ${id}`)
    // The sign-in has checked the old password, and the new one is stored before it writes its session.
    const attempt = inTransaction(db, async (tx) => {
      await tx.execute(sql`select 1 from users where id = ${id} for update`)
      const signInRequest = login('tudor', 'parola1')
      await untilLockWaits(server, 1)
      await tx.execute(sql`update users set password_hash = 'other' where id = ${id}`)
      return { signInRequest }
    })
    const { signInRequest } = await attempt
    const response = await signInRequest
    expect([response.statusCode, response.json().message]).toEqual([401, 'Invalid username or password'])
    await db.execute(sql`update users set password_hash = ${before.rows[0]?.hash} where id = ${id}`)
  })
})

describe('adding a user', () => {
  it('makes one per idempotency key, whose first password counts', async () => {
    const key = { headers: { cookie: server.owner, 'idempotency-key': 'one-user' } }
    const post = (username: string, password: string) => server.call('POST', '/api/users', { username, password }, key)
    const [first, again] = [await post('o dată', 'parola1'), await post('o dată', 'parola2')]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    expect((await login('o dată', 'parola1')).statusCode).toBe(200)
    expect((await post('altul', 'parola1')).json().code).toBe('key_reused')
    const withoutKey = await create({ username: 'o dată', password: 'parola1' })
    expect([withoutKey.statusCode, withoutKey.json().code]).toEqual([409, 'username_taken'])
  })
})

describe('a changed role', () => {
  it('ends the user’s sessions and closes their sockets, so that the new role applies immediately', async () => {
    const { id, cookie } = await createSignedIn('radu', 'owner')
    const socket = await openTestSocket(url, { cookie })
    expect((await setRole(id, 'staff')).json()).toMatchObject({ id, role: 'staff', isOwner: false })
    await vi.waitFor(() => expect(socket.closeCode()).toBe(4401))
    expect(await isSignedIn(cookie)).toBe(false)
    const repeated = await signIn('radu')
    expect((await server.call('GET', '/api/users', undefined, as(repeated))).statusCode).toBe(403)
    await setRole(id, 'owner')
    expect(await isSignedIn(repeated)).toBe(false)
    expect((await list(await signIn('radu'))).length).toBeGreaterThan(1)
  })
})

describe('a removed user', () => {
  it('is signed out everywhere immediately and cannot sign in', async () => {
    const { id, cookie } = await createSignedIn('horia', 'owner')
    const socket = await openTestSocket(url, { cookie })
    expect((await remove(id)).statusCode).toBe(204)
    await vi.waitFor(() => expect(socket.closeCode()).toBe(4401))
    expect(await isSignedIn(cookie)).toBe(false)
    expect((await login('horia', 'parola1')).statusCode).toBe(401)
    expect((await list()).map(({ username }) => username)).not.toContain('horia')
  })
})

describe('duties', () => {
  const setDuties = (id: number, duties: Duty[], more = {}) =>
    server.call('PATCH', `/api/users/${id}`, { duties, ...more }, as(server.owner))
  const dutiesOf = async (cookie: string) =>
    (await server.call('GET', '/api/user', undefined, as(cookie))).json().duties

  it('are given to staff when they are created or later, and owners have all', async () => {
    await deleteOthers()
    const created = await create({ username: 'ina', password: 'parola1', duties: ['floor', 'floor'] })
    expect(created.json()).toMatchObject({ role: 'staff', duties: ['floor'] })
    const { id } = created.json<ListedUser>()
    expect((await setDuties(id, ['floor', 'kitchen'])).json()).toMatchObject({ duties: ['kitchen', 'floor'] })
    expect((await list()).map(({ username, duties }) => [username, duties])).toEqual([
      ['boss', ['kitchen', 'floor']],
      ['ina', ['kitchen', 'floor']],
    ])
    expect(await dutiesOf(server.owner)).toEqual(['kitchen', 'floor'])
    expect((await create({ username: 'co', password: 'parola1', role: 'owner', duties: [] })).json()).toMatchObject({
      duties: ['kitchen', 'floor'],
    })
  })

  it('count from the next request on, and close the sockets of the user; the session stays', async () => {
    await deleteOthers()
    const { id, cookie } = await createSignedIn('radu', 'staff')
    const [sockets, other] = [[await openTestSocket(url, { cookie })], await openTestSocket(url)]
    const codes = () => sockets.map(({ closeCode }) => closeCode())
    const orders = async () => (await server.call('GET', '/api/orders', undefined, as(cookie))).statusCode
    expect(await orders()).toBe(403)
    await setDuties(id, ['kitchen'])
    await vi.waitFor(() => expect(codes()).toEqual([1012]), 10_000)
    expect([await dutiesOf(cookie), await orders()]).toEqual([['kitchen'], 200])
    sockets.push(await openTestSocket(url, { cookie }))
    await setDuties(id, [])
    await vi.waitFor(() => expect(codes()).toEqual([1012, 1012]), 10_000)
    expect([await dutiesOf(cookie), await orders(), other.closeCode()]).toEqual([[], 403, undefined])
  })

  it('are not those of an owner who becomes staff, unless given with the role', async () => {
    await deleteOthers()
    const { id } = await createSignedIn('mara', 'owner')
    expect((await setDuties(id, [])).json()).toMatchObject({ role: 'owner', duties: ['kitchen', 'floor'] })
    expect((await setRole(id, 'staff')).json()).toMatchObject({ role: 'staff', duties: [] })
    await setRole(id, 'owner')
    expect((await setDuties(id, ['floor'], { role: 'staff' })).json()).toMatchObject({
      role: 'staff',
      duties: ['floor'],
    })
    await setRole(id, 'owner')
    expect((await setRole(id, 'staff')).json()).toMatchObject({ role: 'staff', duties: [] })
  })

  it('are in the journal when they change, and not when they are the same', async () => {
    await deleteOthers()
    const { id } = (await create({ username: 'ion', password: 'parola1', duties: ['kitchen'] })).json<ListedUser>()
    for (const duties of [['kitchen'], ['floor']] as Duty[][]) await setDuties(id, duties)
    const { entries } = (await server.call('GET', '/api/journal?limit=2', undefined, as(server.owner))).json()
    expect(entries).toMatchObject([
      { kind: 'user_duties', username: 'boss', details: { user: 'ion', duties: ['floor'] } },
      { kind: 'user_created', username: 'boss', details: { user: 'ion', role: 'staff', duties: ['kitchen'] } },
    ])
  })
})

describe('the last owner', () => {
  let boss = 0
  beforeEach(async () => {
    boss = await deleteOthers()
  })

  it('can be neither removed nor made staff', async () => {
    await createSignedIn('staff', 'staff')
    for (const response of [await remove(boss), await setRole(boss, 'staff')]) {
      expect([response.statusCode, response.json()]).toMatchObject([
        409,
        { code: 'last_owner', message: 'The last owner cannot be removed or made staff' },
      ])
    }
    expect(await isSignedIn(server.owner)).toBe(true)
  })

  it('remains when two owners remove or demote each other concurrently: the second request fails', async () => {
    const changes = [
      (id: number, cookie: string) => remove(id, cookie),
      (id: number, cookie: string) => setRole(id, 'staff', cookie),
    ]
    for (const firstChange of changes) {
      for (const secondChange of changes) {
        await deleteOthers()
        const [one, two] = [await createSignedIn('one', 'owner'), await createSignedIn('two', 'owner')]
        await server.connection.db.execute(sql`update users set is_owner = false where username = 'boss'`)
        // Both requests are authorized before either is executed; the lock is granted in the order of the requests.
        const both = await inTransaction(server.connection.db, async (tx) => {
          await lock(tx, 'first owner')
          const first = firstChange(two.id, one.cookie)
          await untilLockWaits(server, 1)
          const second = secondChange(one.id, two.cookie)
          await untilLockWaits(server, 2)
          return [first, second] as const
        })
        const [first, second] = await Promise.all(both)
        expect([200, 204]).toContain(first.statusCode)
        expect([second.statusCode, second.json().code]).toEqual([409, 'last_owner'])
        const owners = await server.connection.db.execute(sql`select username from users where is_owner`)
        expect(owners.rows).toEqual([{ username: 'one' }])
        await server.connection.db.execute(sql`update users set is_owner = true where username = 'boss'`)
      }
    }
  })
})
