import { expect, it } from 'vitest'
import { namesAfter } from './fallback-name.ts'

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
