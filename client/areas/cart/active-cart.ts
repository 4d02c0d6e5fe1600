import { useSyncExternalStore } from 'react'
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

let current = ownCart
const listeners = new Set<() => void>()

/** The cart that the menu fills at present. */
export function activeCart(): ActiveCart {
  return current
}

/** Makes `other` the cart that the menu fills and counts. @returns a function that undoes this */
export function replaceCart(other: ActiveCart): () => void {
  setCurrent(other)
  return () => {
    if (current === other) setCurrent(ownCart)
  }
}

function setCurrent(next: ActiveCart): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  let unsubscribe = current.subscribe(listener)
  const onReplaced = () => {
    unsubscribe()
    unsubscribe = current.subscribe(listener)
    listener()
  }
  listeners.add(onReplaced)
  return () => {
    listeners.delete(onReplaced)
    unsubscribe()
  }
}

/** Leaves the shared cart, if this phone is in one, and then calls `then`. */
export function leaveCart(then: () => void): void {
  if (current.leave) current.leave(then)
  else then()
}

/** How many portions of one dish this phone has in the cart. */
export function useQuantity(dishId: number): number {
  return useSyncExternalStore(
    subscribe,
    () => current.quantityOf(dishId),
    () => 0,
  )
}

/** The number of portions in the cart. */
export function useCartCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => current.count(),
    () => 0,
  )
}

/** Whether the menu fills this phone's own cart. */
export function useIsOwnCart(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => current === ownCart,
    () => true,
  )
}
