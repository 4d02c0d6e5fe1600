import { beforeAll, describe, expect, it, vi } from 'vitest'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { testUsers } from '#server/testing/users.ts'
import type { ListedUser } from '#shared/contracts/accounts.ts'
import type { Duty } from '#shared/domain/access.ts'

const { server, as, list, create, setRole, createSignedIn, deleteOthers } = testUsers()

let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
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

  it.each<[object, string]>([
    [{}, ''],
    [{ duties: ['bar'] }, 'duties.0'],
    [{ duties: 'kitchen' }, 'duties'],
    [{ duties: null }, 'duties'],
  ])('are not changed by %j', async (body, path) => {
    const [boss] = await list()
    const response = await server.call('PATCH', `/api/users/${boss?.id}`, body, as(server.owner))
    expect([response.statusCode, response.json().issues[0].path]).toEqual([400, path])
  })
})
