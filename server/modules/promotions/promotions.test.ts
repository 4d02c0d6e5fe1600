import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { promotions } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import type { Promotion, ShownPromotion } from '#shared/contracts/promotions.ts'

const server = testServer()
const at = new Date('2026-06-01T09:00:00Z')

const row = (title: string, more: Partial<typeof promotions.$inferInsert> = {}): typeof promotions.$inferInsert => ({
  title,
  titleRo: `${title} (ro)`,
  description: 'Soup and main course',
  descriptionRo: 'Ciorbă și fel principal',
  imageUrl: '/pictures/0123456789abcdef0123456789abcdef/640.webp',
  startDate: '2026-06-10',
  endDate: '2026-06-20',
  createdAt: at,
  updatedAt: at,
  ...more,
})

beforeEach(async () => {
  await server.connection.db
    .insert(promotions)
    .values([
      row('Third', { order: 3 }),
      row('Lunch', { order: 1, startHour: '12:00', endHour: '16:00' }),
      row('Off', { order: 0, isActive: false }),
      row('July', { order: 2, startDate: '2026-07-01', endDate: '2026-07-31' }),
      row('Also third', { order: 3 }),
    ])
})
afterEach(async () => {
  await server.connection.db.delete(promotions)
})

const list = async () => (await server.call('GET', '/api/promotions')).json<ShownPromotion[]>()
const titlesAt = async (moment: string) => {
  server.clock.set(new Date(moment))
  return (await list()).map(({ title }) => title)
}

describe('GET /api/promotions', () => {
  it("returns the promotions shown now, in display order, by the restaurant's clock", async () => {
    expect(await titlesAt('2026-06-09T20:59:59Z')).toEqual([])
    expect(await titlesAt('2026-06-09T21:00:00Z')).toEqual(['Third', 'Also third'])
    expect(await titlesAt('2026-06-15T09:00:00Z')).toEqual(['Lunch', 'Third', 'Also third'])
    expect(await titlesAt('2026-06-15T13:00:59Z')).toEqual(['Lunch', 'Third', 'Also third'])
    expect(await titlesAt('2026-06-15T13:01:00Z')).toEqual(['Third', 'Also third'])
    expect(await titlesAt('2026-06-20T21:00:00Z')).toEqual([])
    expect(await titlesAt('2026-07-10T09:00:00Z')).toEqual(['July'])
  })

  it('returns guests only six fields of each promotion', async () => {
    server.clock.set(new Date('2026-06-15T17:00:00Z'))
    const [first] = await list()
    expect(first).toEqual({
      id: expect.any(Number),
      imageUrl: '/pictures/0123456789abcdef0123456789abcdef/640.webp',
      title: 'Third',
      titleRo: 'Third (ro)',
      description: 'Soup and main course',
      descriptionRo: 'Ciorbă și fel principal',
    })
  })
})

describe('GET /api/promotions/all', () => {
  it('returns all promotions to an owner, with their days and hours', async () => {
    const response = await server.call('GET', '/api/promotions/all', undefined, { headers: { cookie: server.owner } })
    const all = response.json<Promotion[]>()
    expect(all.map(({ title }) => title)).toEqual(['Off', 'Lunch', 'July', 'Third', 'Also third'])
    expect(all[1]).toEqual({
      id: expect.any(Number),
      imageUrl: '/pictures/0123456789abcdef0123456789abcdef/640.webp',
      title: 'Lunch',
      titleRo: 'Lunch (ro)',
      description: 'Soup and main course',
      descriptionRo: 'Ciorbă și fel principal',
      startDate: '2026-06-10',
      endDate: '2026-06-20',
      startHour: '12:00',
      endHour: '16:00',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      isActive: true,
      order: 1,
      createdAt: at.toISOString(),
      updatedAt: at.toISOString(),
    })
    expect(all[0]).toMatchObject({ isActive: false, startHour: null, endHour: null })
  })

  it('requires an owner', async () => {
    expect((await server.call('GET', '/api/promotions/all')).statusCode).toBe(401)
  })
})

describe('the table of promotions', () => {
  it.each([
    ['an end before its start', { startDate: '2026-06-20', endDate: '2026-06-19' }],
    ['one hour without the other', { startHour: '12:00' }],
    ['an end hour without a start', { endHour: '12:00' }],
    ['hours in the wrong order', { startHour: '16:00', endHour: '12:00' }],
    ['an hour that no clock shows', { startHour: '12:00', endHour: '24:00' }],
    ['no day of the week', { weekdays: [] }],
    ['a day that no week has', { weekdays: [1, 8] }],
    ['an hour without its zero', { startHour: '9:00', endHour: '9:30' }],
  ])('rejects %s', async (_, more) => {
    await expect(server.connection.db.insert(promotions).values(row('Wrong', more))).rejects.toThrow()
  })
})
