import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  averageOrderValue,
  LOYALTY_TIERS,
  SEGMENTS,
  segmentOf,
  tierOf,
  VIP_MORE_THAN,
  visitFrequency,
} from './loyalty.ts'

describe('the loyalty tier', () => {
  it.each([
    [0, 'bronze'],
    [1, 'bronze'],
    [5, 'bronze'],
    [6, 'silver'],
    [14, 'silver'],
    [15, 'gold'],
    [29, 'gold'],
    [30, 'platinum'],
    [1000, 'platinum'],
  ])('of %i orders is %s', (orders, tier) => {
    expect(tierOf(orders)).toBe(tier)
  })

  it('is bronze by default', () => {
    expect(LOYALTY_TIERS[0]).toBe('bronze')
  })
})

describe('the segment', () => {
  it.each([
    [0, null],
    [1, 'new'],
    [2, 'returning'],
    [3, 'returning'],
    [4, 'loyal'],
    [5, 'loyal'],
    [6, 'vip'],
    [100, 'vip'],
  ])('of %i orders is %s', (orders, expected) => {
    expect(segmentOf(orders)).toBe(expected)
  })

  it('is VIP for more than 5 orders', () => {
    expect(VIP_MORE_THAN).toBe(5)
    expect(segmentOf(VIP_MORE_THAN)).not.toBe('vip')
    expect(segmentOf(VIP_MORE_THAN + 1)).toBe('vip')
  })
})

it('additional orders never lower the tier or the segment', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), (orders, more) => {
      const rank = (count: number) => {
        const segment = segmentOf(count)
        return [LOYALTY_TIERS.indexOf(tierOf(count)), segment === null ? -1 : SEGMENTS.indexOf(segment)]
      }
      const [tier = 0, segment = 0] = rank(orders)
      const [laterTier = 0, laterSegment = 0] = rank(orders + more)
      expect(laterTier).toBeGreaterThanOrEqual(tier)
      expect(laterSegment).toBeGreaterThanOrEqual(segment)
    }),
  )
})

describe('the average order value', () => {
  it.each([
    [0, 0, 0],
    [5700, 1, 5700],
    [100, 3, 33],
    [101, 2, 51],
  ])('of %i spent in %i orders is %i', (spent, orders, average) => {
    expect(averageOrderValue(spent, orders)).toBe(average)
  })

  it('is rounded to a whole minor unit', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 12), fc.integer({ min: 1, max: 10 ** 6 }), (spent, orders) => {
        const average = averageOrderValue(spent, orders)
        expect(Number.isInteger(average)).toBe(true)
        expect(Math.abs(average - spent / orders)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})

describe('the frequency of visits', () => {
  const NOW = new Date('2026-06-20T12:00:00Z')
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000)

  it.each([
    [0, null, 0],
    [1, 0, 1],
    [4, 3, 4],
    [3, 30, 3],
    [3, 31, 2.9],
    [6, 60, 3],
    [1, 365, 0.08],
    [7, 45.5, 4.62],
  ])('of %i orders in %j days is %d', (orders, days, frequency) => {
    expect(visitFrequency(orders, days === null ? null : daysAgo(days), NOW)).toBe(frequency)
  })

  it('has two decimals, never exceeds the number of orders, and never rises as time passes', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(4000), fc.nat(400), (orders, days, later) => {
        const frequency = visitFrequency(orders, daysAgo(days), NOW)
        expect(Math.round(frequency * 100) / 100).toBe(frequency)
        expect(frequency).toBeLessThanOrEqual(orders)
        expect(visitFrequency(orders, daysAgo(days + later), NOW)).toBeLessThanOrEqual(frequency)
      }),
    )
  })
})
