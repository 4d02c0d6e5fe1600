import { beforeEach, describe, expect, it } from 'vitest'
import { promotions } from '#server/db/schema/index.ts'
import { announcedBy } from '#server/testing/database.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { imagePart, LUNCH, photoPart, promotionsFixture } from '#server/testing/promotions.ts'
import type { Promotion, ShownPromotion } from '#shared/contracts/promotions.ts'
import { isOwnPicture } from '#shared/domain/menu/pictures.ts'

const { add, call, change, create, listAll, send, server, titles } = promotionsFixture()

// First, because a clock that another test moves is announced too.
it("each change of promotions is announced to owners' open pages, and nothing else is", async () => {
  const page = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
  let id = 0
  const CHANGED = [{ topic: 'changed', id: 'promotions' }]
  for (const [makeChange, announced] of [
    [async () => ({ id } = await add('New')), CHANGED],
    [() => change(id, { title: 'New' }), []],
    [() => call('POST', `/${id}/move`, { direction: 'up' }), []],
    [() => change(id, { title: 'Changed' }), CHANGED],
    [() => call('POST', `/${id}/toggle`, {}), CHANGED],
    [() => call('DELETE', `/${id}`), CHANGED],
  ] as const) {
    expect(await announcedBy(server, makeChange)).toEqual(announced)
  }
  await page.waitForFrames({ type: 'CHANGED', payload: { area: 'promotions' } })
  page.socket.close()
})

describe('promotions', () => {
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
  const list = async () => (await server.call('GET', '/api/promotions')).json<ShownPromotion[]>()
  describe('GET /api/promotions', () => {
    it.each([
      ['2026-06-09T20:59:59Z', []],
      ['2026-06-09T21:00:00Z', ['Third', 'Also third']],
      ['2026-06-15T13:00:59Z', ['Lunch', 'Third', 'Also third']],
      ['2026-06-15T13:01:00Z', ['Third', 'Also third']],
      ['2026-07-10T09:00:00Z', ['July']],
    ])("returns those shown at %s, in display order, by the restaurant's clock", async (moment, titles) => {
      server.clock.set(new Date(moment))
      expect((await list()).map(({ title }) => title)).toEqual(titles)
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
      const response = await server.asOwner('GET', '/api/promotions/all')
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
})

async function expectPositionsWithoutGaps() {
  const positions = (await listAll()).map(({ order }) => order)
  expect(positions).toEqual([...positions.keys()].map((i) => i + 1))
}

describe('the order of promotions', () => {
  const move = (id: number, body: unknown) => call('POST', `/${id}/move`, body)
  const addMany = async (count: number) => {
    for (let n = 1; n <= count; n++) await add(`P${n}`)
    return (await listAll()).map(({ id }) => id)
  }

  it('changes by one and to any position, except the first one up and the last one down', async () => {
    const [first = 0, second = 0, third = 0] = await addMany(3)
    const moved = await move(second, { direction: 'up' })
    expect([moved.statusCode, moved.json()]).toEqual([200, await listAll()])
    expect(await titles()).toEqual(['P2', 'P1', 'P3'])
    await move(second, { direction: 'up' })
    await move(third, { direction: 'down' })
    expect(await titles()).toEqual(['P2', 'P1', 'P3'])
    await move(second, { to: 3, order: 1 })
    expect(await titles()).toEqual(['P1', 'P3', 'P2'])
    await move(second, { to: 1 })
    await move(first, { direction: 'down', order: 2 })
    expect(await titles()).toEqual(['P2', 'P3', 'P1'])
    await expectPositionsWithoutGaps()
  })

  it('is not changed if the position is not the one that the caller saw, or is beyond the end', async () => {
    const [first = 0] = await addMany(2)
    const outdated = await move(first, { direction: 'down', order: 2 })
    expect([outdated.statusCode, outdated.json().code]).toEqual([409, 'place_changed'])
    expect((await move(first, { to: 3 })).json().issues).toEqual([{ path: 'to', message: 'At most 2' }])
    expect((await move(first, {})).json().issues).toEqual([{ path: '', message: 'Give either a direction or a place' }])
    expect((await move(999_999, { direction: 'up' })).statusCode).toBe(404)
  })

  it('has no gap after one is deleted', async () => {
    const [, second = 0] = await addMany(3)
    const deleted = await call('DELETE', `/${second}`)
    expect([deleted.statusCode, deleted.body]).toEqual([204, ''])
    expect(await titles()).toEqual(['P1', 'P3'])
    await expectPositionsWithoutGaps()
    expect((await call('DELETE', `/${second}`)).statusCode).toBe(404)
  })

  it('has no gaps after concurrent changes by several owners', async () => {
    const ids = await addMany(8)
    const [deletedId = 0, ...rest] = ids
    const responses = await Promise.all([
      ...rest.flatMap((id, i) => [move(id, { to: ((i * 5) % 7) + 1 }), move(id, { direction: 'up' })]),
      call('DELETE', `/${deletedId}`),
      ...Array.from({ length: 3 }, (_, n) => create({ ...LUNCH, title: `New ${n}` })),
    ])
    for (const { statusCode } of responses) expect([200, 201, 204]).toContain(statusCode)
    await expectPositionsWithoutGaps()
    const after = (await listAll()).map(({ id }) => id)
    expect(after.filter((id) => ids.includes(id)).toSorted()).toEqual(rest.toSorted())
    // Both requests are based on the same list, so only the first one succeeds.
    const [top = 0] = after
    const responsesToBoth = await Promise.all([move(top, { to: 3, order: 1 }), move(top, { to: 5, order: 1 })])
    expect(responsesToBoth.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('adding a promotion', () => {
  it('appends it, by default active for the whole day, and shows it to guests', async () => {
    server.clock.set(new Date('2026-06-15T09:00:00Z'))
    await add('First')
    const response = await create(LUNCH)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      ...LUNCH,
      id: expect.any(Number),
      imageUrl: '',
      startHour: null,
      endHour: null,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      isActive: true,
      order: 2,
      createdAt: '2026-06-15T09:00:00.000Z',
      updatedAt: '2026-06-15T09:00:00.000Z',
    })
    expect((await listAll())[1]).toEqual(response.json())
    const shown = (await server.call('GET', '/api/promotions')).json<ShownPromotion[]>()
    expect(shown.map(({ title }) => title)).toEqual(['First', 'Lunch of the day'])
  })

  it('accepts hours, an active flag and a picture in the same request', async () => {
    const more = { startHour: '12:00', endHour: '16:00', isActive: 'false', imageUrl: 'https://example.com/a.jpg' }
    const response = (await create({ ...LUNCH, ...more }, { parts: [await photoPart()] })).json()
    expect(response).toMatchObject({ startHour: '12:00', endHour: '16:00', isActive: false })
    expect(isOwnPicture(response.imageUrl)).toBe(true)
    expect((await server.call('GET', response.imageUrl)).headers['content-type']).toBe('image/webp')
    expect((await add('Linked', more)).imageUrl).toBe('https://example.com/a.jpg')
    expect((await add('Empty', { startHour: '', endHour: '', imageUrl: '' })).startHour).toBeNull()
  })

  it.each([
    ['2026-06-10T20:59:59Z', '2026-06-10'],
    ['2026-06-10T21:00:00.000Z', '2026-06-11'],
    ['2026-06-11T00:30:00+03:00', '2026-06-11'],
    ['2026-12-31T22:00:00Z', '2027-01-01'],
  ])('converts the timestamp %s to its day at the restaurant', async (moment, day) => {
    const { startDate, endDate } = await add('Moments', { startDate: moment, endDate: moment })
    expect([startDate, endDate]).toEqual([day, day])
  })

  it('is rejected if the start falls on a later day than the end', async () => {
    const days = { startDate: '2026-06-10T21:00:00Z', endDate: '2026-06-10T20:59:00Z' }
    const { issues } = (await create({ ...LUNCH, ...days })).json()
    expect(issues).toEqual([{ path: 'endDate', message: 'Start date must be before or equal to end date' }])
  })

  it('happens once for requests with the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'one' }
    const parts = [await photoPart()]
    const responses = await Promise.all(Array.from({ length: 4 }, () => create(LUNCH, { parts, headers })))
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(await titles()).toEqual([LUNCH.title])
    for (const otherBody of [create(LUNCH, { headers }), create({ ...LUNCH, title: 'Other' }, { parts, headers })]) {
      expect((await otherBody).json().code).toBe('key_reused')
    }
  })
})

describe('changing a promotion', () => {
  const PAST_MIDNIGHT = 'Start hour must be before end hour. For hours past midnight, add two promotions'

  it('changes the fields that are sent, and the picture', async () => {
    server.clock.set(new Date('2026-06-15T09:00:00Z'))
    const before = await add('Before', { startHour: '12:00', endHour: '16:00' })
    server.clock.set(new Date('2026-06-15T10:00:00Z'))
    const after = await change(before.id, { title: 'After', isActive: false }, { parts: [await photoPart()] })
    const { imageUrl } = after.json()
    const changed = { title: 'After', isActive: false, imageUrl, updatedAt: '2026-06-15T10:00:00.000Z' }
    expect([after.statusCode, after.json()]).toEqual([200, { ...before, ...changed }])
    expect(isOwnPicture(imageUrl)).toBe(true)
    expect(await listAll()).toEqual([after.json()])
    expect((await change(before.id, { imageUrl: '' })).json().imageUrl).toBe('')
    expect((await change(before.id, { imageUrl: 'javascript:alert(1)' })).json().issues).toEqual([
      { path: 'imageUrl', message: 'Must be a web address or empty' },
    ])
  })

  it('without a difference changes nothing', async () => {
    server.clock.set(new Date('2026-06-15T09:00:00Z'))
    const before = await add('Same')
    server.clock.set(new Date('2026-06-15T10:00:00Z'))
    expect((await change(before.id, { ...LUNCH, title: 'Same' })).json()).toEqual(before)
    expect((await send('PATCH', `/${before.id}`, {})).json()).toEqual(before)
  })

  it('changes the weekdays, and without a difference nothing', async () => {
    const { id, updatedAt, weekdays } = await add('Weekdays', { weekdays: '5, 1,1' })
    expect(weekdays).toEqual([1, 5])
    expect((await change(id, { weekdays: [5, 1] })).json()).toMatchObject({ weekdays: [1, 5], updatedAt })
    expect((await change(id, { title: 'Other' })).json()).toMatchObject({ weekdays: [1, 5] })
    expect((await change(id, { weekdays: [7, 6] })).json()).toMatchObject({ weekdays: [6, 7] })
  })

  it.each([[{ startHour: '', endHour: '' }], [{ startHour: null, endHour: null }]])(
    'clears the hours with %j',
    async (noHours) => {
      const { id } = await add('Hours', { startHour: '12:00', endHour: '16:00' })
      expect((await change(id, noHours)).json()).toMatchObject({ startHour: null, endHour: null })
    },
  )

  it.each([
    [{ endDate: '2026-06-09' }, 'endDate', 'Start date must be before or equal to end date'],
    [{ startDate: '2026-06-21' }, 'endDate', 'Start date must be before or equal to end date'],
    [{ endHour: null }, 'endHour', 'Both start and end hours must be provided when using time restrictions'],
    [{ endHour: '11:59' }, 'endHour', PAST_MIDNIGHT],
    [{ startHour: '16:01' }, 'endHour', PAST_MIDNIGHT],
  ])('validates the changed promotion as a whole: %j', async (fields, path, message) => {
    const { id } = await add('Checked', { startHour: '12:00', endHour: '16:00' })
    const response = await change(id, fields)
    expect([response.statusCode, response.json().issues]).toEqual([400, [{ path, message }]])
  })

  it('accepts a stored text that is longer than the limit, if it is not changed', async () => {
    const { id } = await add('Old')
    await server.connection.db.update(promotions).set({ title: 'x'.repeat(300) })
    expect((await change(id, { endDate: '2026-06-30' })).json()).toMatchObject({ title: 'x'.repeat(300) })
  })

  it('accepts the fields only as a JSON object, with or without a content type', async () => {
    const { id } = await add('JSON')
    const declared = { name: 'data', content: '{"title":"Declared"}', type: 'application/json' }
    expect((await send('PATCH', `/${id}`, { parts: [declared] })).json().title).toBe('Declared')
    for (const content of ['{"title":', '[1]', 'null', '7']) {
      const response = await send('PATCH', `/${id}`, { parts: [{ name: 'data', content }] })
      expect([response.statusCode, response.json().issues?.length]).toEqual([400, 1])
    }
    expect((await change(999_999, { title: 'Nobody' })).statusCode).toBe(404)
    const unknown = await change(999_999, {}, { parts: [imagePart('nonsense')] })
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
  })
})

describe('toggling a promotion', () => {
  it('reverses it with an empty body, and sets it with a value', async () => {
    const { id } = await add('Toggled')
    const toggle = async (body = {}) => (await call('POST', `/${id}/toggle`, body)).json().isActive
    expect([await toggle(), await toggle(), await toggle({ isActive: true })]).toEqual([false, true, true])
    expect((await call('POST', `/${id}/toggle`, { isActive: 'no' })).statusCode).toBe(400)
    expect((await call('POST', '/999999/toggle', {})).statusCode).toBe(404)
  })
})
