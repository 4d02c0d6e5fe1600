import { expect, it } from 'vitest'
import { InputError } from '../app-error.ts'
import { versionToMatch } from './route.ts'

it.each([
  [undefined, undefined],
  ['"3"', 3],
  ['3', 3],
  ['0', 0],
  ['"999999999999999"', 999_999_999_999_999],
])('versionToMatch parses %j as version %j', (header, version) => {
  expect(versionToMatch(header)).toBe(version)
})

it.each(['', '*', 'W/"3"', '"3', '3"', '"3", "4"', '-1', '1.5', 'three', '9999999999999999', '""'])(
  'versionToMatch rejects %j with an issue named If-Match',
  (header) => {
    expect(() => versionToMatch(header)).toThrow(InputError)
    try {
      versionToMatch(header)
    } catch (error) {
      expect((error as InputError).issues).toMatchObject([{ path: ['If-Match'], message: 'validation.version' }])
    }
  },
)
