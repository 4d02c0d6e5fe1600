import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kilojoules } from './nutrients.ts'

it.each([
  [0, 0],
  [1, 4],
  [0.1, 0],
  [0.12, 1],
  [100, 418],
  [250, 1046],
  [1234.5, 5165],
])('kilojoules converts %s kcal to %s kJ', (kcal, kj) => {
  expect(kilojoules(kcal)).toBe(kj)
})

it('kilojoules returns whole numbers that never decrease and differ by at most 0.5 from the exact value', () => {
  const kcal = fc.double({ min: 0, max: 100_000, noNaN: true })
  fc.assert(
    fc.property(kcal, kcal, (first, second) => {
      const [less, more] = [Math.min(first, second), Math.max(first, second)]
      expect(Number.isInteger(kilojoules(first))).toBe(true)
      expect(kilojoules(less)).toBeLessThanOrEqual(kilojoules(more))
      expect(Math.abs(kilojoules(first) - first * 4.184)).toBeLessThanOrEqual(0.5)
    }),
  )
})
