import { describe, expect, it, vi } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { categoryFinder } from './categories.ts'

describe('categories', () => {
  const server = testServer()
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers = {}) =>
    server.asOwner(method, `/api/menu/categories${path}`, body, headers)
  const list = async () => (await server.asOwner('GET', '/api/menu/categories')).json<MenuCategory[]>()
  const add = async (name: string, nameRo?: string) => (await call('POST', '', { name, nameRo })).json<MenuCategory>()
  const named = async (name: string) => (await list()).find((category) => category.name === name)
  const dishes = async () => (await server.asOwner('GET', '/api/menu')).json<MenuItem[]>()
  const move = (id: number, body: unknown) => call('POST', `/${id}/move`, body)
  const idsInOrder = async () => (await list()).map(({ id }) => id)

  const post = (dish: object) =>
    server.asOwner('POST', '/api/menu', { name: 'A', nameRo: 'A', categoryRo: 'X', price: 1, ...dish })

  async function expectPositionsWithoutGaps() {
    const categories = await list()
    expect(categories.map(({ position }) => position)).toEqual([...categories.keys()].map((i) => i + 1))
  }

  describe('adding a category', () => {
    it('appends it to the list', async () => {
      const before = await list()
      const response = await call('POST', '', { name: 'Brunch', nameRo: 'Gustare' })
      expect(response.statusCode).toBe(201)
      expect(response.json()).toEqual({
        id: expect.any(Number),
        name: 'Brunch',
        nameRo: 'Gustare',
        position: before.length + 1,
        isActive: true,
        hasItems: false,
        stationId: null,
        servedHours: null,
        vatRate: null,
      })
      await vi.waitFor(async () => expect(await list()).toEqual([...before, response.json()]))
      expect(await add('Late')).toMatchObject({ nameRo: '', position: before.length + 2 })
      const shaken = await call('POST', '', { name: 'Shaken', stationId: 7 })
      expect([shaken.statusCode, shaken.json().stationId]).toEqual([201, 7])
      expect((await call('POST', '', { name: 'Stirred', stationId: 'bar' })).statusCode).toBe(400)
    })

    it('is rejected for an existing name, even in concurrent requests', async () => {
      const twice = await call('POST', '', { name: 'Pizza' })
      expect([twice.statusCode, twice.json().code, twice.json().message]).toEqual([
        409,
        'category_exists',
        'Category already exists',
      ])
      const responses = await Promise.all(Array.from({ length: 5 }, () => call('POST', '', { name: 'Raced' })))
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
      await expectPositionsWithoutGaps()
    })

    it('is rejected for a name that differs from another in case and diacritics only', async () => {
      await add('Gătite încet', 'Slow')
      for (const name of ['GĂTITE ÎNCET', 'gatite incet']) {
        const rejected = await call('POST', '', { name })
        expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'category_exists'])
      }
      const inRomanian = await call('POST', '', { name: 'sloW', nameRo: '' })
      expect([inRomanian.statusCode, inRomanian.json().code]).toEqual([409, 'category_exists'])
      // The names in the other language may be equal.
      expect((await call('POST', '', { name: 'slow', nameRo: 'Gătite încet' })).statusCode).toBe(201)
    })
  })

  describe('renaming a category', () => {
    it('renames it in all its dishes and raises their versions', async () => {
      const { id } = (await named('Test soups')) as MenuCategory
      const before = (await dishes()).filter(({ category }) => category === 'Test soups')
      const response = await call('PATCH', `/${id}`, { name: 'Soups', nameRo: 'Supe' })
      expect(response.json()).toMatchObject({ id, name: 'Soups', nameRo: 'Supe', hasItems: true })
      const renamed = before.map((dish) => ({
        ...dish,
        category: 'Soups',
        categoryRo: 'Supe',
        version: dish.version + 1,
      }))
      await vi.waitFor(async () => expect(await dishes()).toEqual(renamed))
      const outdated = await server.asOwner(
        'PATCH',
        `/api/menu/${server.soup}`,
        { category: 'Test soups' },
        { 'if-match': '1' },
      )
      expect(outdated.json().code).toBe('dish_changed')
      expect((await call('PATCH', `/${id}`, { name: 'Test soups', nameRo: 'Supe de probă' })).statusCode).toBe(200)
    })

    it('is rejected for the name of another category, but not for its own name', async () => {
      const { id, name } = await add('Own name', 'Nume propriu')
      const rejected = await call('PATCH', `/${id}`, { name: 'Pizza' })
      expect([rejected.statusCode, rejected.json().code, rejected.json().message]).toEqual([
        409,
        'category_name_taken',
        'Category with this name already exists',
      ])
      expect((await call('PATCH', `/${id}`, { name })).json()).toMatchObject({ name, nameRo: 'Nume propriu' })
      expect((await call('PATCH', `/${id}`, {})).json()).toMatchObject({ name })
      expect((await call('PATCH', `/${id}`, { nameRo: '' })).json()).toMatchObject({ name, nameRo: '' })
      expect((await call('PATCH', `/${id}`, { name: '' })).statusCode).toBe(400)
      expect((await call('PATCH', '/999999', { name: 'New' })).statusCode).toBe(404)
    })
  })

  describe('moving a category', () => {
    it('moves it to any position in the list', async () => {
      const before = await idsInOrder()
      for (const [from, to] of [
        [0, 5],
        [5, 0],
        [3, before.length - 1],
        [2, 2],
      ] as const) {
        const ids = await idsInOrder()
        const [id = 0] = ids.splice(from, 1)
        ids.splice(to, 0, id)
        await move(id, { to: to + 1 })
        expect(await idsInOrder()).toEqual(ids)
        await expectPositionsWithoutGaps()
      }
      const beyond = await move(before[0] ?? 0, { to: before.length + 1 })
      expect(beyond.json().issues).toEqual([{ path: 'to', message: `At most ${before.length}` }])
    })

    it('leaves no gaps in the positions in concurrent requests; of two from the same position, one succeeds', async () => {
      const before = await idsInOrder()
      const moves = before.flatMap((id, i) => [
        move(id, { to: ((i * 7) % before.length) + 1 }),
        move(id, { direction: 'up' }),
      ])
      const responses = await Promise.all([...moves, call('POST', '', { name: 'Meanwhile' })])
      for (const { statusCode } of responses) expect([200, 201]).toContain(statusCode)
      await expectPositionsWithoutGaps()
      const after = await idsInOrder()
      expect(after.filter((id) => before.includes(id)).toSorted()).toEqual(before.toSorted())
      // One of two requests from the same position moves the category.
      const [first = 0] = after
      const both = await Promise.all([move(first, { to: 3, order: 1 }), move(first, { to: 5, order: 1 })])
      expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    })
  })

  describe('toggling a category', () => {
    const toggle = (idOrName: string | number, body: object = {}) => call('POST', `/${idOrName}/toggle`, body)

    it('toggles `isActive` with an empty body and sets it with a value, by id and by name', async () => {
      const { id } = (await named('Test soups')) as MenuCategory
      expect((await toggle(id)).json()).toMatchObject({ id, isActive: false })
      await vi.waitFor(async () => expect((await server.call('GET', '/api/menu')).json()).toEqual([]))
      expect((await toggle('Test%20soups')).json()).toMatchObject({ id, isActive: true, hasItems: true })
      expect((await toggle(id, { isActive: true })).json()).toMatchObject({ isActive: true })
      expect((await toggle(id, { isActive: false })).json()).toMatchObject({ isActive: false })
      expect((await toggle(id, { isActive: true })).statusCode).toBe(200)
    })

    it.each(['Preparate la Grătar', 'Fish/Meat & more?', 'Ș'.repeat(100), '100 % vegan'])(
      'accepts the URL-encoded name %s',
      async (name) => {
        const { id } = (await named(name)) ?? (await add(name))
        expect((await toggle(encodeURIComponent(name))).json()).toMatchObject({ id, name, isActive: false })
      },
    )

    it('treats a number as an id even if it is the name of a category, and returns 404 for an unknown id or name', async () => {
      const { id } = await add('999998')
      expect((await toggle('999998')).statusCode).toBe(404)
      expect((await toggle(id)).json()).toMatchObject({ name: '999998', isActive: false })
      expect((await toggle('Nothing')).statusCode).toBe(404)
      expect((await toggle('9'.repeat(40))).statusCode).toBe(404)
      expect((await toggle(id, { isActive: 'no' })).statusCode).toBe(400)
    })
  })

  describe('deleting a category', () => {
    it('leaves no gap in the positions', async () => {
      const before = await idsInOrder()
      const [, deletedId = 0] = before
      const response = await call('DELETE', `/${deletedId}`)
      expect([response.statusCode, response.body]).toEqual([204, ''])
      expect(await idsInOrder()).toEqual(before.filter((id) => id !== deletedId))
      await expectPositionsWithoutGaps()
      expect((await call('DELETE', `/${deletedId}`)).statusCode).toBe(404)
    })

    it('is rejected while it has dishes, even hidden ones', async () => {
      const { id } = await add('Holding')
      const dish = { name: 'A', nameRo: 'A', category: 'Holding', categoryRo: 'B', price: 1, isActive: false }
      const { id: dishId } = (await server.asOwner('POST', '/api/menu', dish)).json<MenuItem>()
      const rejected = await call('DELETE', `/${id}`)
      expect([rejected.statusCode, rejected.json().code, rejected.json().message]).toEqual([
        409,
        'category_in_use',
        'Cannot remove category with existing items',
      ])
      await server.asOwner('DELETE', `/api/menu/${dishId}`)
      expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
    })

    it('never leaves a dish without its category, even if the dish is added at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const { id, name } = await add(`Racing ${round}`)
        const dish = { name: 'A', nameRo: 'A', category: name, categoryRo: 'B', price: 1 }
        const [deleted, added] = await Promise.all([
          call('DELETE', `/${id}`),
          server.asOwner('POST', '/api/menu', dish),
        ])
        expect([204, 409]).toContain(deleted.statusCode)
        expect(added.json()).toMatchObject({ category: name })
      }
      await expectPositionsWithoutGaps()
    })
  })

  describe('renaming a category to a name in another case', () => {
    it('is rejected for the name of another category, but not for its own', async () => {
      const { id } = await add('Plăcinte')
      await add('Înghețată')
      const rejected = await call('PATCH', `/${id}`, { name: 'inghetata' })
      expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'category_exists'])
      expect((await call('PATCH', `/${id}`, { name: 'PLACINTE' })).json()).toMatchObject({ id, name: 'PLACINTE' })
      const inRomanian = await call('PATCH', `/${id}`, { nameRo: 'inghetata' })
      expect([inRomanian.statusCode, inRomanian.json().code]).toEqual([409, 'category_exists'])
    })
  })

  describe('the category of a dish', () => {
    it('is found by either name, ignoring case and diacritics, and is added otherwise', async () => {
      await add('Stews', 'Tocănițe')
      const categories = (await list()).length
      for (const category of ['Stews', 'STEWS', 'tocanite', 'TOCĂNIȚE'])
        expect((await post({ category })).json()).toMatchObject({ category: 'Stews', categoryRo: 'Tocănițe' })
      expect(await list()).toHaveLength(categories)
      expect((await post({ category: 'Stew' })).json()).toMatchObject({ category: 'Stew', categoryRo: 'X' })
    })

    it('stays, with the version, when a change writes its name in another way', async () => {
      const { id, version } = (await post({ category: 'Stews' })).json<MenuItem>()
      const patch = (change: object) => server.asOwner('PATCH', `/api/menu/${id}`, change)
      expect((await patch({ category: 'tocanite' })).json()).toMatchObject({ category: 'Stews', version })
      expect((await patch({ category: 'PIZZA' })).json()).toMatchObject({ category: 'Pizza', version: version + 1 })
    })
  })

  describe('removing the empty categories', () => {
    it('keeps those with dishes, even hidden ones, in their order without gaps, and answers how many it removed', async () => {
      await add('Empty')
      const { id } = (await post({ category: 'Hidden dish', isActive: false })).json<MenuItem>()
      await add('Empty too')
      const before = await list()
      const kept = before.filter(({ hasItems }) => hasItems)
      const response = await call('POST', '/remove-empty')
      expect([response.statusCode, response.json()]).toEqual([200, { removed: before.length - kept.length }])
      await vi.waitFor(async () =>
        expect(await list()).toEqual(kept.map((category, i) => ({ ...category, position: i + 1 }))),
      )
      expect((await dishes()).some((dish) => dish.id === id)).toBe(true)
      expect((await call('POST', '/remove-empty')).json()).toEqual({ removed: 0 })
    })

    it('never leaves a dish without its category, even if the dish is added at the same time', async () => {
      await add('Raced for')
      const [, added] = await Promise.all([call('POST', '/remove-empty'), post({ category: 'Raced for' })])
      expect(added.json()).toMatchObject({ category: 'Raced for' })
      expect((await list()).some(({ name }) => name === 'Raced for')).toBe(true)
      await expectPositionsWithoutGaps()
    })
  })
})

describe('find category', () => {
  const named = (name: string, nameRo = '') => ({ name, nameRo })

  describe('finding a category', () => {
    const { find } = categoryFinder([
      named('Drinks', 'Supe'),
      named('SUPE'),
      named('Supe'),
      named('Soups', 'Ciorbe'),
      named('Sours', 'ciorbe'),
    ])
    it.each([
      ['Supe', 'Supe'],
      ['SUPE', 'SUPE'],
      // The first of equal folded names is used; a name has precedence over a Romanian name.
      ['supe', 'SUPE'],
      ['șupe', 'SUPE'],
      ['CIORBE', 'Soups'],
      ['Ciorbă', undefined],
      ['', undefined],
    ])('%j finds %s', (text, name) => {
      expect(find(text)?.name).toBe(name)
    })

    it('includes those that are added, behind the others', () => {
      const finder = categoryFinder([named('Paste')])
      finder.add(named('PASTE'))
      finder.add(named('Pizza'))
      expect(['paste', 'PASTE', 'pizza'].map((name) => finder.find(name)?.name)).toEqual(['Paste', 'PASTE', 'Pizza'])
    })
  })
})
