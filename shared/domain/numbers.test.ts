import { expect, it } from 'vitest'
import { formatNumber } from './numbers.ts'

it.each([
  [1234.5, '1\u00a0234.5'],
  [1_234_567, '1\u00a0234\u00a0567'],
  [999, '999'],
  [0.1 + 0.2, '0.3'],
  [-1225, '-1\u00a0225'],
])('formatNumber writes %s with spaces between thousands, and a point before decimals', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})
