import { describe, expect, it } from 'vitest'
import { categoryFinder } from './find-category.ts'

const named = (name: string, nameRo = '') => ({ name, nameRo })

describe('finding a category', () => {
  const { find } = categoryFinder([
    named('Drinks', 'Supe'),
    named('SUPE'),
    named('Supe'),
    named('Soups', 'Ciorbe'),
    named('Sours', 'ciorbe'),
  ])
  it.each([
    ['Supe', 'Supe'],
    ['SUPE', 'SUPE'],
    // Folded, the first in order; a name wins over a Romanian name.
    ['supe', 'SUPE'],
    ['șupe', 'SUPE'],
    ['CIORBE', 'Soups'],
    ['Ciorbă', undefined],
    ['', undefined],
  ])('%j finds %s', (text, name) => {
    expect(find(text)?.name).toBe(name)
  })

  it('includes those that are added, behind the others', () => {
    const finder = categoryFinder([named('Paste')])
    finder.add(named('PASTE'))
    finder.add(named('Pizza'))
    expect(['paste', 'PASTE', 'pizza'].map((name) => finder.find(name)?.name)).toEqual(['Paste', 'PASTE', 'Pizza'])
  })
})
