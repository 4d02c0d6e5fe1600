import { expect, it } from 'vitest'
import { linesIn, replaceLines } from './line-mending.tsx'

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
