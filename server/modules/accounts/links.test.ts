import { afterEach, describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import type { ListedUser } from '#shared/contracts/accounts.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'

const server = testServer()
const MINUTE = 60_000
let names = 0
const newStaff = async (duties = ['floor']) =>
  (
    await server.asOwner('POST', '/api/users', { username: `ion ${++names}`, password: 'nobody knows', duties })
  ).json<ListedUser>()
const link = (id: number, body: object = {}) => server.asOwner('POST', `/api/users/${id}/link`, body)
const wordOf = async (id: number) => new URL((await link(id)).json().link, 'http://masa').hash.replace('#link=', '')
const open = (word: unknown) => server.call('POST', '/api/login/link', { word })
const pass = (ms: number) => server.clock.set(new Date(Date.now() + ms))

afterEach(() => server.clock.set(new Date()))

describe('a link that signs staff in', () => {
  it('works once, with the duties of its user, and stands in the journal', async () => {
    const user = await newStaff()
    const made = await link(user.id)
    expect([made.statusCode, made.json().link]).toEqual([201, expect.stringMatching(/^\/auth#link=[\w-]{43}$/)])
    const word = await wordOf(user.id)
    const opened = await open(word)
    expect(opened.json()).toEqual({ ...user, selfRegistered: undefined, createdAt: undefined, lastSignInAt: undefined })
    const cookie = String(opened.headers['set-cookie'])
    expect((await server.call('GET', '/api/floor', undefined, { headers: { cookie } })).statusCode).toBe(200)
    const again = await open(word)
    expect([again.statusCode, again.json().code]).toEqual([404, 'sign_in_link_over'])
    const { entries } = (await server.asOwner('GET', '/api/journal')).json()
    expect(entries.slice(0, 3).map((entry: { kind: string }) => entry.kind)).toEqual([
      'signed_in',
      'user_link',
      'user_link',
    ])
    const { rows } = await server.connection.db.execute('select * from users')
    expect(JSON.stringify(rows)).not.toContain(word)
  })

  it('of two phones signs one in', async () => {
    const { id } = await newStaff()
    const word = await wordOf(id)
    const statuses = (await Promise.all([open(word), open(word)])).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 404])
  })

  it('is over after ten minutes, with a newer one, a new password or a promotion', async () => {
    const { id } = await newStaff()
    const [late, replaced] = [await wordOf(id), await wordOf(id)]
    expect((await open(late)).statusCode).toBe(404)
    pass(10 * MINUTE + 1)
    expect((await open(replaced)).statusCode).toBe(404)
    server.clock.set(new Date())
    for (const [method, path, body] of [
      ['POST', `/api/users/${id}/password`, { password: '654321' }],
      ['PATCH', `/api/users/${id}`, { role: 'owner' }],
    ] as const) {
      const word = await wordOf(id)
      await server.asOwner(method, path, body)
      expect((await open(word)).statusCode).toBe(404)
    }
    for (const word of ['', 'x', 7]) expect((await open(word)).statusCode).toBe(word === 7 ? 400 : 404)
  })

  it('is never made for an owner, nor by staff, nor without the password of an owner who signed in long ago', async () => {
    const me = (await server.asOwner('GET', '/api/user')).json()
    const ofOwner = await link(me.id)
    expect([ofOwner.statusCode, ofOwner.json().code]).toEqual([403, 'owners_link'])
    expect((await link(999_999)).statusCode).toBe(404)
    const { id } = await newStaff()
    expect((await server.call('POST', `/api/users/${id}/link`, {})).statusCode).toBe(401)
    pass(20 * MINUTE)
    expect((await link(id)).json().code).toBe('wrong_password')
  })
})

describe('registration', () => {
  const register = (username: string, more: object = {}, cookie?: string) =>
    server.call(
      'POST',
      '/api/register',
      { username, password: '123456', ...more },
      cookie ? { headers: { cookie } } : {},
    )

  it('can be closed: then only owners add users, and the sign-in page knows', async () => {
    expect((await server.call('GET', '/api/setup')).json()).toEqual({ needsOwner: false, registration: true })
    expect((await register('first')).statusCode).toBe(201)
    await server.asOwner('PATCH', '/api/settings', { registration: false })
    expect((await server.call('GET', '/api/setup')).json()).toEqual({ needsOwner: false, registration: false })
    const refused = await register('second')
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'registration_off'])
    expect((await register('third', {}, server.owner)).statusCode).toBe(201)
    expect((await server.call('GET', '/api/settings')).json()).not.toHaveProperty('registration')
    const isOpen = async () => {
      const { checks } = (await server.asOwner('GET', '/api/before-service')).json<BeforeService>()
      return checks.find(({ name }) => name === 'registration')?.state
    }
    expect(await isOpen()).toBe('ok')
    await server.asOwner('PATCH', '/api/settings', { registration: true })
    expect(await isOpen()).toBe('look')
  })
})
