import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linePrice } from '../orders/cart.ts'
import { loweredGroups, loweredPrice, offerAt, portionSum, ROUND_TO } from './offers.ts'
import { type ChoosableOption, choicePrice } from './options.ts'

it.each([
  [1400, 30, 980],
  // 12.35 → 6.175, and half a unit is rounded up.
  [1235, 50, 618],
  [1, 90, 1],
  [4, 90, 1],
  [0, 90, 0],
  [100_000_000, 1, 99_000_000],
])('loweredPrice of %i by %i percent is %i', (price, percent, lowered) => {
  expect(loweredPrice(price, { percent })).toBe(lowered)
})

it.each([
  [2650, 15, 50, 2250],
  // 23.375 is nearer to 23.50, and 12.25 half way between two.
  [2750, 15, 50, 2350],
  [2450, 50, 50, 1250],
  [2650, 15, 100, 2300],
  [2650, 15, 10, 2250],
  // The multiple would be 0, or not below the price: to the unit.
  [40, 50, 50, 20],
  [900, 1, 50, 891],
  [0, 50, 50, 0],
])('loweredPrice of %i by %i percent, rounded to %i, is %i', (price, percent, roundTo, lowered) => {
  expect(loweredPrice(price, { percent, roundTo })).toBe(lowered)
})

it('loweredPrice without a rule is the price', () => {
  expect([loweredPrice(1400, null), loweredPrice(1400, undefined)]).toEqual([1400, 1400])
})

const price = fc.integer({ min: 0, max: 100_000_000 })
const percent = fc.integer({ min: 1, max: 90 })
const lowering = fc.record({ percent, roundTo: fc.constantFrom(...ROUND_TO) })

it('loweredPrice stays within half a multiple of the exact price, and between 1 and the price before', () => {
  fc.assert(
    fc.property(price, lowering, (before, by) => {
      const lowered = loweredPrice(before, by)
      expect(Number.isSafeInteger(lowered)).toBe(true)
      expect(lowered).toBeLessThanOrEqual(before)
      expect(lowered > 0).toBe(before > 0)
      // In hundredths of a unit, exactly.
      const off = Math.abs(lowered * 100 - before * (100 - by.percent))
      if (lowered > 1) expect(off).toBeLessThanOrEqual(50 * by.roundTo)
      if (lowered % by.roundTo !== 0) expect(lowered).toBe(loweredPrice(before, { percent: by.percent }))
    }),
  )
})

it('a portion costs the same by the groups of the menu and by the line of a cart', () => {
  const option = fc.record({ id: fc.integer({ min: 1, max: 9 }), price, quantity: fc.integer({ min: 1, max: 3 }) })
  fc.assert(
    fc.property(price, lowering, fc.uniqueArray(option, { selector: ({ id }) => id }), (dishPrice, by, options) => {
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
      expect(linePrice({ dish: { id: 1, price: dishPrice, offer: { ...by, until: null } }, options: named })).toBe(sum)
    }),
  )
})

it('offerAt forgets an offer at its end', () => {
  const until = '2026-11-24T16:00:00.000Z'
  const at = (offer: { until: string | null } | null) => offerAt(offer, new Date('2026-11-24T16:00:00Z'))
  expect([at({ until }), at({ until: null }), at(null)]).toEqual([null, { until: null }, null])
})
