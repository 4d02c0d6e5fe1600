import { describe, expect, it } from 'vitest'
import type { MenuItem, RareFields } from '../../contracts/menu/menu.ts'
import { namesAfter, publishedDish, UNUSED_FIELDS, wholeDishes } from './published-dish.ts'

const hours = [{ day: 1, from: '08:00', to: '11:00' }]
const USED: RareFields = {
  allergenCodes: ['eggs'],
  ingredients: 'eggs',
  ingredientsRo: 'ouă',
  allergensChecked: true,
  soldOutUntil: '2026-11-21T02:00:00.000Z',
  nameIsFallback: true,
  optionGroupIds: [3],
  isSetMenu: true,
  takeawayFee: { name: 'Box', nameRo: 'Cutie', amount: 100, deposit: false },
  servedHours: [],
  portionsLeft: 0,
  categoryServedHours: hours,
  hasOptions: true,
  fromPrice: 2400,
  requiredAllergenCodes: ['milk'],
  partsUndeclared: true,
  unmet: true,
  offer: { percent: 30, name: 'Happy hour', nameRo: '', until: null },
}
const dish = (fields: Partial<MenuItem>) =>
  ({ id: 1, category: 'Soups', imageUrl: '', tags: [], ...fields }) as MenuItem

describe('a published dish', () => {
  it('lacks the fields that it does not use, and no other', () => {
    expect(publishedDish(dish(UNUSED_FIELDS))).toEqual({ id: 1, category: 'Soups', imageUrl: '', tags: [] })
    expect(publishedDish(dish(USED))).toEqual(dish(USED))
  })

  it.each([UNUSED_FIELDS, USED, { ...UNUSED_FIELDS, unmet: true }])('is read as what it was', (fields) => {
    expect(wholeDishes([publishedDish(dish(fields))])).toEqual([dish(fields)])
  })

  it('has the hours of its category, which the list names once', () => {
    const listed = [
      { ...dish({ categoryServedHours: hours }) },
      publishedDish(dish({ ...UNUSED_FIELDS, id: 2 })),
      publishedDish(dish({ ...UNUSED_FIELDS, id: 3, category: 'Fish' })),
    ]
    expect(wholeDishes(listed).map(({ categoryServedHours }) => categoryServedHours)).toEqual([hours, hours, null])
  })
})

const fallback = { name: 'Ciorbă', nameRo: 'Ciorbă', nameIsFallback: true }
const own = { name: 'Sour soup', nameRo: 'Ciorbă', nameIsFallback: false }

it.each([
  ['stays without a change', fallback, {}, fallback],
  ['follows a new Romanian name', fallback, { nameRo: 'Borș' }, { ...fallback, name: 'Borș', nameRo: 'Borș' }],
  [
    'follows it also beside the old name',
    fallback,
    { name: 'Ciorbă', nameRo: 'Borș' },
    { ...fallback, name: 'Borș', nameRo: 'Borș' },
  ],
  ['ends with another name', fallback, { name: 'Sour soup' }, own],
  ['ends with both', fallback, { name: 'Broth', nameRo: 'Borș' }, { ...own, name: 'Broth', nameRo: 'Borș' }],
  ['ends without a Romanian name', fallback, { nameRo: '' }, { ...own, name: 'Ciorbă', nameRo: '' }],
  ['never begins', own, { name: 'Ciorbă' }, { ...own, name: 'Ciorbă' }],
])('the fallback of a name %s', (_, before, change, after) => {
  expect(namesAfter(before, change)).toEqual(after)
})
