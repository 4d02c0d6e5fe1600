import { describe, expect, it } from 'vitest'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { sampleDish } from '../../testing/samples.ts'
import {
  countDishes,
  type Declaration,
  type DishFilter,
  findDishes,
  groupDishes,
  isIncomplete,
  marksOf,
} from './filters.ts'

describe('filters', () => {
  const VALUES = { calories: 1, protein: 1, carbs: 1, fat: 1, fiber: 1, saturates: 1, sugars: 1, salt: 1 }
  /** A dish that matches no filter except `all`. */
  const completeDish = (fields: Partial<MenuItem> = {}) =>
    sampleDish({
      allergensChecked: true,
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

  describe('the filters', () => {
    it.each<[string, DishFilter[], Partial<MenuItem>]>([
      ['has everything', [], {}],
      ['is hidden', ['hidden'], { isActive: false }],
      ['is sold out', ['soldOut'], { soldOutUntil: '2026-11-21T02:00:00.000Z' }],
      ['has no picture', ['noPicture'], { imageUrl: '' }],
      ['has no Romanian name', ['noRomanian'], { nameRo: ' ' }],
      ['has a category without a Romanian name', ['noRomanian'], { categoryRo: '' }],
      ['has a description only in English', ['noRomanian'], { descriptionRo: '' }],
      ['has only a Romanian name', ['noEnglish'], { name: 'Ciorbă', nameIsFallback: true }],
      ['has a description only in Romanian', ['noEnglish'], { description: '' }],
      ['has ingredients only in Romanian', ['noEnglish', 'incomplete'], { ingredients: '' }],
      ['has no description at all', [], { description: '', descriptionRo: '' }],
      ['has ingredients only in English', ['noRomanian', 'incomplete'], { ingredientsRo: '' }],
      ['has no ingredients', ['incomplete'], { ingredients: '', ingredientsRo: '' }],
      ['has an unknown value', ['incomplete'], { nutritionalValues: { ...VALUES, salt: null } }],
      [
        'is hidden and has neither picture nor nutrition',
        ['hidden', 'noPicture', 'incomplete'],
        { isActive: false, imageUrl: '', nutritionalValues: null },
      ],
    ])('that match a dish that %s are %j', (_, marks, fields) => {
      const dish = completeDish(fields)
      expect(marksOf(dish)).toEqual(marks)
      const counts = countDishes([dish, completeDish()])
      expect(counts).toEqual({
        all: 2,
        hidden: 0,
        soldOut: 0,
        noPicture: 0,
        noRomanian: 0,
        noEnglish: 0,
        incomplete: 0,
        ...Object.fromEntries(marks.map((mark) => [mark, 1])),
      })
      for (const mark of marks) expect(findDishes([completeDish(), dish], mark, '')).toEqual([dish])
    })
  })

  describe('a search', () => {
    const soup = completeDish({
      id: 1,
      name: 'Sour soup',
      nameRo: 'Ciorbă țărănească',
      description: 'Hot',
      descriptionRo: 'Fierbinte',
    })
    const polenta = completeDish({ id: 2, name: 'Polenta', nameRo: 'Mămăligă', isActive: false })
    const find = (query: string, filter: DishFilter = 'all') =>
      findDishes([soup, polenta], filter, query).map(({ id }) => id)

    it.each([
      ['', [1, 2]],
      ['  ', [1, 2]],
      // The name of their category too.
      ['soup', [1, 2]],
      ['MAMALIGA', [2]],
      ['taraneasca', [1]],
      ['fierb', [1]],
      ['hot', [1]],
      // No match spans two texts.
      ['soup ciorba', []],
      ['pizza', []],
    ])('for %j finds the dishes %j by their texts in both languages', (query, ids) => expect(find(query)).toEqual(ids))

    it('finds only dishes that match the filter', () => {
      expect(find('o', 'hidden')).toEqual([2])
      expect(find('pizza', 'hidden')).toEqual([])
    })
  })

  describe('groupDishes', () => {
    it('returns the categories that have dishes, in the order of the categories', () => {
      const wine = category({ id: 3, name: 'Wine' })
      const soups = category({ id: 1, name: 'Soups' })
      const empty = category({ id: 2, name: 'Desserts' })
      const [first, second, third] = [
        completeDish({ id: 1 }),
        completeDish({ id: 2, category: 'Wine' }),
        completeDish({ id: 3 }),
      ]
      expect(groupDishes([first, second, third], [wine, empty, soups])).toEqual([
        { category: wine, dishes: [second] },
        { category: soups, dishes: [first, third] },
      ])
    })
  })
})

describe('declaration', () => {
  const VALUES = { saturates: 5, sugars: 0, salt: 1.2 }
  const WHOLE: Declaration = {
    ingredients: 'Beans – 300 g, bread – 180 g',
    ingredientsRo: 'Fasole – 300 g, pâine – 180 g',
    nutritionalValues: VALUES,
    allergenCodes: ['celery'],
    allergens: null,
    allergensChecked: false,
  }

  it.each<[string, Partial<Declaration>, boolean]>([
    ['everything is known', {}, false],
    ['nothing is said of allergens', { allergenCodes: [] }, true],
    ['the owner has checked that it contains no allergen', { allergenCodes: [], allergensChecked: true }, false],
    ['the allergens are declared in words', { allergenCodes: [], allergens: 'Urme de nuci' }, false],
    ['there are no English ingredients', { ingredients: '' }, true],
    ['there are no Romanian ingredients', { ingredientsRo: ' \n' }, true],
    ['no value is known', { nutritionalValues: null }, true],
    ['one value is not known', { nutritionalValues: { ...VALUES, sugars: null } }, true],
    ['two values are zero', { nutritionalValues: { ...VALUES, saturates: 0, salt: 0 } }, false],
  ])('has a gap or not if %s', (_, changed, expected) => {
    expect(isIncomplete({ ...WHOLE, ...changed })).toBe(expected)
  })
})
