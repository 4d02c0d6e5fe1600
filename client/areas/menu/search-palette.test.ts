import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { searchMenu } from './search-palette.tsx'

const items = [
  { id: 1, name: 'Polenta', nameRo: 'Mămăligă', description: 'With cheese', descriptionRo: 'Cu brânză' },
  { id: 2, name: 'Cheese platter', nameRo: '', description: '', descriptionRo: '' },
] as MenuItem[]

const found = (query: string, language: 'en' | 'ro') => searchMenu(items, query, language).map(({ id }) => id)

it('the search finds dishes by name or description in the current language, names first', () => {
  expect(found('cheese', 'en')).toEqual([2, 1])
  expect(found('polenta', 'ro')).toEqual([])
})

it('the search ignores case and diacritics', () => {
  expect(found('MAMALIGA', 'ro')).toEqual([1])
  expect(found('brânz', 'ro')).toEqual([1])
})

it('the search uses English texts where the Romanian are missing, and finds nothing for an empty query', () => {
  expect(found('platter', 'ro')).toEqual([2])
  expect(found('  ', 'en')).toEqual([])
})

// Letters that occur in menus, and some whose case mapping depends on the context.
const text = fc.string({ unit: fc.constantFrom(...'aAăÂîșȚeéÖñßσΣİıx 1-.,"'), minLength: 1, maxLength: 12 })

it('the search finds every substring of a text, whatever its case', () => {
  fc.assert(
    fc.property(text, text, text, fc.constantFrom('name', 'description'), (before, part, after, field) => {
      fc.pre(part.trim() !== '')
      const dish = { ...items[1], [field]: `${before}${part}${after}` } as MenuItem
      // Some letters do not survive a change of case: "ß" becomes "SS", a dotless "ı" becomes "I".
      const queries = /[ßıİ]/.test(part) ? [part] : [part, part.toUpperCase(), part.toLowerCase()]
      for (const query of queries) expect(searchMenu([dish], query, 'en')).toEqual([dish])
    }),
  )
})
