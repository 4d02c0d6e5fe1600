import type { TakeawayFee } from '../menu/options.ts'
import * as carts from './cart.ts'

/* The cart and its order. Not in `cart.ts`, which a guest's first view loads. */

/** Fees of dishes and of options' dishes, by name, in minor units (docs/product/options.md#options-fees). */
export function takeawayFees(lines: readonly carts.CartLine[]): TakeawayFee[] {
  const fees = new Map<string, TakeawayFee>()
  for (const { dish, options = [], quantity, isOrderable = true } of lines) {
    for (const { takeawayFee: fee, portions } of [
      { takeawayFee: dish.takeawayFee, portions: quantity },
      ...options.map((option) => ({ takeawayFee: option.takeawayFee, portions: quantity * option.quantity })),
    ]) {
      if (!fee || !isOrderable) continue
      const sum = (fees.get(fee.name)?.amount ?? 0) + fee.amount * portions
      fees.set(fee.name, { ...fee, amount: sum })
    }
  }
  return [...fees.values()]
}

/** An ordered line, as in the body of an order. */
interface OrderedLine {
  menuItemId: number
  quantity: number
  options?: readonly number[] | undefined
  notes?: string | null | undefined
}

/** The cart without the ordered quantities (docs/product/checkout.md#checkout-success). */
export function withoutOrdered<D extends carts.PricedDish>(
  lines: readonly carts.CartLine<D>[],
  ordered: readonly OrderedLine[],
) {
  return ordered.reduce<carts.CartLine<D>[]>(
    (rest, { menuItemId, quantity, options, notes }) => {
      const isDish = ({ dish, options: chosen }: carts.CartLine) =>
        carts.cartKey(dish.id, carts.optionIds(chosen)) === carts.cartKey(menuItemId, options)
      // Its note may have been changed since.
      const line =
        rest.find((line) => carts.keyOf(line) === carts.cartKey(menuItemId, options, notes)) ??
        rest.find((line) => isDish(line))
      return line
        ? carts.putLine(rest, { ...line, quantity: Math.max(0, line.quantity - quantity) }, carts.keyOf(line))
        : rest
    },
    [...lines],
  )
}

/**
 * The dishes whose price today differs from the one that the guest saw, each once, in the order of `shown`. A dish that
 * `today` lacks has not changed (docs/product/checkout.md#checkout-changed-prices).
 */
export function priceChanges(
  shown: readonly carts.DishPrice[],
  today: readonly carts.DishPrice[],
): carts.PriceChange[] {
  const prices = new Map(today.map(({ menuItemId, price }) => [menuItemId, price]))
  const before = new Map(shown.map(({ menuItemId, price }) => [menuItemId, price]))
  return [...before].flatMap(([menuItemId, price]) => {
    const now = prices.get(menuItemId) ?? price
    return now === price ? [] : [{ menuItemId, before: price, now }]
  })
}
