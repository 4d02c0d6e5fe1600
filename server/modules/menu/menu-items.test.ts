import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { menuItems } from '#server/db/schema/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { untilLockWaits } from '#server/testing/database.ts'
import { seatAtNewTable } from '#server/testing/users.ts'
import type { MenuCategory, MenuItem, PublishedDish } from '#shared/contracts/menu/menu.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'

const server = testServer()
const WRAP = { name: 'Wrap', nameRo: 'Lipie', category: 'Wraps', categoryRo: 'Lipii', price: 2500 }
const add = (more: object = {}, headers = {}) => server.asOwner('POST', '/api/menu', { ...WRAP, ...more }, headers)
const added = async (more: object = {}) => (await add(more)).json<MenuItem>()
const save = (id: number, change: object, headers = {}) => server.asOwner('PATCH', `/api/menu/${id}`, change, headers)
const remove = (id: number) => server.asOwner('DELETE', `/api/menu/${id}`)
const toggle = (id: number, body: object = {}) => server.asOwner('POST', `/api/menu/${id}/toggle`, body)
const menu = async () => wholeDishes((await server.asOwner('GET', '/api/menu')).json<PublishedDish[]>())
const stored = async (id: number) => {
  const [row] = await server.connection.db.select().from(menuItems).where(eq(menuItems.id, id))
  return row
}
const categories = async () => (await server.call('GET', '/api/menu/categories')).json<MenuCategory[]>()

describe('adding a dish', () => {
  it('returns 201 with the dish; missing optional fields are empty', async () => {
    const response = await add()
    expect(response.statusCode).toBe(201)
    const dish = response.json<MenuItem>()
    expect(dish).toMatchObject({
      ...WRAP,
      id: expect.any(Number),
      description: '',
      descriptionRo: '',
      imageUrl: '',
      tags: [],
      isActive: true,
      allergens: null,
      allergenCodes: [],
      nutritionalValues: null,
      ingredients: '',
      ingredientsRo: '',
      soldOutUntil: null,
      version: 1,
    })
    await vi.waitFor(async () => expect(await menu()).toContainEqual(dish))
  })

  it('stores every field as it was sent; missing nutrients are 0 or unknown', async () => {
    const fields = {
      description: 'With lamb',
      descriptionRo: 'Cu miel',
      imageUrl: 'https://pictures.example/wrap.jpg',
      tags: ['spicy', 'house'],
      isActive: false,
      allergens: 'Traces of nuts',
      allergenCodes: ['gluten', 'sesame'],
      ingredients: 'Lamb 60 %, flatbread',
      ingredientsRo: 'Miel 60 %, lipie',
    }
    const dish = await added({ ...fields, nutritionalValues: { calories: 510.5, protein: null, salt: 1.2 } })
    expect(dish).toMatchObject({
      ...fields,
      nutritionalValues: {
        ...{ calories: 510.5, protein: 0, carbs: 0, fat: 0, fiber: 0 },
        ...{ saturates: null, sugars: null, salt: 1.2 },
      },
    })
  })

  it('appends a new category, and sets the Romanian name of a category without one', async () => {
    const before = await categories()
    await added({ category: 'Brunch', categoryRo: 'Gustare târzie' })
    const [brunch] = (await categories()).slice(before.length)
    expect(brunch).toMatchObject({ name: 'Brunch', nameRo: 'Gustare târzie', position: before.length + 1 })
    expect(await added({ category: 'Brunch', categoryRo: 'Altceva' })).toMatchObject({ categoryRo: 'Gustare târzie' })
    await server.asOwner('POST', '/api/menu/categories', { name: 'Late' })
    expect(await added({ category: 'Late', categoryRo: 'Târziu' })).toMatchObject({ categoryRo: 'Târziu' })
    expect(await categories()).toHaveLength(before.length + 2)
  })

  it('returns all validation errors in one response', async () => {
    const invalidDish = {
      ...{ name: ' ', nameRo: undefined, category: '', categoryRo: 7, price: -1, imageUrl: 'javascript:alert(1)' },
      ...{ tags: ['a|b'], isActive: 'yes', allergenCodes: ['dust'], nutritionalValues: { fat: -0.1 } },
    }
    const response = await server.asOwner('POST', '/api/menu', invalidDish)
    expect(response.statusCode).toBe(400)
    const { code, issues } = response.json()
    expect(code).toBe('invalid_input')
    expect(
      Object.fromEntries(issues.map(({ path, message }: { path: string; message: string }) => [path, message])),
    ).toEqual({
      name: 'This is required',
      nameRo: 'This is required',
      category: 'This is required',
      categoryRo: 'Must be text',
      price: 'At least 0',
      imageUrl: 'Must be a web address or empty',
      'tags.0': 'A tag cannot contain |',
      isActive: 'Must be yes or no',
      'allergenCodes.0': expect.stringMatching(/^Must be one of: gluten, /),
      'nutritionalValues.fat': 'At least 0',
    })
    const romanian = await server.asOwner('POST', '/api/menu', invalidDish, { 'accept-language': 'ro' })
    expect(romanian.json().issues[0].message).not.toBe(issues[0].message)
  })

  it.each([
    ['price', 100_000_000, 201],
    ['price', 100_000_001, 400],
    ['name', 'x'.repeat(201), 400],
    ['imageUrl', '/pictures/0123456789abcdef0123456789abcdef/640.webp', 201],
    ['imageUrl', 'ftp://pictures.example/wrap.jpg', 400],
    ['tags', Array.from({ length: 31 }, (_, i) => `t${i}`), 400],
  ])('with %s set to %j returns %i', async (field, value, status) => {
    expect((await add({ [field]: value })).statusCode).toBe(status)
  })

  it('creates one dish per idempotency key, even in concurrent requests', async () => {
    const key = { 'idempotency-key': 'one-wrap' }
    const responses = await Promise.all(Array.from({ length: 5 }, () => add({ name: 'Once' }, key)))
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    await vi.waitFor(async () => expect((await menu()).filter(({ name }) => name === 'Once')).toHaveLength(1))
    const other = await add({ name: 'Twice' }, key)
    expect([other.statusCode, other.json().code]).toEqual([409, 'key_reused'])
    expect((await add({ name: 'Once' })).json().id).not.toBe(responses[0]?.json().id)
  })
})

describe('changing a dish', () => {
  it('changes only the sent fields, and raises the version', async () => {
    const dish = await added({ allergens: 'Traces of nuts', tags: ['spicy'], nutritionalValues: { calories: 10 } })
    const response = await save(dish.id, { price: 2600, description: ' Now larger ' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ...dish, price: 2600, description: 'Now larger', version: 2 })
    expect((await save(dish.id, { allergens: '', nutritionalValues: null, tags: [] })).json()).toMatchObject({
      ...{ allergens: null, nutritionalValues: null, tags: [], version: 3 },
    })
  })

  it('to the values that it has does not raise the version', async () => {
    const dish = await added({ nutritionalValues: { calories: 10, salt: 1 }, allergenCodes: ['fish'] })
    const before = await stored(dish.id)
    const { id: _, version: __, soldOutUntil: ___, ...same } = dish
    expect((await save(dish.id, same)).json()).toEqual(dish)
    expect((await save(dish.id, {})).json()).toEqual(dish)
    expect(await stored(dish.id)).toEqual(before)
  })

  it('moves it to an existing or new category, and does not change an existing Romanian name', async () => {
    const dish = await added()
    const moved = (await save(dish.id, { category: 'Test soups', categoryRo: 'Ciorbe' })).json()
    expect(moved).toMatchObject({ category: 'Test soups', categoryRo: 'Supe de probă', version: 2 })
    expect((await save(dish.id, { category: 'Rolls' })).json()).toMatchObject({ category: 'Rolls', categoryRo: '' })
    expect((await save(dish.id, { categoryRo: 'Rulouri' })).json()).toMatchObject({ categoryRo: 'Rulouri' })
    expect((await save(dish.id, { categoryRo: 'Altele' })).json()).toMatchObject({ categoryRo: 'Rulouri' })
  })

  it('is rejected with the current dish for an outdated version; without a version the last change wins', async () => {
    const dish = await added()
    const match = (version: number) => ({ 'if-match': `"${version}"` })
    expect((await save(dish.id, { price: 1 }, match(1))).statusCode).toBe(200)
    const outdated = await save(dish.id, { price: 2 }, match(1))
    expect([outdated.statusCode, outdated.json().code]).toEqual([409, 'dish_changed'])
    expect(outdated.json().item).toEqual({ ...dish, price: 1, version: 2 })
    expect((await save(dish.id, { price: 2 }, match(3))).statusCode).toBe(409)
    expect((await save(dish.id, { price: 3 })).json().version).toBe(3)
    expect((await save(dish.id, { price: 4 }, { 'if-match': '*' })).json().issues[0].path).toBe('If-Match')
  })

  it('succeeds again when it is repeated, even if other fields were changed since', async () => {
    const dish = await added()
    const match = { 'if-match': '1' }
    const change = { price: 1, nutritionalValues: { calories: 10 }, category: 'Sent again', categoryRo: 'Retrimise' }
    const first = (await save(dish.id, change, match)).json()
    expect((await save(dish.id, change, match)).json()).toEqual(first)
    const other = (await save(dish.id, { name: 'Roll' }, { 'if-match': '2' })).json()
    expect((await save(dish.id, change, match)).json()).toEqual(other)
    expect((await save(dish.id, { ...change, name: 'Wrap' }, match)).json().code).toBe('dish_changed')
    expect((await save(dish.id, { category: 'Wraps' }, match)).json().code).toBe('dish_changed')
    expect(await stored(dish.id)).toMatchObject({ name: 'Roll', version: 3 })
  })

  it('may leave the English name out where the Romanian one counts for it, and names the dish later', async () => {
    const dish = await added({ name: '', nameRo: 'Tocăniță', nameIsFallback: true })
    expect(dish).toMatchObject({ name: 'Tocăniță', nameRo: 'Tocăniță', nameIsFallback: true })
    expect((await save(dish.id, { name: 'Stew' })).json()).toMatchObject({ name: 'Stew', nameIsFallback: false })
    expect((await save(dish.id, { nameIsFallback: true })).json()).toMatchObject({ name: 'Tocăniță' })
    expect((await add({ name: '', nameRo: '', nameIsFallback: true })).statusCode).toBe(400)
    expect((await add({ name: '' })).statusCode).toBe(400)
  })

  it('is rejected with all validation errors, and for an unknown dish', async () => {
    const { id } = await added()
    const { issues } = (await save(id, { name: '', price: 1.5 })).json()
    expect(issues.map(({ path }: { path: string }) => path)).toEqual(['name', 'price'])
    for (const unknown of ['999999', '2147483647']) {
      expect((await save(Number(unknown), { price: 1 })).statusCode).toBe(404)
    }
    expect((await server.asOwner('PATCH', '/api/menu/soup', {})).statusCode).toBe(400)
  })
})

describe('toggling a dish', () => {
  it('toggles `isActive` with an empty body, and sets it with a value', async () => {
    const { id } = await added()
    expect((await toggle(id)).json()).toMatchObject({ isActive: false, version: 2 })
    expect((await toggle(id)).json()).toMatchObject({ isActive: true, version: 3 })
    expect((await toggle(id, { isActive: true })).json()).toMatchObject({ isActive: true, version: 3 })
    expect((await toggle(id, { isActive: false })).json()).toMatchObject({ isActive: false, version: 4 })
    const headers = { cookie: server.owner, 'content-type': 'application/json' }
    const bare = await server.app.inject({ method: 'POST', url: `/api/menu/${id}/toggle`, payload: '', headers })
    expect(bare.json()).toMatchObject({ isActive: true })
    expect((await toggle(999_999)).statusCode).toBe(404)
  })
})

describe('deleting a dish', () => {
  it('changes no past order and returns 404 the second time', async () => {
    const dish = await added()
    const items = [{ menuItemId: dish.id, quantity: 2 }]
    const order = (await server.call('POST', '/api/orders', takeaway(server, { items, total: 5000 }))).json<Order>()
    const response = await remove(dish.id)
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect((await remove(dish.id)).statusCode).toBe(404)
    const board = (await server.asOwner('GET', '/api/orders')).json<Order[]>()
    const stored = board.find(({ id }) => id === order.id)
    expect(stored).toMatchObject({ total: 5000, version: order.version })
    expect(stored?.items).toEqual([{ ...order.items[0], menuItemId: null, stationId: 1, doneAt: null }])
    const repeated = await server.call('POST', '/api/orders', takeaway(server, { items, total: 5000 }))
    expect([repeated.statusCode, repeated.json().unavailable]).toEqual([409, [{ menuItemId: dish.id }]])
  })

  it('does not deadlock with a guest who changes a cart that contains it', async () => {
    const { id } = await added()
    const [ana] = await seatAtNewTable(server, ['Ana'])
    ana.add(id)
    await ana.waitForCart({ [id]: 1 })
    const { db } = server.connection
    let removing: ReturnType<typeof remove> | undefined
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`select 1 from shared_sessions where id = ${ana.joined.id} for update`)
      removing = remove(id)
      await untilLockWaits(server)
      await tx.execute(sql`select 1 from menu_items where id = ${id} for key share nowait`)
    })
    expect((await removing)?.statusCode).toBe(204)
    await ana.waitForCart({})
  })
})
