import { withoutOrdered } from '#shared/domain/orders/cart-orders.ts'
import { cartStore } from './cart-store.ts'

/* What the answers to orders change in the cart. Not in `cart-store.ts`, which the first view loads. */

/** Removes the ordered dishes; portions added after the order was sent stay. */
export function removeOrdered(ordered: Parameters<typeof withoutOrdered>[1]): void {
  cartStore.setState(({ lines }) => ({ lines: withoutOrdered(lines, ordered) }))
}

/** Sets the current prices, as sent by the server with a `price_changed` error; in minor units. */
export function updatePrices(
  prices: readonly { menuItemId: number; price: number }[],
  optionPrices: readonly { id: number; price: number }[] = [],
): void {
  const ofDishes = new Map(prices.map(({ menuItemId, price }) => [menuItemId, price]))
  const ofOptions = new Map(optionPrices.map(({ id, price }) => [id, price]))
  cartStore.setState(({ lines }) => ({
    lines: lines.map(({ options, ...line }) => ({
      ...line,
      dish: { ...line.dish, price: ofDishes.get(line.dish.id) ?? line.dish.price },
      options: options?.map((option) => ({ ...option, price: ofOptions.get(option.id) ?? option.price })),
    })),
  }))
}
