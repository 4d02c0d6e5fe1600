/** Loyalty tiers, the lowest first (docs/product/customers.md#customers-tiers). */
export const LOYALTY_TIERS = ['bronze', 'silver', 'gold', 'platinum'] as const
export type LoyaltyTier = (typeof LOYALTY_TIERS)[number]

/** The tier for a number of orders that count: bronze, silver from 6, gold from 15, platinum from 30. */
export function tierOf(orderCount: number): LoyaltyTier {
  if (orderCount >= 30) return 'platinum'
  if (orderCount >= 15) return 'gold'
  return orderCount >= 6 ? 'silver' : 'bronze'
}

/** A VIP customer has more than 5 orders (docs/product/customers.md#customers-segments). */
export const VIP_MORE_THAN = 5

export function isVip(orderCount: number): boolean {
  return orderCount > VIP_MORE_THAN
}

export const SEGMENTS = ['new', 'returning', 'loyal', 'vip'] as const
export type Segment = (typeof SEGMENTS)[number]

/** The segment for a number of orders that count: no order has no segment, 1 is new, 2–3 returning, 4–5 loyal, more than 5 VIP. */
export function segmentOf(orderCount: number): Segment | null {
  if (isVip(orderCount)) return 'vip'
  if (orderCount >= 4) return 'loyal'
  if (orderCount >= 2) return 'returning'
  return orderCount === 1 ? 'new' : null
}

/** The average value of an order, in whole minor units; 0 without orders (docs/product/customers.md#customers-figures). */
export function averageOrderValue(totalSpent: number, orderCount: number): number {
  return orderCount === 0 ? 0 : Math.round(totalSpent / orderCount)
}

const DAY_MS = 24 * 60 * 60 * 1000
const FREQUENCY_DAYS = 30

/**
 * How many orders a customer makes in 30 days, with two decimals (docs/product/customers.md#customers-figures). A customer whose first
 * order was within the last 30 days is measured over 30 days, so that one order on one day is not thirty a month.
 */
export function visitFrequency(orderCount: number, firstOrder: Date | null, now: Date): number {
  if (firstOrder === null) return 0
  const days = Math.max(FREQUENCY_DAYS, (now.getTime() - firstOrder.getTime()) / DAY_MS)
  return Math.round((orderCount * FREQUENCY_DAYS * 100) / days) / 100
}

/** A frequency of visits as people say it: whole orders a month; 0 for less than one. */
export function ordersAMonth(frequency: number): number {
  return frequency < 1 ? 0 : Math.round(frequency)
}
