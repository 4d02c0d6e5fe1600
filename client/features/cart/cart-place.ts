import { useSyncExternalStore } from 'react'
import { cartCount } from '#shared/domain/cart.ts'
import { cart, cartStore } from './cart-store.ts'
import type { CartDish } from './stored-cart.ts'

/** The cart that a tap in the menu fills: this phone's own, or one that a page puts in its place. */
export interface CartPlace {
  /** How many of a dish this phone has put in. */
  quantityOf(dishId: number): number
  /** Of all dishes: the number on the cart button. */
  count(): number
  /** False where nothing could be added, and then nothing is announced. */
  add(dish: CartDish): boolean
  setQuantity(dishId: number, quantity: number): boolean
  subscribe(listener: () => void): () => void
  /** Only for a shared cart: asks the guest, leaves the cart, and calls `then`. */
  leave?(then: () => void): void
}

const ownCart: CartPlace = {
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

let place = ownCart
const listeners = new Set<() => void>()

export function cartPlace(): CartPlace {
  return place
}

/** Makes this the cart that the menu fills and counts. @returns a function that undoes this */
export function replaceCart(other: CartPlace): () => void {
  change(other)
  return () => {
    if (place === other) change(ownCart)
  }
}

function change(next: CartPlace): void {
  place = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  let leave = place.subscribe(listener)
  const moved = () => {
    leave()
    leave = place.subscribe(listener)
    listener()
  }
  listeners.add(moved)
  return () => {
    listeners.delete(moved)
    leave()
  }
}

/** Leaves the shared cart, if this phone is in one, and then calls `then`. */
export function leaveCart(then: () => void): void {
  if (place.leave) place.leave(then)
  else then()
}

/** How many of one dish this phone has in the cart. */
export function useQuantity(dishId: number): number {
  return useSyncExternalStore(subscribe, () => place.quantityOf(dishId))
}

/** How many dishes are in the cart. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribe, () => place.count())
}

/** Whether this phone's own cart is the one that is filled. */
export function useIsOwnCart(): boolean {
  return useSyncExternalStore(subscribe, () => place === ownCart)
}
