import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type CartOption, cartCount, cartTotal, keyOf, optionIds } from '#shared/domain/orders/cart.ts'
import { cart, cartStore, orderLines } from './cart-store.ts'
import { type CartDish, cartDishOf, type DishLine } from './stored-cart.ts'

/** A line of this phone, as the sheet of its dish shows it. */
export interface LineInCart {
  key: string
  quantity: number
  notes: string
  options: readonly number[]
}

/** The cart that the menu fills: this phone's own, or the shared cart of a table. */
export interface ActiveCart {
  linesOf(dishId: number): LineInCart[]
  /** The notes on all lines of the order but the one of this phone that has this key. */
  otherNotes(key?: string): (string | null | undefined)[]
  count(): number
  /** What the cart costs, without what is sold out today, in minor units. */
  total(): number
  /** Adds one portion without options and note. @returns false if it could not be added; then nothing is announced */
  add(dish: CartDish): boolean
  /** @returns false if the quantity could not be changed */
  setQuantity(key: string, quantity: number): boolean
  /**
   * Adds portions, or puts the line in the place of the one with the key `replaced`; quantity 0 removes that one.
   * @returns false if the cart could not be changed
   */
  put(line: DishLine, replaced?: string): boolean
  subscribe(listener: () => void): () => void
  /** Only in a shared cart: asks the guest to confirm, leaves the cart, and calls `then`. */
  leave?(then: () => void): void
}

const ownCart: ActiveCart = {
  linesOf: (dishId) =>
    cartStore.getState().lines.flatMap((line) => {
      const { dish, quantity, notes = '', options } = line
      return dish.id === dishId ? { key: keyOf(line), quantity, notes, options: optionIds(options) } : []
    }),
  otherNotes: (key) => cartStore.getState().lines.map((line) => (keyOf(line) === key ? '' : line.notes)),
  count: () => cartCount(cartStore.getState().lines),
  total: () => cartTotal(orderLines(cartStore.getState())),
  add(dish) {
    cart.add(dish)
    return true
  },
  setQuantity(key, quantity) {
    cart.setQuantity(key, quantity)
    return true
  },
  put(line, replaced) {
    cart.put(line, replaced)
    return true
  },
  subscribe: cartStore.subscribe,
}

const useActive = create<{ cart: ActiveCart }>(() => ({ cart: ownCart }))

export function activeCart(): ActiveCart {
  return useActive.getState().cart
}

/** Adds portions of a dish to the cart that the menu fills. @returns false if nothing could be added */
export function addPortions(
  item: MenuItem,
  portions: { quantity: number; notes: string | null; options: readonly CartOption[] },
): boolean {
  return activeCart().put({ dish: cartDishOf(item), ...portions, notes: portions.notes ?? '' })
}

/** Makes `other` the cart that the menu fills and counts. @returns a function that undoes this */
export function replaceCart(other: ActiveCart): () => void {
  useActive.setState({ cart: other })
  return () => {
    if (activeCart() === other) useActive.setState({ cart: ownCart })
  }
}

/** Leaves the shared cart, if this phone is in one, and then calls `then`. */
export function leaveCart(then: () => void): void {
  const { leave } = activeCart()
  if (leave) leave(then)
  else then()
}

/** A value of the active cart; `onServer` in what the server renders. */
function useActiveCart<Value>(select: (cart: ActiveCart) => Value, onServer: Value): Value {
  const { cart } = useActive()
  return useSyncExternalStore(
    cart.subscribe,
    () => select(cart),
    () => onServer,
  )
}

/** How many portions of one dish this phone has in the cart, in all lines. */
export const useQuantity = (dishId: number) =>
  useActiveCart((cart) => cart.linesOf(dishId).reduce((sum, { quantity }) => sum + quantity, 0), 0)

export const useCartCount = () => useActiveCart((cart) => cart.count(), 0)

/** What the cart costs, in minor units. */
export const useCartSum = () => useActiveCart((cart) => cart.total(), 0)

export const useIsOwnCart = () => useActive(({ cart }) => cart === ownCart)
