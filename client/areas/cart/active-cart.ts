import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { cartCount } from '#shared/domain/orders/cart.ts'
import { cart, cartStore } from './cart-store.ts'
import type { CartDish } from './stored-cart.ts'

/** The cart that the menu fills: this phone's own, or the shared cart of a table. */
export interface ActiveCart {
  /** How many portions of a dish this phone has in the cart. */
  quantityOf(dishId: number): number
  /** The number of portions in the cart, shown on the cart button. */
  count(): number
  /** Adds one portion. @returns false if it could not be added; then nothing is announced */
  add(dish: CartDish): boolean
  /** @returns false if the quantity could not be changed */
  setQuantity(dishId: number, quantity: number): boolean
  subscribe(listener: () => void): () => void
  /** Only in a shared cart: asks the guest to confirm, leaves the cart, and calls `then`. */
  leave?(then: () => void): void
}

const ownCart: ActiveCart = {
  quantityOf: (dishId) => cartStore.getState().lines.find(({ dish }) => dish.id === dishId)?.quantity ?? 0,
  count: () => cartCount(cartStore.getState().lines),
  add(dish) {
    cart.add(dish)
    return true
  },
  setQuantity(dishId, quantity) {
    cart.setQuantity(dishId, quantity)
    return true
  },
  subscribe: cartStore.subscribe,
}

const useActive = create<{ cart: ActiveCart }>(() => ({ cart: ownCart }))

/** The cart that the menu fills at present. */
export function activeCart(): ActiveCart {
  return useActive.getState().cart
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

/** A number of the active cart; 0 in what the server renders. */
function useCartNumber(select: (cart: ActiveCart) => number): number {
  const { cart } = useActive()
  return useSyncExternalStore(
    cart.subscribe,
    () => select(cart),
    () => 0,
  )
}

/** How many portions of one dish this phone has in the cart. */
export const useQuantity = (dishId: number) => useCartNumber((cart) => cart.quantityOf(dishId))

/** The number of portions in the cart. */
export const useCartCount = () => useCartNumber((cart) => cart.count())

/** Whether the menu fills this phone's own cart. */
export const useIsOwnCart = () => useActive(({ cart }) => cart === ownCart)
