import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linePrice } from '../orders/cart.ts'
import { loweredGroups, loweredPrice, offerAt, portionSum } from './offers.ts'
import { type ChoosableOption, choicePrice } from './options.ts'

it.each([
  [1400, 30, 980],
  // 12.35 → 6.175, and half a unit is rounded up.
  [1235, 50, 618],
  [1, 90, 1],
  [4, 90, 1],
  [0, 90, 0],
  [100_000_000, 1, 99_000_000],
  [1400, 0, 1400],
])('loweredPrice of %i by %i percent is %i', (price, percent, lowered) => {
  expect(loweredPrice(price, percent)).toBe(lowered)
})

const price = fc.integer({ min: 0, max: 100_000_000 })
const percent = fc.integer({ min: 1, max: 90 })

it('loweredPrice stays within half a unit of the exact price, and between 1 and the price before', () => {
  fc.assert(
    fc.property(price, percent, (before, by) => {
      const lowered = loweredPrice(before, by)
      expect(Number.isSafeInteger(lowered)).toBe(true)
      expect(lowered).toBeLessThanOrEqual(before)
      expect(lowered > 0).toBe(before > 0)
      // In hundredths of a unit, exactly.
      if (lowered > 1) expect(Math.abs(lowered * 100 - before * (100 - by))).toBeLessThanOrEqual(50)
      expect(loweredPrice(before + 1, by)).toBeGreaterThanOrEqual(lowered)
    }),
  )
})

it('a portion costs the same by the groups of the menu and by the line of a cart', () => {
  const option = fc.record({ id: fc.integer({ min: 1, max: 9 }), price, quantity: fc.integer({ min: 1, max: 3 }) })
  fc.assert(
    fc.property(price, percent, fc.uniqueArray(option, { selector: ({ id }) => id }), (dishPrice, by, options) => {
      const named = options.map((one) => ({ ...one, name: '', nameRo: '' }))
      const choosable = options.map(
        ({ id, price }): ChoosableOption => ({
          ...{ id, price, name: '', nameRo: '', times: 9, allergenCodes: [], menuItemId: null, isActive: true },
          soldOutUntil: null,
        }),
      )
      const groups = [{ name: '', nameRo: '', without: false, min: 0, max: null, options: choosable }]
      const chosen = options.flatMap(({ id, quantity }) => Array<number>(quantity).fill(id))
      const sum = portionSum(dishPrice, options, by)
      expect(loweredPrice(dishPrice, by) + choicePrice(loweredGroups(groups, by), chosen)).toBe(sum)
      expect(
        linePrice({ dish: { id: 1, price: dishPrice, offer: { percent: by, until: null } }, options: named }),
      ).toBe(sum)
    }),
  )
})

it('offerAt forgets an offer at its end', () => {
  const until = '2026-11-24T16:00:00.000Z'
  const at = (offer: { until: string | null } | null) => offerAt(offer, new Date('2026-11-24T16:00:00Z'))
  expect([at({ until }), at({ until: null }), at(null)]).toEqual([null, { until: null }, null])
})
