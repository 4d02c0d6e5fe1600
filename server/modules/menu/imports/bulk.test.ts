import { describe, expect, it } from 'vitest'
import { takeaway } from '#server/testing/app.ts'
import { importsFixture } from '#server/testing/imports.ts'
import type { MenuItem, PublishedDish } from '#shared/contracts/menu/menu.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'
import { changedPrice } from './rows.ts'

const { asOwner, categoryRows, changeDish, changeMany, exportMenu, exportedBefore, lastImport, send, server, undo } =
  importsFixture()

const dishes = async () =>
  wholeDishes((await server.call('GET', '/api/menu', undefined, asOwner())).json<PublishedDish[]>())
const dish = async (id: number) => (await dishes()).find((each) => each.id === id)
const added = async (name: string) => {
  const body = { name, nameRo: name, category: 'Bulk', categoryRo: 'Bulk', price: 100 }
  return (await server.call('POST', '/api/menu', body, asOwner())).json<MenuItem>()
}

describe('a changed price', () => {
  it.each([
    [2850, { add: 150, roundTo: 1 }, 3000],
    [2850, { add: -2851, roundTo: 1 }, -1],
    [2850, { percent: 10, roundTo: 1 }, 3135],
    [2850, { percent: 10, roundTo: 50 }, 3150],
    [50, { percent: 5, roundTo: 1 }, 53],
    [1000, { percent: 0.05, roundTo: 1 }, 1001],
    [1000, { percent: 7.1, roundTo: 1 }, 1071],
    [25, { add: 0, roundTo: 50 }, 50],
    [24, { add: 0, roundTo: 50 }, 0],
    [-25, { add: 0, roundTo: 50 }, 0],
    [-26, { add: 0, roundTo: 50 }, -50],
    [100_000_000, { percent: 1000, roundTo: 1 }, 1_100_000_000],
  ])('of %i with %j is %i', (price, change, expected) => {
    expect(changedPrice(price, change) + 0).toBe(expected)
  })
})

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
      ...{ status: 200, message: '2 dishes changed', left: 1 },
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
    // A restored dish is the last one of its category.
    const rows = (csv: string) => csv.split('\r\n').sort()
    expect(rows(await exportMenu())).toEqual(rows(exportedBefore()))
  })

  it('changes none if an id is unknown or a value is out of range', async () => {
    const { status, code, bad } = await changeMany({
      ids: [server.soup, 999, server.pizza],
      change: { price: { add: -3000 } },
    })
    expect([status, code]).toEqual([400, 'bad_rows'])
    expect(bad).toEqual([
      { line: 1, column: 'price', message: 'At least 0' },
      { line: 2, column: 'id', message: 'No dish has this id' },
    ])
    const tags = Array.from({ length: 30 }, (_, i) => `tag ${i}`)
    expect(await changeMany({ ids: [server.soup], change: { tags: { add: tags } } })).toMatchObject({ status: 200 })
    const tooMany = await changeMany({ ids: [server.pizza, server.soup], change: { tags: { add: ['more'] } } })
    expect(tooMany.bad).toEqual([{ line: 2, column: 'tags', message: 'At most 30 entries' }])
    await undo()
    expect(await exportMenu()).toBe(exportedBefore())
  })

  it('adds tags and removes others, each once, and can be undone', async () => {
    await changeDish(server.pizza, { tags: ['vegan', 'of the house'] })
    const change = { tags: { add: ['spicy', 'vegan'], remove: ['of the house'] } }
    const { changed } = await changeMany({ ids: [server.soup, server.pizza], change })
    const changesOf = (id: number) => changed.find((one) => one.id === id)?.changes
    expect(changesOf(server.soup)).toEqual([{ column: 'tags', old: '', new: 'spicy|vegan' }])
    expect(changesOf(server.pizza)).toEqual([{ column: 'tags', old: 'vegan|of the house', new: 'vegan|spicy' }])
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

  it.each([
    { tags: {} },
    { tags: { add: ['a|b'] } },
    { tags: { add: Array.from({ length: 31 }, (_, i) => `t${i}`) } },
    { allergenCodes: { add: ['sugar'] } },
    { price: { add: 1, percent: 1 } },
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
    const sent = takeaway(server, { items: [{ menuItemId: one.id, quantity: 1 }], total: 100 })
    const order = (await server.call('POST', '/api/orders', sent)).json<Order>()
    const ids = [two.id, one.id, one.id]
    const preview = await changeMany({ ids, change: { delete: true }, dryRun: true })
    expect(preview).toMatchObject({ status: 200, changed: [], bad: [] })
    expect(preview.deleted?.map(({ name }) => name)).toEqual(['One', 'Two'])
    await changeDish(server.pizza, { price: 4300 })
    const stale = await changeMany({ ids, change: { delete: true }, menu: preview.menu })
    expect(stale).toMatchObject({ status: 409, code: 'menu_changed' })
    expect(await dish(one.id)).toBeDefined()
    await changeDish(server.pizza, { price: 4200 })
    const done = await changeMany({ ids, change: { delete: true }, menu: preview.menu })
    expect(done).toMatchObject({ status: 200, message: '2 dishes deleted' })
    expect([await dish(one.id), await dish(two.id)]).toEqual([undefined, undefined])
    const orders = (await server.call('GET', '/api/orders', undefined, asOwner())).json<Order[]>()
    expect(orders.find(({ id }) => id === order.id)?.items).toMatchObject([{ menuItemId: null, name: 'One' }])
  })

  it('deletes none if no dish has one of the ids, which are bad rows', async () => {
    const one = await added('Stays')
    const ids = [999_999, one.id, 888_888]
    for (const dryRun of [true, false]) {
      const { status, bad } = await changeMany({ ids, change: { delete: true }, dryRun })
      expect([status, bad]).toMatchObject([dryRun ? 200 : 400, [{ line: 1, column: 'id' }, { line: 3 }]])
    }
    expect(await dish(one.id)).toMatchObject({ name: 'Stays' })
    expect(await changeMany({ ids: [one.id], change: { delete: true } })).toMatchObject({ status: 200 })
  })

  it('cannot be undone, and ends the undo of an earlier import', async () => {
    await send({ csv: 'name,price,category\nTripe soup,100,Test soups' })
    expect(await lastImport()).toMatchObject({ kind: 'csv' })
    const [tripe] = (await dishes()).filter(({ name }) => name === 'Tripe soup')
    await changeMany({ ids: [tripe?.id], change: { delete: true } })
    expect(await lastImport()).toBeNull()
    expect((await undo()).statusCode).toBe(409)
  })
})

describe('a dish without an English name', () => {
  it('is as it was after an import that wrote one was taken back', async () => {
    await send({ list: 'Test soups\nCiorbă de văcuță 25' })
    const before = (await dishes()).find(({ nameRo }) => nameRo === 'Ciorbă de văcuță')
    const id = before?.id ?? 0
    expect(before).toMatchObject({ name: 'Ciorbă de văcuță', nameIsFallback: true })
    expect((await changeDish(id, { nameRo: 'Ciorbă' })).json()).toMatchObject({ name: 'Ciorbă', nameIsFallback: true })
    await send({ csv: `id,name\n${id},Beef soup` }, '?ids=own')
    const changed = await dish(id)
    expect([changed?.name, changed?.nameIsFallback]).toEqual(['Beef soup', false])
    await undo()
    expect(await dish(id)).toMatchObject({ name: 'Ciorbă', nameRo: 'Ciorbă', nameIsFallback: true })
    await server.call('DELETE', `/api/menu/${id}`, undefined, asOwner())
  })
})
