import { expect, it } from 'vitest'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { searchMenu } from './search.ts'

const items = [
  { id: 1, name: 'Polenta', nameRo: 'Mămăligă', description: 'With cheese', descriptionRo: 'Cu brânză' },
  { id: 2, name: 'Cheese platter', nameRo: '', description: '', descriptionRo: '' },
] as MenuItem[]

const found = (typed: string, language: 'en' | 'ro') => searchMenu(items, typed, language).map(({ id }) => id)

it('finds by name or description in the current language, names first', () => {
  expect(found('cheese', 'en')).toEqual([2, 1])
  expect(found('polenta', 'ro')).toEqual([])
})

it('knows neither case nor diacritics', () => {
  expect(found('MAMALIGA', 'ro')).toEqual([1])
  expect(found('brânz', 'ro')).toEqual([1])
})

it('falls back to the default language and finds nothing for nothing', () => {
  expect(found('platter', 'ro')).toEqual([2])
  expect(found('  ', 'en')).toEqual([])
})
