import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kilojoules } from './energy.ts'

it.each([
  [0, 0],
  [1, 4],
  [0.1, 0],
  [0.12, 1],
  [100, 418],
  [250, 1046],
  [1234.5, 5165],
])('%s kcal are %s kJ', (kcal, kj) => {
  expect(kilojoules(kcal)).toBe(kj)
})

it('is whole, never less for more, and at most half a kilojoule away', () => {
  const kcal = fc.double({ min: 0, max: 100_000, noNaN: true })
  fc.assert(
    fc.property(kcal, kcal, (one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(Number.isInteger(kilojoules(one))).toBe(true)
      expect(kilojoules(less)).toBeLessThanOrEqual(kilojoules(more))
      expect(Math.abs(kilojoules(one) - one * 4.184)).toBeLessThanOrEqual(0.5)
    }),
  )
})
