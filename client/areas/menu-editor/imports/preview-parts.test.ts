import { describe, expect, it } from 'vitest'
import { linesIn, replaceLines } from './line-mending.tsx'
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

describe('list lines', () => {
  it.each([
    ['a\r\nb\rc', [[2, 'x']], 'a\nx\nc'],
    ['a\nb\n(about b)\n[and more]\nc\n(about c)', [[2, '']], 'a\n\n\n\nc\n(about c)'],
    ['a\n(about a)', [[1, 'x']], 'x\n(about a)'],
    [
      'a\nb',
      [
        [2, ' '],
        [1, 'x'],
      ],
      'x\n ',
    ],
  ] as [string, [number, string][], string][])('%j with %j is %j', (text, replacements, expected) => {
    expect(replaceLines(text, new Map(replacements))).toBe(expected)
    expect(linesIn(expected)).toHaveLength(linesIn(text).length)
  })
})
