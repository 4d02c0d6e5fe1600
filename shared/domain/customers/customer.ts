import { foldText } from '../text.ts'

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

function isVip(orderCount: number): boolean {
  return orderCount > VIP_MORE_THAN
}

export const SEGMENTS = ['new', 'returning', 'loyal', 'vip'] as const
export type Segment = (typeof SEGMENTS)[number]

/** The segment for a number of orders that count: none, 1 new, 2–3 returning, 4–5 loyal, more than 5 VIP. */
export function segmentOf(orderCount: number): Segment | null {
  if (isVip(orderCount)) return 'vip'
  if (orderCount >= 4) return 'loyal'
  if (orderCount >= 2) return 'returning'
  return orderCount === 1 ? 'new' : null
}

/** The average value of an order in minor units; 0 without orders (docs/product/customers.md#customers-figures). */
export function averageOrderValue(totalSpent: number, orderCount: number): number {
  return orderCount === 0 ? 0 : Math.round(totalSpent / orderCount)
}

const DAY_MS = 24 * 60 * 60 * 1000
const FREQUENCY_DAYS = 30

/**
 * Returns the orders in 30 days, with two decimals, over at least 30 days: one order on one day is not thirty a month
 * (docs/product/customers.md#customers-figures).
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

/** The longest notes about a customer, in UTF-16 units. */
export const CUSTOMER_NOTES_MAX = 2000

export const CUSTOMER_TAGS_MAX = 20

/** The data about a person that cannot be computed from their orders. */
export interface PersonData {
  name: string
  email: string | null
  notes: string | null
  tags: string[]
  preferences: Record<string, unknown>
}

/**
 * Merges two customers: empty fields are filled, notes joined and cut with an ellipsis, tags joined up to the limit
 * (docs/product/customers.md#customers-merge).
 */
export function mergedPerson(remaining: PersonData, merged: PersonData): PersonData {
  return {
    name: remaining.name || merged.name,
    email: remaining.email ?? merged.email,
    notes:
      remaining.notes && merged.notes ? cut(`${remaining.notes}\n${merged.notes}`) : (remaining.notes ?? merged.notes),
    tags: distinctTags([...remaining.tags, ...merged.tags]).slice(0, CUSTOMER_TAGS_MAX),
    preferences: { ...merged.preferences, ...remaining.preferences },
  }
}

/** Tags without those that differ only in case or diacritics from an earlier one. */
export function distinctTags(tags: readonly string[]): string[] {
  const folded = tags.map(foldText)
  return tags.filter((_, i) => folded.indexOf(folded[i] as string) === i)
}

function cut(notes: string): string {
  if (notes.length <= CUSTOMER_NOTES_MAX) return notes
  // Never cut within a surrogate pair: the database rejects half of one.
  return `${notes.slice(0, CUSTOMER_NOTES_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
