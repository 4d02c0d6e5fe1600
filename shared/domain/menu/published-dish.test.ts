import { describe, expect, it } from 'vitest'
import type { MenuItem, RareFields } from '../../contracts/menu/menu.ts'
import { namesAfter, publishedDish, UNUSED_FIELDS, wholeDish } from './published-dish.ts'

const hours = [{ day: 1, from: '08:00', to: '11:00' }]
const USED: RareFields = {
  nameIsFallback: true,
  optionGroupIds: [3],
  isSetMenu: true,
  takeawayFee: { name: 'Box', nameRo: 'Cutie', amount: 100 },
  servedHours: [],
  portionsLeft: 0,
  categoryServedHours: hours,
  hasOptions: true,
  fromPrice: 2400,
  requiredAllergenCodes: ['milk'],
  partsUndeclared: true,
  unmet: true,
}
const dish = (fields: Partial<MenuItem>) =>
  ({ id: 1, imageUrl: '', tags: [], soldOutUntil: null, ...fields }) as MenuItem

describe('a published dish', () => {
  it('lacks the fields that it does not use, and no other', () => {
    expect(publishedDish(dish(UNUSED_FIELDS))).toEqual({ id: 1, imageUrl: '', tags: [], soldOutUntil: null })
    expect(publishedDish(dish(USED))).toEqual(dish(USED))
  })

  it.each([UNUSED_FIELDS, USED, { ...UNUSED_FIELDS, unmet: true }])('is read as what it was', (fields) => {
    expect(wholeDish(publishedDish(dish(fields)))).toEqual(dish(fields))
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
