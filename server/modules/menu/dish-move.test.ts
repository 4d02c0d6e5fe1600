import { beforeEach, describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { DishPosition } from '#shared/contracts/menu/menu-editing.ts'

const server = testServer()

const GUEST = {}
const asOwner = () => ({ headers: { cookie: server.owner } })
const NAMES = { nameRo: 'x', categoryRo: 'x', price: 1 }
const add = async (name: string, category: string) =>
  (await server.asOwner('POST', '/api/menu', { ...NAMES, name, category })).json<MenuItem>()
const dishes = async (headers: object = asOwner()) =>
  (await server.call('GET', '/api/menu', undefined, headers)).json<MenuItem[]>()
const inCategory = async (category: string, headers: object = asOwner()) =>
  (await dishes(headers)).filter((dish) => dish.category === category)
const namesIn = async (category: string, headers: object = asOwner()) =>
  (await inCategory(category, headers)).map(({ name }) => name)
const move = (id: number, body: unknown, headers: object = asOwner()) =>
  server.call('POST', `/api/menu/${id}/move`, body, headers)
const moved = async (id: number, body: unknown) => (await move(id, body)).json<DishPosition[]>()
const remove = (id: number) => server.asOwner('DELETE', `/api/menu/${id}`)
const bulk = (body: object) => server.asOwner('POST', '/api/menu/bulk', body)

/** Each test has a category of its own, with the dishes a, b, c and d. */
let category: string
let tests = 0
let [a, b, c, d] = [0, 0, 0, 0]
beforeEach(async () => {
  category = `Move ${++tests}`
  const ids: number[] = []
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await add(name, category)).id)
  ;[a = 0, b = 0, c = 0, d = 0] = ids
})

describe('the position of a dish', () => {
  it('is the last one for a new dish, and guests and owners get the dishes in that order', async () => {
    expect((await inCategory(category)).map(({ position }) => position)).toEqual([1, 2, 3, 4])
    expect(await add('e', category)).toMatchObject({ position: 5 })
    await move(d, { to: 1 })
    expect(await namesIn(category)).toEqual(['d', 'a', 'b', 'c', 'e'])
    expect(await namesIn(category, GUEST)).toEqual(['d', 'a', 'b', 'c', 'e'])
  })

  it('moves up or down by one, or anywhere; the first cannot move up, nor the last down', async () => {
    const response = await move(c, { direction: 'up' })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      [a, c, b, d].map((id, i) => ({ id, position: i + 1 })),
    ])
    expect((await moved(a, { direction: 'up' })).map(({ id }) => id)).toEqual([a, c, b, d])
    expect((await moved(d, { direction: 'down' })).map(({ id }) => id)).toEqual([a, c, b, d])
    expect((await moved(a, { to: 4 })).map(({ id }) => id)).toEqual([c, b, d, a])
    expect((await moved(a, { to: 2 })).map(({ id }) => id)).toEqual([c, a, b, d])
    expect((await inCategory(category)).map(({ id }) => id)).toEqual([c, a, b, d])
  })

  it('is refused where the caller saw another one, and repeated only once', async () => {
    expect((await move(b, { direction: 'down', order: 2 })).statusCode).toBe(200)
    const repeated = await move(b, { direction: 'down', order: 2 })
    expect([repeated.statusCode, repeated.json().code]).toEqual([409, 'place_changed'])
    const both = await Promise.all([move(a, { to: 3, order: 1 }), move(a, { to: 4, order: 1 })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it('stays without gaps while dishes are moved, added, deleted and moved away at once', async () => {
    await Promise.all([
      move(a, { to: 3 }),
      move(b, { direction: 'down' }),
      remove(c),
      move(c, { direction: 'up' }),
      add('e', category),
      server.asOwner('PATCH', `/api/menu/${d}`, { category: `${category}, elsewhere` }),
    ])
    const after = await inCategory(category)
    expect(after.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(await inCategory(`${category}, elsewhere`)).toMatchObject([{ id: d, position: 1 }])
    expect((await move(c, { direction: 'up' })).statusCode).toBe(404)
  })

  it('is the last one in another category, and the others close the gap', async () => {
    const other = await add('x', `${category}, other`)
    await server.asOwner('PATCH', `/api/menu/${b}`, { category: other.category })
    expect(await namesIn(other.category)).toEqual(['x', 'b'])
    expect((await inCategory(category)).map(({ name, position }) => [name, position])).toEqual([
      ['a', 1],
      ['c', 2],
      ['d', 3],
    ])
    await bulk({ ids: [d, a], change: { category: other.category } })
    expect((await namesIn(other.category)).slice(0, 2)).toEqual(['x', 'b'])
    expect((await inCategory(other.category)).map(({ position }) => position)).toEqual([1, 2, 3, 4])
  })

  it('is not compared by the undo of an import, and stays where a dish is not moved by it', async () => {
    await bulk({ ids: [a], change: { price: { add: 100 } } })
    await moved(a, { to: 4 })
    expect((await server.asOwner('POST', '/api/menu/import-csv/undo')).statusCode).toBe(200)
    expect(await namesIn(category)).toEqual(['b', 'c', 'd', 'a'])
    await bulk({ ids: [b], change: { category: `${category}, other` } })
    expect((await server.asOwner('POST', '/api/menu/import-csv/undo')).statusCode).toBe(200)
    expect(await namesIn(category)).toEqual(['c', 'd', 'a', 'b'])
    expect((await inCategory(category)).map(({ position }) => position)).toEqual([1, 2, 3, 4])
  })
})
