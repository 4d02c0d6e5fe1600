import fc from 'fast-check'
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

// Letters of menus, and some whose case depends on where they stand.
const text = fc.string({ unit: fc.constantFrom(...'aAăÂîșȚeéÖñßσΣİıx 1-.,"'), minLength: 1, maxLength: 12 })

it('finds every plain substring, without regard to case', () => {
  fc.assert(
    fc.property(text, text, text, fc.constantFrom('name', 'description'), (before, part, after, field) => {
      fc.pre(part.trim() !== '')
      const dish = { ...items[1], [field]: `${before}${part}${after}` } as MenuItem
      // Upper case makes another text of some: "ß" is written "SS", a dotless "ı" becomes a plain "I".
      const asTyped = /[ßıİ]/.test(part) ? [part] : [part, part.toUpperCase(), part.toLowerCase()]
      for (const typed of asTyped) expect(searchMenu([dish], typed, 'en')).toEqual([dish])
    }),
  )
})
