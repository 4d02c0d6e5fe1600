import { expect, it } from 'vitest'
import { isPlaceholderPhone } from './dining.ts'

it.each([
  ['0000000000', true],
  ['0000 000 000', true],
  ['40723118402', false],
  ['000000000', false],
])('isPlaceholderPhone of %s is %s', (phone, expected) => {
  expect(isPlaceholderPhone(phone)).toBe(expected)
})
