import type { Offer } from '../../contracts/menu/menu.ts'
import { linesTotal, percentOf } from '../money.ts'

/* What price rules make of prices, on pages and on the server alike (docs/product/prices.md#prices-sums). */

export const MAX_PRICE_RULES = 20
export const MAX_PERCENT = 90

/** A price lowered by a percent, in minor units: half a unit is rounded up, and nothing above 0 becomes free. */
export function loweredPrice(price: number, percent: number): number {
  return price > 0 ? Math.max(1, percentOf(price, 100 - percent)) : price
}

/** The groups of a dish with the prices of their options lowered by the percent of the dish. */
export function loweredGroups<Option extends { price: number }, Group extends { options: readonly Option[] }>(
  groups: readonly (Group & { options: readonly Option[] })[],
  percent: number,
): readonly (Group & { options: Option[] })[] {
  return groups.map((group) => ({
    ...group,
    options: group.options.map((option) => ({ ...option, price: loweredPrice(option.price, percent) })),
  }))
}

/** The price of one portion in minor units: dish and options are lowered each by itself. @param percent 0 for none */
export function portionSum(
  price: number,
  options: readonly { price: number; quantity: number }[],
  percent: number,
): number {
  const lowered = options.map((option) => ({ ...option, price: loweredPrice(option.price, percent) }))
  return loweredPrice(price, percent) + linesTotal(lowered)
}

/** The offer of a dish at a moment: a cached menu may have one that has ended. */
export function offerAt<Ending extends Pick<Offer, 'until'>>(offer: Ending | null | undefined, now: Date) {
  return offer && (offer.until === null || new Date(offer.until) > now) ? offer : null
}
