import { expect, it } from 'vitest'
import { limitDigits } from './limit-digits.ts'

it('limitDigits returns the first 15 digits, with the other characters between and after them', () => {
  expect(limitDigits('+40 712 345 678')).toBe('+40 712 345 678')
  expect(limitDigits('1234 5678 9012 3456 7')).toBe('1234 5678 9012 345 ')
})
