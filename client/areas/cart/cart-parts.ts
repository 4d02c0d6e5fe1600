import { lazy } from 'react'
import { withoutOrdered } from '#shared/domain/orders/cart-orders.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { cartStore } from './cart-store.ts'

/*
 * What the first view does not load. Not in index.ts: code there would draw all that it exports into the script of the
 * first view.
 */

export const loadCartDrawer = importWithRetry(() => import('./cart-drawer.tsx'))
export const CartDrawer = lazy(loadCartDrawer)
export const loadCartLines = importWithRetry(() => import('./cart-lines.tsx'))
export const CartRepair = lazy(importWithRetry(() => import('./cart-repair.ts')))

/* What the cart of a table shares with it. */
export const CartFrame = lazy(importWithRetry(async () => ({ default: (await import('./cart-drawer.tsx')).CartFrame })))
export const CartRow = lazy(async () => ({ default: (await loadCartLines()).CartRow }))
export const GoesWith = lazy(async () => ({ default: (await loadCartLines()).GoesWith }))

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
