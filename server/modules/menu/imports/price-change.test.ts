import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedPrice } from './bulk-requests.ts'

describe('a changed price', () => {
  it.each([
    [2850, { add: 150, roundTo: 1 }, 3000],
    [2850, { add: -2851, roundTo: 1 }, -1],
    [2850, { percent: 10, roundTo: 1 }, 3135],
    [2850, { percent: 10, roundTo: 50 }, 3150],
    [2850, { percent: 10, roundTo: 100 }, 3100],
    [50, { percent: 5, roundTo: 1 }, 53],
    [1000, { percent: 0.05, roundTo: 1 }, 1001],
    [1000, { percent: 7.1, roundTo: 1 }, 1071],
    [25, { add: 0, roundTo: 50 }, 50],
    [24, { add: 0, roundTo: 50 }, 0],
    [99, { percent: -100, roundTo: 10 }, 0],
    [100_000_000, { percent: 1000, roundTo: 1 }, 1_100_000_000],
  ])('of %i with %j is %i', (price, change, expected) => {
    expect(changedPrice(price, change)).toBe(expected)
  })

  it('is the nearest multiple of `roundTo`, and the higher one if two are equally near', () => {
    const price = fc.nat(100_000_000)
    const percent = fc.integer({ min: -100, max: 1000 })
    fc.assert(
      fc.property(price, percent, fc.constantFrom(1, 10, 50, 100), (before, share, roundTo) => {
        const after = changedPrice(before, { percent: share, roundTo })
        const exact = before * (100 + share)
        expect(after % roundTo).toBe(0)
        expect(exact - after * 100).toBeGreaterThanOrEqual(-50 * roundTo)
        expect(exact - after * 100).toBeLessThan(50 * roundTo)
      }),
    )
  })
})
