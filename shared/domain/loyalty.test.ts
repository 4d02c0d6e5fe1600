import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOYALTY_TIERS, SEGMENTS, segmentOf, tierOf, VIP_MORE_THAN } from './loyalty.ts'

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
    [0, 'new'],
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

  it('is VIP with more than 5 orders', () => {
    expect(VIP_MORE_THAN).toBe(5)
    expect(segmentOf(VIP_MORE_THAN)).not.toBe('vip')
    expect(segmentOf(VIP_MORE_THAN + 1)).toBe('vip')
  })
})

it('more orders never lower a tier or a segment', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), (orders, more) => {
      const rank = (count: number) => [LOYALTY_TIERS.indexOf(tierOf(count)), SEGMENTS.indexOf(segmentOf(count))]
      const [tier = 0, group = 0] = rank(orders)
      const [laterTier = 0, laterGroup = 0] = rank(orders + more)
      expect(laterTier).toBeGreaterThanOrEqual(tier)
      expect(laterGroup).toBeGreaterThanOrEqual(group)
    }),
  )
})
