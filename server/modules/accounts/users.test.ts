import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { testServer } from '#server/testing/app.ts'
import { listening } from '#server/testing/phone.ts'
import { openTestSocket } from '#server/testing/socket.ts'
import type { ListedUser, Role } from '#shared/contracts/accounts.ts'
import { lockOwnership } from './repo.ts'

const server = testServer()
let url = ''
let address = 0
beforeAll(async () => {
  url = await listening(server.app)
})

const as = (cookie: string) => ({ headers: { cookie } })
const from = () => ({ remoteAddress: `10.6.${++address >> 8}.${address & 255}` })
const list = async (cookie = server.owner) =>
  (await server.call('GET', '/api/users', undefined, as(cookie))).json<ListedUser[]>()
const create = (body: unknown, cookie = server.owner) => server.call('POST', '/api/users', body, as(cookie))
const setRole = (id: number, role: Role, cookie = server.owner) =>
  server.call('PATCH', `/api/users/${id}`, { role }, as(cookie))
const remove = (id: number, cookie = server.owner) => server.call('DELETE', `/api/users/${id}`, undefined, as(cookie))
const setPassword = (id: number, password: string, cookie = server.owner) =>
  server.call('POST', `/api/users/${id}/password`, { password }, as(cookie))
const login = (username: string, password: string) => server.call('POST', '/api/login', { username, password }, from())
const isSignedIn = async (cookie: string) =>
  (await server.call('GET', '/api/user', undefined, as(cookie))).statusCode === 200

async function signIn(username: string, password = 'parola1'): Promise<string> {
  const answer = await login(username, password)
  expect(answer.statusCode).toBe(200)
  return `masa_session=${answer.cookies.find(({ name }) => name === 'masa_session')?.value}`
}

/** A user of that role who is signed in. */
async function person(username: string, role: Role) {
  const { id } = (await create({ username, password: 'parola1', role })).json<ListedUser>()
  return { id, cookie: await signIn(username) }
}

/** Everybody but the first owner goes. */
async function onlyBoss(): Promise<number> {
  await server.connection.db.execute(sql`delete from users where username <> 'boss'`)
  return (await list())[0]?.id ?? 0
}

// First in the file: what other tests change is told up to a second later, and would be counted here.
describe('the other owners', () => {
  it('are told that the users changed, and nobody else is', async () => {
    const lines = [await openTestSocket(url, { cookie: server.owner }), await openTestSocket(url)]
    const told = () => lines.map((line) => line.told())
    await create({ username: 'noutate', password: 'parola1' })
    await vi.waitFor(() => expect(told()).toEqual([[{ type: 'CHANGED', payload: { area: 'users' } }], []]))
    await onlyBoss()
  })
})

describe('the list of users', () => {
  it('says of each who they are, how they came, and when they last signed in', async () => {
    const [made, registered, signedIn] = [
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T09:00:00.000Z',
      '2026-11-21T07:00:00.000Z',
    ]
    server.clock.set(new Date(made))
    await create({ username: 'Ana', password: 'parola1' })
    server.clock.set(new Date(registered))
    await server.call('POST', '/api/register', { username: 'Zoe', password: 'parola1' }, from())
    const seen = (await list()).filter(({ username }) => username !== 'boss')
    const staff = { id: expect.any(Number), isOwner: false, role: 'staff' }
    expect(seen).toEqual([
      { ...staff, username: 'Ana', selfRegistered: false, createdAt: made, lastSignInAt: null },
      { ...staff, username: 'Zoe', selfRegistered: true, createdAt: registered, lastSignInAt: registered },
    ])
    server.clock.set(new Date(signedIn))
    await signIn('ANA')
    await login('ana', 'wrong')
    expect((await list()).map(({ lastSignInAt }) => lastSignInAt)).toEqual([signedIn, null, registered])
    server.clock.set(new Date())
  })

  it('never holds a password', async () => {
    expect(JSON.stringify(await list())).not.toMatch(/password|argon2/i)
  })
})

describe('a new user', () => {
  it('is staff unless said otherwise, and can sign in at once', async () => {
    const staff = await create({ username: 'mihai', password: 'parola1' })
    expect([staff.statusCode, staff.json()]).toMatchObject([
      201,
      { username: 'mihai', role: 'staff', selfRegistered: false },
    ])
    const owner = await create({ username: 'ioana', password: 'parola1', role: 'owner' })
    expect(owner.json()).toMatchObject({ role: 'owner', isOwner: true })
    expect((await list(await signIn('ioana'))).length).toBeGreaterThan(1)
  })

  it.each([
    [{ username: '', password: 'parola1' }, 'username', 'Username is required'],
    [{ username: ' ', password: 'parola1' }, 'username', 'Username is required'],
    [{ username: 'dan', password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ username: 'dan', password: 'parola1', role: 'admin' }, 'role', 'Must be one of: owner, staff'],
  ])('is refused as %j', async (body, path, message) => {
    const answer = await create(body)
    expect([answer.statusCode, answer.json().issues]).toEqual([400, [{ path, message }]])
  })

  it('needs a name of their own, whatever its case', async () => {
    await create({ username: 'Ștefania', password: 'parola1' })
    const again = await create({ username: 'șTEFANIA', password: 'parola1' })
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'username_taken', message: 'Username already exists' },
    ])
  })
})

describe('a reset password', () => {
  it('is the only one from then on, and ends every session of that user', async () => {
    const { id, cookie } = await person('vera', 'owner')
    const board = await openTestSocket(url, { cookie })
    expect((await setPassword(id, 'parola2')).statusCode).toBe(204)
    expect(await isSignedIn(cookie)).toBe(false)
    await vi.waitFor(() => expect(board.closed()).toBe(4401))
    expect((await login('vera', 'parola1')).statusCode).toBe(401)
    await signIn('vera', 'parola2')
    expect(await isSignedIn(server.owner)).toBe(true)
  })

  it('leaves the session that asks, where it is the own one', async () => {
    const { id, cookie } = await person('nora', 'owner')
    const elsewhere = await signIn('nora')
    const board = await openTestSocket(url, { cookie })
    expect((await setPassword(id, 'parola2', cookie)).statusCode).toBe(204)
    expect([await isSignedIn(cookie), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(board.closed()).toBeUndefined()
  })

  it('does not let in who is signing in with the old one at that moment', async () => {
    const { id } = await person('tudor', 'staff')
    const { db } = server.connection
    const before = await db.execute<{ hash: string }>(sql`select password_hash as hash from users where id = ${id}`)
    // The sign-in has compared the password and comes to write its session when the new password is already there.
    const attempt = inTransaction(db, async (tx) => {
      await tx.execute(sql`select 1 from users where id = ${id} for update`)
      const signing = login('tudor', 'parola1')
      await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 })
      await tx.execute(sql`update users set password_hash = 'other' where id = ${id}`)
      return { signing }
    })
    const { signing } = await attempt
    const answer = await signing
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Invalid username or password'])
    await db.execute(sql`update users set password_hash = ${before.rows[0]?.hash} where id = ${id}`)
  })

  it.each([['12345'], [undefined]])('is refused as %j', async (password) => {
    const { id } = (await create({ username: `p${++address}`, password: 'parola1' })).json<ListedUser>()
    const answer = await server.call('POST', `/api/users/${id}/password`, { password }, as(server.owner))
    expect([answer.statusCode, answer.json().issues[0].message]).toEqual([
      400,
      'Password must be at least 6 characters',
    ])
  })
})

describe('a changed role', () => {
  it('ends the sessions, so that an open board closes and nobody keeps rights or lacks them', async () => {
    const { id, cookie } = await person('radu', 'owner')
    const board = await openTestSocket(url, { cookie })
    expect((await setRole(id, 'staff')).json()).toMatchObject({ id, role: 'staff', isOwner: false })
    await vi.waitFor(() => expect(board.closed()).toBe(4401))
    expect(await isSignedIn(cookie)).toBe(false)
    const again = await signIn('radu')
    expect((await server.call('GET', '/api/users', undefined, as(again))).statusCode).toBe(403)
    await setRole(id, 'owner')
    expect(await isSignedIn(again)).toBe(false)
    expect((await list(await signIn('radu'))).length).toBeGreaterThan(1)
  })

  it('that is no change ends nothing', async () => {
    const { id, cookie } = await person('sanda', 'staff')
    expect((await setRole(id, 'staff')).statusCode).toBe(200)
    expect(await isSignedIn(cookie)).toBe(true)
  })
})

describe('a removed user', () => {
  it('is signed out everywhere at once, and cannot sign in', async () => {
    const { id, cookie } = await person('horia', 'owner')
    const board = await openTestSocket(url, { cookie })
    expect((await remove(id)).statusCode).toBe(204)
    await vi.waitFor(() => expect(board.closed()).toBe(4401))
    expect(await isSignedIn(cookie)).toBe(false)
    expect((await login('horia', 'parola1')).statusCode).toBe(401)
    expect((await list()).map(({ username }) => username)).not.toContain('horia')
  })

  it('stays in the history of orders, which the removal does not touch', async () => {
    const { id } = await person('istoric', 'owner')
    const { db } = server.connection
    const { rows } = await db.execute<{ id: number }>(sql`
      with placed as (
        insert into orders (customer_name, phone_number, total, currency, token_hash, search_text, created_at, updated_at)
        values ('Old', '', 0, 'lei', '', '', now(), now()) returning id
      )
      insert into order_status_changes (order_id, status, user_id, username, at)
      select id, 'ready', ${id}, 'istoric', now() from placed returning id::int`)
    const entry = async () =>
      (
        await db.execute(
          sql`select user_id::int, username, xmin::text from order_status_changes where id = ${rows[0]?.id}`,
        )
      ).rows
    const before = await entry()
    expect((await remove(id)).statusCode).toBe(204)
    expect(await entry()).toEqual(before)
    expect(before).toMatchObject([{ user_id: id, username: 'istoric' }])
  })

  it.each([
    ['changed', (id: number) => setRole(id, 'owner')],
    ['given a password', (id: number) => setPassword(id, 'parola2')],
    ['removed', (id: number) => remove(id)],
  ])('cannot be %s any more', async (_, act) => {
    const { id } = await person(`gone${++address}`, 'staff')
    await remove(id)
    const answer = await act(id)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  })
})

describe('the last owner', () => {
  let boss = 0
  beforeEach(async () => {
    boss = await onlyBoss()
  })

  it('can be neither removed nor made staff, and is told why', async () => {
    await person('staff', 'staff')
    for (const answer of [await remove(boss), await setRole(boss, 'staff')]) {
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { code: 'last_owner', message: 'The last owner cannot be removed or made staff' },
      ])
    }
    expect(await isSignedIn(server.owner)).toBe(true)
  })

  it('is one of two who go at once: the first goes, the second stays', async () => {
    const ways = [
      (id: number, cookie: string) => remove(id, cookie),
      (id: number, cookie: string) => setRole(id, 'staff', cookie),
    ]
    for (const firstWay of ways) {
      for (const secondWay of ways) {
        await onlyBoss()
        const [one, two] = [await person('one', 'owner'), await person('two', 'owner')]
        await server.connection.db.execute(sql`update users set is_owner = false where username = 'boss'`)
        // Both requests have been let in before either is decided; the lock is given in the order of asking.
        const both = await inTransaction(server.connection.db, async (tx) => {
          await lockOwnership(tx)
          const first = firstWay(two.id, one.cookie)
          await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000 })
          const second = secondWay(one.id, two.cookie)
          await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 10_000 })
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

/** How many wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await server.connection.db.execute<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n ?? 0
}
