import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { signInPeople } from '#server/testing/users.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { OWNER_RIGHTS } from '#shared/domain/access.ts'
import { readSettings } from './repo.ts'
import { settingsView } from './service.ts'

const server = testServer()
let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
})

const NOW = new Date('2026-11-21T18:00:00.000Z')
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const change = (body: unknown) => server.asOwner('PATCH', '/api/settings', body)
const read = async () => (await server.call('GET', '/api/settings')).json<Settings>()
const order = () => server.call('POST', '/api/orders', takeaway(server))

beforeEach(() => server.clock.set(NOW))

// These tests come first, because changes of other tests are announced a little later and would be counted.
describe('SETTINGS_CHANGED', () => {
  it('is sent to every page once when a pause ends, and when the clock is set back into it', async () => {
    const [board, guest] = [await openTestSocket(url, { cookie: server.owner }), await openTestSocket(url)]
    // What else follows the clock may tell the board of its own, too.
    const told = () =>
      [board, guest].map((page) => page.receivedFrames().filter(({ type }) => type === 'SETTINGS_CHANGED').length)
    await change({ ordersPaused: true, ordersPausedUntil: inMinutes(15).toISOString() })
    await vi.waitFor(() => expect(told()).toEqual([1, 1]))
    server.clock.set(inMinutes(15))
    await vi.waitFor(() => expect(told()).toEqual([2, 2]))
    server.clock.set(inMinutes(14))
    await vi.waitFor(() => expect(told()).toEqual([3, 3]))
    server.clock.set(inMinutes(15))
    await vi.waitFor(() => expect(told()).toEqual([4, 4]))
    await change({ businessDayStart: '05:00' })
    await vi.waitFor(() => expect(told()).toEqual([5, 4]))
    await change({ ordersPaused: false })
    await vi.waitFor(() => expect(told()[0]).toBe(6))
  })
})

describe('a timed pause', () => {
  beforeEach(async () => {
    await server.connection.db.update(settings).set({ ordersPaused: false, ordersPausedUntil: null })
  })

  it('is returned with its end, and orders are accepted again after it', async () => {
    const end = inMinutes(15).toISOString()
    const response = await change({ ordersPaused: true, ordersPausedUntil: end })
    expect([response.statusCode, response.json()]).toMatchObject([200, { ordersPaused: true, ordersPausedUntil: end }])
    server.clock.set(new Date(inMinutes(15).getTime() - 1))
    expect(await read()).toMatchObject({ ordersPaused: true, ordersPausedUntil: end })
    const rejected = await order()
    expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'orders_paused'])
    server.clock.set(inMinutes(15))
    expect(await read()).toMatchObject({ ordersPaused: false, ordersPausedUntil: null })
    expect((await order()).statusCode).toBe(201)
  })

  it('cannot end beyond a day', async () => {
    const response = await change({ ordersPaused: true, ordersPausedUntil: inMinutes(24 * 60 + 1).toISOString() })
    expect([response.statusCode, response.json().issues]).toEqual([
      400,
      [{ path: 'ordersPausedUntil', message: 'Choose a moment within the next 24 hours' }],
    ])
  })
})

describe('settingsView', () => {
  it('never returns a column that the contract does not name', async () => {
    const row = { ...(await readSettings(server.connection.db)), secretToken: 'hidden' }
    for (const user of [OWNER_RIGHTS, null])
      expect(JSON.stringify(settingsView(row, 'Europe/Bucharest', NOW, user))).not.toMatch(/secretToken|hidden/)
  })
})

describe('POST /api/pause', () => {
  let kitchen = ''
  beforeAll(async () => {
    kitchen = (await signInPeople(server)).kitchen
  })
  const pause = (body: object, cookie = kitchen) => server.call('POST', '/api/pause', body, { headers: { cookie } })

  it('pauses and resumes orders for staff with a duty, with their name in the journal', async () => {
    const until = inMinutes(15).toISOString()
    expect((await pause({ paused: true, until })).json()).toEqual({ ordersPaused: true, ordersPausedUntil: until })
    expect((await order()).json()).toMatchObject({ code: 'orders_paused' })
    expect((await pause({ paused: true })).json()).toEqual({ ordersPaused: true, ordersPausedUntil: null })
    expect((await pause({ paused: false, until })).json()).toEqual({ ordersPaused: false, ordersPausedUntil: null })
    expect((await order()).statusCode).toBe(201)
    const { entries } = (await server.asOwner('GET', '/api/journal?limit=1')).json()
    expect(entries).toMatchObject([
      { kind: 'settings_changed', username: 'kitchen', details: { settings: ['ordersPaused'] } },
    ])
  })
})

describe('a change that is based on a version', () => {
  const based = (version: number | undefined, body: object) =>
    server.asOwner('PATCH', '/api/settings', body, { 'if-match': `"${version}"` })
  const ownSettings = async () => (await server.asOwner('GET', '/api/settings')).json<Settings>()

  it.each<[keyof Settings, unknown]>([
    ['stations', [{ name: 'Grill', nameRo: '' }]],
    ['paymentMethods', [{ kind: 'card', name: 'Meal card', nameRo: '' }]],
    ['openingHours', { weekly: [{ day: 1, from: '10:00', to: '22:00' }], exceptions: [] }],
    ['pickup', { on: true, leadMinutes: 30, slotMinutes: 15, daysAhead: 1, ordersPerSlot: null }],
    ['restaurantName', 'Conacul'],
  ])('takes back nothing that somebody has changed since: %s', async (name, value) => {
    const { version, [name]: before } = await ownSettings()
    const isList = Array.isArray(value)
    const theirs = await change({ [name]: isList ? [...(before as object[]), ...value] : value })
    expect(theirs.statusCode).toBe(200)
    const refused = await based(version, { [name]: before ?? null })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'settings_changed', settings: { [name]: theirs.json()[name], version: theirs.json().version } },
    ])
    expect((await ownSettings())[name]).toEqual(theirs.json()[name])
    expect((await based(theirs.json().version, { [name]: before ?? null })).statusCode).toBe(200)
  })

  it('is refused for its version before a station that another owner has removed is called wrong', async () => {
    const { stations = [] } = await ownSettings()
    const added = (await change({ stations: [...stations, { name: 'Bar' }] })).json<Settings>()
    await change({ stations })
    expect((await based(added.version, { stations: added.stations })).json().code).toBe('settings_changed')
  })

  it('is made once, also if its response was lost', async () => {
    const { version } = await ownSettings()
    const first = await based(version, { legalName: 'Conac SRL' })
    const second = await based(version, { legalName: 'Conac SRL' })
    expect(second.json()).toEqual(first.json())
    expect([second.statusCode, first.json<Settings>().version]).toEqual([200, (version ?? 0) + 1])
  })

  it('is the last one without a version, which guests and staff do not read', async () => {
    const { stations = [] } = await ownSettings()
    await change({ stations: [...stations, { name: 'Oven' }] })
    expect((await change({ stations })).json().stations).toEqual(stations)
    expect(await read()).not.toHaveProperty('version')
    expect((await based(Number.NaN, {})).statusCode).toBe(400)
  })
})
