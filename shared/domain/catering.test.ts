import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVENT_GUESTS_MAX, EVENT_LINES_MAX, EVENT_QUANTITY_MAX, eventInputSchema } from '../contracts/catering.ts'
import { eventSums, hasAtMostTwoDecimals, validUntil } from './catering.ts'
import { MAX_PRICE } from './money.ts'
import { addDays, localTime } from './time/local-time.ts'

const line = fc.record({
  priceAtTimeOfEvent: fc.integer({ min: 0, max: MAX_PRICE }),
  quantity: fc.integer({ min: 1, max: EVENT_QUANTITY_MAX }),
})
/** Any discount from 0.00 to 100.00 percent, in hundredths. */
const percent = fc.integer({ min: 0, max: 10_000 })
const figures = fc.record({
  items: fc.array(line, { maxLength: 20 }),
  hundredths: percent,
  numberOfGuests: fc.integer({ min: 1, max: EVENT_GUESTS_MAX }),
})

describe('the sums of an event', () => {
  it.each([
    // Half a minor unit is rounded up.
    [1, 50, 1, 1, 1],
    [1, 50.01, 1, 0, 0],
    [999, 12.5, 4, 874, 219],
    [2850, 33.33, 3, 1900, 633],
    [10_000, 0.07, 3, 9993, 3331],
    [10_000, 100, 7, 0, 0],
    [10_000, 0, 3, 10_000, 3333],
    [5, 0, 2, 5, 3],
  ])(
    'of %i less %f percent for %i guests are %i in total and %i per guest',
    (price, discount, numberOfGuests, after, perGuest) => {
      const items = [{ priceAtTimeOfEvent: price, quantity: 1 }]
      expect(eventSums({ items, discount, numberOfGuests })).toEqual({
        total: price,
        totalAfterDiscount: after,
        perGuest,
      })
    },
  )

  it('are 0 without dishes', () => {
    const zeroSums = { total: 0, totalAfterDiscount: 0, perGuest: 0 }
    expect(eventSums({ items: [], discount: 12.5, numberOfGuests: 3 })).toEqual(zeroSums)
  })

  it('are safe integers for the largest possible event', () => {
    const items = Array.from({ length: EVENT_LINES_MAX }, () => ({
      priceAtTimeOfEvent: MAX_PRICE,
      quantity: EVENT_QUANTITY_MAX,
    }))
    const sums = eventSums({ items, discount: 0.01, numberOfGuests: 1 })
    expect(sums).toEqual({
      total: 499_950_000_000_000,
      totalAfterDiscount: 499_900_005_000_000,
      perGuest: 499_900_005_000_000,
    })
    expect(Object.values(sums).every(Number.isSafeInteger)).toBe(true)
  })

  it('are rounded half up to the minor unit', () => {
    fc.assert(
      fc.property(figures, ({ items, hundredths, numberOfGuests }) => {
        const { total, totalAfterDiscount, perGuest } = eventSums({ items, discount: hundredths / 100, numberOfGuests })
        const exact = BigInt(total) * BigInt(10_000 - hundredths)
        const offBy = BigInt(totalAfterDiscount) * 10_000n - exact
        expect(offBy > -5_000n && offBy <= 5_000n).toBe(true)
        const offByPerGuest = 2n * (BigInt(perGuest) * BigInt(numberOfGuests) - BigInt(totalAfterDiscount))
        expect(offByPerGuest > -BigInt(numberOfGuests) && offByPerGuest <= BigInt(numberOfGuests)).toBe(true)
      }),
    )
  })

  it('never rise when the discount rises', () => {
    fc.assert(
      fc.property(figures, percent, ({ items, hundredths, numberOfGuests }, other) => {
        const [less, more] = [hundredths, other].sort((a, b) => a - b).map((value) => (value ?? 0) / 100)
        const reduced = (discount = 0) => eventSums({ items, discount, numberOfGuests }).totalAfterDiscount
        expect(reduced(more)).toBeLessThanOrEqual(reduced(less))
      }),
    )
  })
})

describe('the discount of an event', () => {
  const accepts = (discount: unknown) => eventInputSchema.shape.discount.safeParse(discount).success

  it('may be any number from 0 to 100 with at most two decimals', () => {
    for (let hundredths = 0; hundredths <= 10_000; hundredths++) {
      const input = Number((hundredths / 100).toFixed(2))
      expect([input, hasAtMostTwoDecimals(input), accepts(input)]).toEqual([input, true, true])
    }
  })

  it('cannot have more than two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 1, max: 9 }), (hundredths, third) => {
        const input = Number(`${(hundredths / 100).toFixed(2)}${third}`)
        expect([hasAtMostTwoDecimals(input), accepts(input)]).toEqual([false, false])
      }),
    )
    for (const input of [1e-7, 1e-300, 99.999999999, -0.01, 100.01, Number.NaN, '10', null]) {
      expect([input, accepts(input)]).toEqual([input, false])
    }
  })
})

describe('the validity of a proposal', () => {
  const ZONE = 'Europe/Bucharest'

  it.each([
    ['2026-11-01T12:00:00Z', '2026-12-05', '2026-11-15'],
    // It is already the next day at the restaurant.
    ['2026-11-01T22:30:00Z', '2026-12-05', '2026-11-16'],
    ['2026-11-01T12:00:00Z', '2026-11-15', '2026-11-15'],
    ['2026-11-01T12:00:00Z', '2026-11-10', '2026-11-10'],
    ['2026-11-01T12:00:00Z', '2026-10-01', '2026-10-01'],
    ['2024-02-20T12:00:00Z', '2024-06-01', '2024-03-05'],
  ])('entered at %s for an event on %s ends on %s', (created, eventDate, until) => {
    expect(validUntil(new Date(created), eventDate, ZONE)).toBe(until)
  })

  it('is 14 calendar days, even across changes of the clocks, and never ends after the event', () => {
    const year = { min: new Date('2025-01-01T00:00:00Z'), max: new Date('2027-01-01T00:00:00Z'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(year), fc.integer({ min: -30, max: 60 }), (created, days) => {
        const { day } = localTime(created, ZONE)
        const until = validUntil(created, addDays(day, days), ZONE)
        expect(until).toBe(addDays(day, Math.min(days, 14)))
      }),
    )
  })
})
