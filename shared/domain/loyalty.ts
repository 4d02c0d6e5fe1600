/** Loyalty tiers, the lowest first (docs/product.md#customers-tiers). */
export const LOYALTY_TIERS = ['bronze', 'silver', 'gold', 'platinum'] as const
export type LoyaltyTier = (typeof LOYALTY_TIERS)[number]

/** The tier for a number of orders that count: bronze, silver from 6, gold from 15, platinum from 30. */
export function tierOf(orderCount: number): LoyaltyTier {
  if (orderCount >= 30) return 'platinum'
  if (orderCount >= 15) return 'gold'
  return orderCount >= 6 ? 'silver' : 'bronze'
}

/** A VIP customer has more than 5 orders (docs/product.md#customers-segments). */
export const VIP_MORE_THAN = 5

export const SEGMENTS = ['new', 'returning', 'loyal', 'vip'] as const
export type Segment = (typeof SEGMENTS)[number]

/** The segment for a number of orders that count: 1 new, 2–3 returning, 4–5 loyal, more than 5 VIP. */
export function segmentOf(orderCount: number): Segment {
  if (orderCount > VIP_MORE_THAN) return 'vip'
  if (orderCount >= 4) return 'loyal'
  return orderCount >= 2 ? 'returning' : 'new'
}
