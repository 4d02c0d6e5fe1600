import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'

const server = testServer()
let people: People
beforeAll(async () => {
  people = await signInPeople(server)
})

/** Tuesday, 20:00 in Bucharest. */
const EVENING = new Date('2026-11-24T18:00:00Z')
const at = (utc: string) => server.clock.set(new Date(`2026-11-${utc}Z`))
beforeEach(async () => {
  server.clock.set(EVENING)
  await setHours(null)
})

const setSettings = (change: object) => server.asOwner('PATCH', '/api/settings', change)
const setHours = (openingHours: object | null, lastOrderMinutes = 0) => setSettings({ openingHours, lastOrderMinutes })
/** Waits until guests read these hours, because a changed setting is announced later. */
const shows = (expected: object) =>
  vi.waitFor(async () => expect((await server.call('GET', '/api/hours')).json()).toMatchObject(expected))
const order = (more: object = {}, cookie = '') =>
  server.call('POST', '/api/orders', takeaway(server, more), { headers: { cookie } })
const seen = (response: { statusCode: number; json(): Record<string, unknown> }) => {
  const { code, opensAt, message } = response.json()
  return [response.statusCode, code, opensAt, message].filter((one) => one !== undefined)
}

const TUESDAY = { weekly: [{ day: 2, from: '17:00', to: '23:00' }], exceptions: [] }

describe('the hours', () => {
  it('are always, until an owner sets them', async () => {
    await shows({ open: true, lastOrders: false, until: null, opensAt: null, today: [] })
    expect((await order()).statusCode).toBe(201)
  })

  it('say until when it is open, and when it opens again, and count at once for orders', async () => {
    await setHours(TUESDAY, 30)
    const today = [{ from: '17:00', to: '23:00' }]
    await shows({ open: true, lastOrders: false, until: '2026-11-24T21:00:00.000Z', opensAt: null, today })
    expect((await order()).statusCode).toBe(201)
    at('24T20:30:00')
    const opensAt = '2026-12-01T15:00:00.000Z'
    await shows({ open: true, lastOrders: true, opensAt })
    expect(seen(await order())).toEqual([409, 'closed', opensAt, 'The kitchen takes no more orders today'])
    at('24T21:00:00')
    await shows({ open: false, lastOrders: false, until: null, opensAt })
    expect(seen(await order())).toEqual([409, 'closed', opensAt, 'The restaurant is closed'])
  })

  it('bind neither owners nor the floor', async () => {
    await setHours({ weekly: [], exceptions: [] })
    expect(seen(await order())).toEqual([409, 'closed', null, 'The restaurant is closed'])
    expect((await order({}, people.floor)).statusCode).toBe(201)
    expect((await order({}, server.owner)).statusCode).toBe(201)
    expect((await order({}, people.kitchen)).statusCode).toBe(409)
  })

  it('are replaced on the date of an exception, which goes once it is over', async () => {
    const exceptions = [
      { date: '2026-11-20', closed: true },
      { date: '2026-11-24', closed: true, note: 'A wedding' },
    ]
    const saved = await setHours({ ...TUESDAY, exceptions })
    expect(saved.json().openingHours.exceptions).toEqual([exceptions[1]])
    // A clock that may be wrong does not say what is over.
    server.clock.jump(20 * 24 * 60 * 60_000)
    const kept = await setHours({ ...TUESDAY, exceptions })
    expect(kept.json().openingHours.exceptions).toEqual(exceptions)
    server.clock.jump(-20 * 24 * 60 * 60_000)
    await shows({ open: false, today: [] })
  })

  const MONDAY = (from: string, to: string) => ({ day: 1, from, to })
  const ON_DATE = { date: '2026-12-31', hours: [MONDAY('18:00', '24:00'), MONDAY('10:00', '18:30')] }
  const CLOSED = { date: '2026-12-24', closed: true }
  const inWeek = (...weekly: object[]) => ({ weekly, exceptions: [] })
  const onDates = (...exceptions: object[]) => ({ weekly: [], exceptions })

  it.each([
    ['overlap', inWeek(MONDAY('10:00', '15:00'), MONDAY('14:00', '16:00')), 'overlap: 1: 10:00–15:00, 1: 14:00–16:00'],
    ['are no times', inWeek(MONDAY('25:00', '20:00')), 'Enter a time as HH:MM, for example 04:00'],
    [
      'are more than four a day',
      inWeek(...[0, 2, 4, 6, 8].map((h) => MONDAY(`0${h}:00`, `0${h + 1}:00`))),
      'At most 4',
    ],
    ['have a date twice', onDates(CLOSED, CLOSED), 'A date is listed twice'],
    [
      'overlap on a date',
      onDates(CLOSED, ON_DATE),
      'overlap: 2026-12-31: 18:00–00:00, 10:00–18:30',
      '.exceptions.1.hours',
    ],
    ['are none of a date that is not closed either', onDates({ date: '2026-12-31' }), 'This is not valid'],
  ])('are refused if they %s', async (_, openingHours, message, place = '') => {
    const response = await setHours(openingHours)
    expect([response.statusCode, response.json().message]).toEqual([400, expect.stringContaining(message)])
    expect(response.json().issues[0].path).toContain(`openingHours${place}`)
  })

  it('may end at 24:00, the midnight after the day: of a week, of a date and of a dish', async () => {
    const [typed, stored] = ['24:00', '00:00'].map((to) => ({
      weekly: [{ day: 2, from: '18:00', to }],
      exceptions: [{ date: '2099-12-31', hours: [{ from: '00:00', to }] }],
    }))
    const response = await setHours(typed ?? null)
    expect([response.statusCode, response.json().openingHours]).toEqual([200, stored])
    const servedHours = [{ day: 2, from: '18:00', to: '24:00' }]
    const dish = await server.asOwner('PATCH', `/api/menu/${server.soup}`, { servedHours })
    expect(dish.json().servedHours).toEqual(stored?.weekly)
    await server.asOwner('PATCH', `/api/menu/${server.soup}`, { servedHours: null })
  })
})

describe('the hours of a dish', () => {
  const breakfast = [{ day: 2, from: '08:00', to: '12:00' }]
  const serve = (servedHours: object | null) => server.asOwner('PATCH', `/api/menu/${server.soup}`, { servedHours })

  it('are shown with it, and end ten minutes later on the server', async () => {
    expect((await serve(breakfast)).json()).toMatchObject({ servedHours: breakfast, categoryServedHours: null })
    at('24T10:09:00')
    expect((await order()).statusCode).toBe(201)
    at('24T10:10:00')
    const refused = (await order()).json()
    expect([refused.code, refused.unavailable]).toEqual([
      'item_unavailable',
      [{ menuItemId: server.soup, name: 'Bean soup', reason: 'not_served' }],
    ])
    expect((await order({}, people.floor)).statusCode).toBe(201)
    await serve(null)
  })

  it('are those of its category where it has none', async () => {
    const categories = (await server.asOwner('GET', '/api/menu/categories')).json<MenuCategory[]>()
    const menu = (await server.call('GET', '/api/menu')).json<MenuItem[]>()
    const named = menu.find(({ id }) => id === server.soup)?.category
    const category = categories.find(({ name }) => name === named)
    if (!category) throw new Error('no category')
    const changed = await server.asOwner('PATCH', `/api/menu/categories/${category.id}`, { servedHours: breakfast })
    expect(changed.json().servedHours).toEqual(breakfast)
    expect((await order()).statusCode).toBe(409)
    await serve([{ day: 2, from: '18:00', to: '22:00' }])
    expect((await order()).statusCode).toBe(201)
    const dish = (await server.call('GET', '/api/menu')).json().find(({ id }: { id: number }) => id === server.soup)
    expect(dish.categoryServedHours).toEqual(breakfast)
  })
})
