import { expect, it } from 'vitest'

type IsOlder = (one: string, other: string) => boolean
// Imported by URL, because TypeScript does not check plain JavaScript here.
const { isOlder }: { isOlder: IsOlder } = await import(new URL('prepare.mjs', import.meta.url).href)

it.each([
  ['v24.0.0\n', '24.5.1', true],
  ['24.0.0', 'v24.0.1', true],
  ['v24.0.0', '24.0.0', false],
  ['v24.0.0', '22.23.2', false],
  ['v24.10.0', '24.9.0', false],
  ['v24.0.0', '26.1.0', true],
  ['20.19.0', '22.18', true],
  ['22.18.0', '22.18', false],
])('isOlder of Node %j and %s is %s', (one, other, expected) => {
  expect(isOlder(one, other)).toBe(expected)
})
