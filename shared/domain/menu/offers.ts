import type { MenuItem, Offer } from '../../contracts/menu/menu.ts'
import { linesTotal } from '../money.ts'

/* What price rules make of prices, on pages and on the server alike (docs/product/prices.md#prices-sums). */

export const MAX_PRICE_RULES = 20
export const MAX_PERCENT = 90
/** The multiples to which owners can round changed prices, in minor units. */
export const ROUND_TO = [1, 10, 50, 100] as const

/** By how much a rule lowers a price, and to which multiple of minor units; absent for 1. Nothing lowers by nothing. */
export type Lowering = { percent: number; roundTo?: number | undefined } | null | undefined

/**
 * A lowered price in minor units: the nearest multiple, half of one up. Where that is 0, or not below the price, it is
 * rounded to the unit, and nothing above 0 becomes free.
 */
export function loweredPrice(price: number, by: Lowering): number {
  if (!by || price <= 0) return price
  const nearest = (unit: number) => Math.floor((2 * price * (100 - by.percent) + 100 * unit) / (200 * unit)) * unit
  const rounded = nearest(by.roundTo ?? 1)
  return rounded > 0 && rounded < price ? rounded : Math.max(1, nearest(1))
}

/** The groups of a dish with the prices of their options lowered as the dish is. */
export function loweredGroups<Option extends { price: number }, Group extends { options: readonly Option[] }>(
  groups: readonly (Group & { options: readonly Option[] })[],
  by: Lowering,
): readonly (Group & { options: Option[] })[] {
  return groups.map((group) => ({
    ...group,
    options: group.options.map((option) => ({ ...option, price: loweredPrice(option.price, by) })),
  }))
}

/** The price of one portion in minor units: dish and options are lowered each by itself. */
export function portionSum(
  price: number,
  options: readonly { price: number; quantity: number }[],
  by: Lowering,
): number {
  const lowered = options.map((option) => ({ ...option, price: loweredPrice(option.price, by) }))
  return loweredPrice(price, by) + linesTotal(lowered)
}

/** What a card shows of a dish: the price of the menu, and what is paid now; of required choices the cheapest. */
export function pricesOf({ price, fromPrice, offer }: PricesOfDish): { list: number; now: number } {
  const now = fromPrice === null ? loweredPrice(price, offer) : (offer?.fromPrice ?? fromPrice)
  return { list: fromPrice ?? price, now }
}
type PricesOfDish = Pick<MenuItem, 'price' | 'fromPrice' | 'offer'>

/** The offer that all of some dishes have. @returns `isWhole`: none of them is lowered by less than its percent */
export function commonOffer(dishes: readonly PricesOfDish[]): (Offer & { isWhole: boolean }) | undefined {
  const offer = dishes[0]?.offer
  const ruleOf = (one: Offer | null) => one && `${one.percent} ${one.name} ${one.nameRo}`
  if (!offer || dishes.some((dish) => ruleOf(dish.offer) !== ruleOf(offer))) return undefined
  const isWhole = dishes.map(pricesOf).every(({ list, now }) => (list - now) * 100 >= list * offer.percent)
  return { ...offer, isWhole }
}

/** The offer of a dish at a moment: a cached menu may have one that has ended. */
export function offerAt<Ending extends Pick<Offer, 'until'>>(offer: Ending | null | undefined, now: Date) {
  return offer && (offer.until === null || new Date(offer.until) > now) ? offer : null
}
