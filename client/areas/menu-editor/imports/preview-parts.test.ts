import { describe, expect, it } from 'vitest'
import { inOneLanguage } from './outcome-preview.tsx'

describe('changed cell', () => {
  const cell = (column: string, old: string, next: string) => ({ column, old, new: next })
  const moved = cell('category', 'Soups', 'Starters')
  const price = cell('price', '1', '2')

  it.each([
    ['ro', cell('categoryRo', 'Supe și ciorbe', 'Aperitive'), ['Supe și ciorbe', 'Aperitive']],
    ['en', cell('categoryRo', 'Supe și ciorbe', 'Aperitive'), ['Soups', 'Starters']],
    ['ro', cell('categoryRo', 'Supe și ciorbe', ''), ['Soups', 'Starters']],
    ['ro', cell('categoryRo', '', 'Aperitive'), ['Soups', 'Starters']],
  ] as const)('a move to another category is named in one language (%s, %j)', (language, movedRo, [old, next]) => {
    expect(inOneLanguage([moved, movedRo, price], language)).toEqual([cell('category', old, next), price])
  })
})
