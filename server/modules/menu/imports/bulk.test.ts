import { describe, expect, it } from 'vitest'
import { takeaway } from '#server/testing/app.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { importsFixture } from './fixtures/imports.ts'

describe('bulk', () => {
  const { categoryRows, changeMany, exportMenu, exportedBefore, lastImport, server, undo } = importsFixture()

  describe('changing several dishes', () => {
    it('changes their prices, rounded half up', async () => {
      const body = { ids: [server.soup, server.pizza, server.soup], change: { price: { percent: 10, roundTo: 50 } } }
      const preview = await changeMany({ ...body, dryRun: true })
      expect(preview.changed.map(({ changes }) => changes)).toEqual([
        [{ column: 'price', old: '2850', new: '3150' }],
        [{ column: 'price', old: '4200', new: '4600' }],
      ])
      expect(preview.message).toBeUndefined()
      expect(await exportMenu()).toBe(exportedBefore())
      expect(await changeMany({ ...body, menu: preview.menu })).toMatchObject({
        status: 200,
        message: '2 dishes changed',
        left: 1,
      })
      expect(await changeMany({ ...body, menu: preview.menu })).toMatchObject({ status: 409, code: 'menu_changed' })
      expect(await lastImport()).toMatchObject({ kind: 'bulk', added: 0, changed: 2 })
      expect((await undo()).statusCode).toBe(200)
    })

    it('hides and shows them, and moves them to an existing or a new category', async () => {
      expect((await changeMany({ ids: [server.soup], change: { isActive: false } })).changed).toHaveLength(1)
      expect((await changeMany({ ids: [server.soup], change: { isActive: false } })).message).toBe(
        'Nothing to change: the menu is like this already',
      )
      await undo()
      await changeMany({ ids: [server.soup], change: { category: 'Specials' } })
      expect((await categoryRows()).at(-1)).toMatchObject({ name: 'Specials', nameRo: '', isActive: true })
      expect((await undo()).statusCode).toBe(200)
      // A dish that came back is the last of its category.
      const rows = (csv: string) => csv.split('\r\n').sort()
      expect(rows(await exportMenu())).toEqual(rows(exportedBefore()))
    })

    it('changes none if an id is unknown or a new price is out of range', async () => {
      const { status, code, bad } = await changeMany({
        ids: [server.soup, 999, server.pizza],
        change: { price: { add: -3000 } },
      })
      expect([status, code]).toEqual([400, 'bad_rows'])
      expect(bad).toEqual([
        { line: 1, column: 'price', message: 'At least 0' },
        { line: 2, column: 'id', message: 'No dish has this id' },
      ])
      const tooHigh = await changeMany({ ids: [server.soup], change: { price: { add: 100_000_000 } } })
      expect(tooHigh.bad).toEqual([{ line: 1, column: 'price', message: 'At most 100000000' }])
      expect(await exportMenu()).toBe(exportedBefore())
      expect((await changeMany({ ids: [server.soup], change: { price: { add: 1, percent: 1 } } })).status).toBe(400)
    })
  })
})

describe('bulk lists', () => {
  const { asOwner, changeMany, changeDish, exportMenu, exportedBefore, lastImport, send, server, undo } =
    importsFixture()

  const dishes = async () => (await server.call('GET', '/api/menu', undefined, asOwner())).json<MenuItem[]>()
  const dish = async (id: number) => (await dishes()).find((each) => each.id === id)
  const added = async (name: string) => {
    const body = { name, nameRo: name, category: 'Bulk', categoryRo: 'Bulk', price: 100 }
    return (await server.call('POST', '/api/menu', body, asOwner())).json<MenuItem>()
  }

  describe('changing tags and allergens of several dishes', () => {
    it('adds tags and removes others, each once, and can be undone', async () => {
      await changeDish(server.pizza, { tags: ['vegan', 'of the house'] })
      const ids = [server.soup, server.pizza]
      const preview = await changeMany({
        ids,
        change: { tags: { add: ['spicy', 'vegan'], remove: ['of the house'] } },
        dryRun: true,
      })
      expect(preview.changed.map(({ changes }) => changes)).toEqual([
        [{ column: 'tags', old: '', new: 'spicy|vegan' }],
        [{ column: 'tags', old: 'vegan|of the house', new: 'vegan|spicy' }],
      ])
      expect(
        await changeMany({ ids, change: { tags: { add: ['spicy', 'vegan'], remove: ['of the house'] } } }),
      ).toMatchObject({ status: 200 })
      expect((await dish(server.pizza))?.tags).toEqual(['vegan', 'spicy'])
      expect((await undo()).statusCode).toBe(200)
      expect((await dish(server.pizza))?.tags).toEqual(['vegan', 'of the house'])
      await changeDish(server.pizza, { tags: [] })
    })

    it('changes codes in the order of the regulation, and marks dishes as checked, together or alone', async () => {
      const ids = [server.soup, server.pizza]
      await changeMany({ ids, change: { allergenCodes: { add: ['nuts', 'gluten'] }, checked: true } })
      expect(await dish(server.soup)).toMatchObject({ allergenCodes: ['gluten', 'nuts'], allergensChecked: true })
      await undo()
      await changeMany({ ids, change: { checked: true } })
      expect(await dish(server.pizza)).toMatchObject({ allergenCodes: [], allergensChecked: true })
      await undo()
      await changeMany({ ids, change: { allergenCodes: { add: ['milk'] } } })
      expect(await dish(server.pizza)).toMatchObject({ allergenCodes: ['milk'], allergensChecked: false })
      await undo()
      expect(await exportMenu()).toBe(exportedBefore())
    })

    it('changes none if one would have too many tags', async () => {
      await changeDish(server.pizza, { tags: Array.from({ length: 30 }, (_, i) => `tag ${i}`) })
      const { status, bad } = await changeMany({
        ids: [server.soup, server.pizza],
        change: { tags: { add: ['more'] } },
      })
      expect([status, bad]).toEqual([400, [{ line: 2, column: 'tags', message: 'At most 30 entries' }]])
      expect((await dish(server.soup))?.tags).toEqual([])
      await changeDish(server.pizza, { tags: [] })
    })

    it.each([
      { tags: {} },
      { tags: { add: [] } },
      { tags: { add: ['a|b'] } },
      { tags: { add: [''] } },
      { tags: { add: Array.from({ length: 31 }, (_, i) => `t${i}`) } },
      { allergenCodes: { add: ['sugar'] } },
      { allergenCodes: { remove: [] } },
      { checked: 'yes' },
      {},
      { delete: false },
      { delete: true, tags: { add: ['x'] } },
      { position: 1 },
    ])('refuses the change %j', async (change) => {
      expect((await changeMany({ ids: [server.soup], change })).status).toBe(400)
      expect(await exportMenu()).toBe(exportedBefore())
    })
  })

  describe('deleting several dishes', () => {
    it('names them in the preview, and deletes them with their lines in orders kept', async () => {
      const [one, two] = [await added('One'), await added('Two')]
      const order = (
        await server.call(
          'POST',
          '/api/orders',
          takeaway(server, { items: [{ menuItemId: one.id, quantity: 1 }], total: 100 }),
        )
      ).json<Order>()
      const ids = [two.id, one.id, one.id]
      const preview = await changeMany({ ids, change: { delete: true }, dryRun: true })
      expect(preview).toMatchObject({
        status: 200,
        changed: [],
        deleted: [
          { id: one.id, name: 'One' },
          { id: two.id, name: 'Two' },
        ],
        bad: [],
      })
      expect(await dish(one.id)).toBeDefined()
      const done = await changeMany({ ids, change: { delete: true }, menu: preview.menu })
      expect(done).toMatchObject({ status: 200, message: '2 dishes deleted' })
      expect([await dish(one.id), await dish(two.id)]).toEqual([undefined, undefined])
      const orders = (await server.call('GET', '/api/orders', undefined, asOwner())).json<Order[]>()
      expect(orders.find(({ id }) => id === order.id)?.items).toMatchObject([{ menuItemId: null, name: 'One' }])
    })

    it('deletes none if no dish has one of the ids, and names those', async () => {
      const one = await added('Stays')
      const ids = [999_999, one.id, 888_888, 999_999]
      for (const dryRun of [true, false]) {
        const refused = await changeMany({ ids, change: { delete: true }, dryRun })
        expect(refused).toMatchObject({
          status: 404,
          code: 'dishes_not_found',
          message: 'Nothing was deleted. Unknown dishes: 999999, 888888',
          unavailable: [{ menuItemId: 999_999 }, { menuItemId: 888_888 }],
        })
      }
      expect(await dish(one.id)).toMatchObject({ name: 'Stays' })
      expect(await changeMany({ ids: [one.id], change: { delete: true } })).toMatchObject({ status: 200 })
      // So is a repetition.
      expect(await changeMany({ ids: [one.id], change: { delete: true } })).toMatchObject({ status: 404 })
    })

    it('is refused if the menu has changed since the preview, and detaches no order then', async () => {
      const one = await added('Kept')
      const { menu } = await changeMany({ ids: [one.id], change: { delete: true }, dryRun: true })
      await changeDish(server.pizza, { price: 4300 })
      expect(await changeMany({ ids: [one.id], change: { delete: true }, menu })).toMatchObject({
        status: 409,
        code: 'menu_changed',
      })
      expect(await dish(one.id)).toMatchObject({ name: 'Kept' })
      await changeDish(server.pizza, { price: 4200 })
      await changeMany({ ids: [one.id], change: { delete: true } })
    })

    it('cannot be undone, and ends the undo of an earlier import', async () => {
      await send({ csv: 'name,price,category\nTripe soup,100,Test soups' })
      expect(await lastImport()).toMatchObject({ kind: 'csv' })
      const [tripe] = (await dishes()).filter(({ name }) => name === 'Tripe soup')
      await changeMany({ ids: [tripe?.id], change: { delete: true } })
      expect(await lastImport()).toBeNull()
      expect((await undo()).statusCode).toBe(409)
    })

    it('of two requests at once deletes each dish once', async () => {
      const one = await added('Twice')
      const both = await Promise.all([1, 2].map(() => changeMany({ ids: [one.id], change: { delete: true } })))
      const [first, ...others] = both.sort((a, b) => (b.deleted?.length ?? 0) - (a.deleted?.length ?? 0))
      expect(first).toMatchObject({ status: 200, deleted: [{ id: one.id }] })
      // The other one finds no such dish, or that it is gone meanwhile.
      for (const { status, deleted } of others)
        expect([[404], [200, 0]]).toContainEqual(deleted ? [status, 0] : [status])
      expect(await dish(one.id)).toBeUndefined()
    })

    it('is for owners alone', async () => {
      const response = await server.call('POST', '/api/menu/bulk', { ids: [server.soup], change: { delete: true } })
      expect(response.statusCode).toBe(401)
    })
  })
})

describe('new dishes', () => {
  const { asOwner, changeDish, dishRows, importWithIds, send, server, undo } = importsFixture()

  describe('a dish without an English name', () => {
    it('has the Romanian one, which follows it until another name is written; taking the import back takes all back', async () => {
      await send({ list: 'Test soups\nCiorbă de văcuță 25' })
      const [dish] = (await dishRows()).filter(({ nameRo }) => nameRo === 'Ciorbă de văcuță')
      const id = dish?.id ?? 0
      const changed = async (change: object) => (await changeDish(id, change)).json()
      expect(dish).toMatchObject({ name: 'Ciorbă de văcuță', nameIsFallback: true })
      expect(await changed({ nameRo: 'Ciorbă' })).toMatchObject({ name: 'Ciorbă', nameIsFallback: true })
      expect(await changed({ name: 'Ciorbă', nameRo: 'Borș' })).toMatchObject({ name: 'Borș', nameIsFallback: true })
      expect(await importWithIds(`id,nameRo\n${id},Supă`)).toMatchObject({
        changed: [{ changes: [{ column: 'name', new: 'Supă' }, { column: 'nameRo' }] }],
      })
      expect((await changed({ name: 'Sour soup' })).nameIsFallback).toBe(false)
      expect((await undo()).statusCode).toBe(409)
      expect(await changed({ name: 'Supă' })).toMatchObject({ nameIsFallback: false })
      await server.call('DELETE', `/api/menu/${id}`, undefined, asOwner())
    })

    it('is as it was after its import was taken back', async () => {
      await send({ list: 'Test soups\nCiorbă de văcuță 25' })
      const before = (await dishRows()).find(({ nameIsFallback }) => nameIsFallback)
      const id = before?.id ?? 0
      await importWithIds(`id,name\n${id},Beef soup`)
      expect((await dishRows()).find((dish) => dish.id === id)?.nameIsFallback).toBe(false)
      await undo()
      const { version, updatedAt, ...names } = before ?? {}
      expect((await dishRows()).find((dish) => dish.id === id)).toMatchObject(names)
      await server.call('DELETE', `/api/menu/${id}`, undefined, asOwner())
    })
  })
})
