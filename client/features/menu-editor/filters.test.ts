import { describe, expect, it } from 'vitest'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { sampleDish } from '../../testing/samples.ts'
import { countDishes, type DishFilter, findDishes, groupDishes, marksOf } from './filters.ts'

const VALUES = { calories: 1, protein: 1, carbs: 1, fat: 1, fiber: 1, saturates: 1, sugars: 1, salt: 1 }
/** A dish that matches no filter except `all`. */
const whole = (fields: Partial<MenuItem> = {}) =>
  sampleDish({
    imageUrl: 'https://example.com/a.jpg',
    ingredients: 'Beans',
    ingredientsRo: 'Fasole',
    nutritionalValues: VALUES,
    ...fields,
  })
const category = (fields: Partial<MenuCategory>): MenuCategory => ({
  id: 1,
  name: 'Soups',
  nameRo: 'Ciorbe',
  position: 1,
  isActive: true,
  hasItems: true,
  ...fields,
})

describe('the filters that match a dish', () => {
  it.each<[string, Partial<MenuItem>, DishFilter[]]>([
    ['has everything', {}, []],
    ['is hidden', { isActive: false }, ['hidden']],
    ['is sold out', { soldOutUntil: '2026-11-21T02:00:00.000Z' }, ['soldOut']],
    ['has no picture', { imageUrl: '' }, ['noPicture']],
    ['has no Romanian name', { nameRo: ' ' }, ['noRomanian']],
    ['has a category without a Romanian name', { categoryRo: '' }, ['noRomanian']],
    ['has a description only in English', { descriptionRo: '' }, ['noRomanian']],
    ['has no description at all', { description: '', descriptionRo: '' }, []],
    ['has ingredients only in English', { ingredientsRo: '' }, ['noRomanian', 'incomplete']],
    ['has no ingredients', { ingredients: '', ingredientsRo: '' }, ['incomplete']],
    ['has an unknown value', { nutritionalValues: { ...VALUES, salt: null } }, ['incomplete']],
    [
      'is hidden and has neither picture nor nutrition',
      { isActive: false, imageUrl: '', nutritionalValues: null },
      ['hidden', 'noPicture', 'incomplete'],
    ],
  ])('which %s', (_, fields, marks) => {
    const dish = whole(fields)
    expect(marksOf(dish)).toEqual(marks)
    const counts = countDishes([dish, whole()])
    expect(counts).toEqual({
      ...{ all: 2, hidden: 0, soldOut: 0, noPicture: 0, noRomanian: 0, incomplete: 0 },
      ...Object.fromEntries(marks.map((mark) => [mark, 1])),
    })
    for (const mark of marks) expect(findDishes([whole(), dish], mark, '')).toEqual([dish])
  })
})

describe('a search', () => {
  const soup = whole({
    id: 1,
    name: 'Sour soup',
    nameRo: 'Ciorbă țărănească',
    description: 'Hot',
    descriptionRo: 'Fierbinte',
  })
  const polenta = whole({ id: 2, name: 'Polenta', nameRo: 'Mămăligă', isActive: false })
  const find = (query: string, filter: DishFilter = 'all') =>
    findDishes([soup, polenta], filter, query).map(({ id }) => id)

  it.each([
    ['', [1, 2]],
    ['  ', [1, 2]],
    ['soup', [1]],
    ['MAMALIGA', [2]],
    ['taraneasca', [1]],
    ['fierb', [1]],
    ['hot', [1]],
    // No match spans two texts.
    ['soup ciorba', []],
    ['pizza', []],
  ])('for %j finds the dishes by their texts in both languages', (query, ids) => expect(find(query)).toEqual(ids))

  it('finds only dishes that match the filter', () => {
    expect(find('o', 'hidden')).toEqual([2])
    expect(find('soup', 'hidden')).toEqual([])
  })
})

describe('groupDishes', () => {
  it('returns the categories with dishes, in their order', () => {
    const wine = category({ id: 3, name: 'Wine' })
    const soups = category({ id: 1, name: 'Soups' })
    const empty = category({ id: 2, name: 'Desserts' })
    const [first, second, third] = [whole({ id: 1 }), whole({ id: 2, category: 'Wine' }), whole({ id: 3 })]
    expect(groupDishes([first, second, third], [wine, empty, soups])).toEqual([
      { category: wine, dishes: [second] },
      { category: soups, dishes: [first, third] },
    ])
  })
})
