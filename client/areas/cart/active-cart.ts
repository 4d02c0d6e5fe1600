import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { cartCount, cartTotal, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { cart, cartStore, orderLines } from './cart-store.ts'
import { type CartDish, cartDishOf, type DishLine } from './stored-cart.ts'

/** The cart that the menu fills: this phone's own, or the shared cart of a table. */
export interface ActiveCart {
  /** How many portions of a dish this phone has in the cart. */
  quantityOf(dishId: number): number
  /** The note on this phone's line of a dish; empty if there is none. */
  notesOf(dishId: number): string
  /** The notes on all other lines of the order. */
  otherNotes(dishId: number): (string | null | undefined)[]
  /** The number of portions in the cart, shown on the cart's bar. */
  count(): number
  /** What the cart costs, without what is sold out today, in minor units. */
  total(): number
  /** Adds one portion. @returns false if it could not be added; then nothing is announced */
  add(dish: CartDish): boolean
  /** @returns false if the quantity could not be changed */
  setQuantity(dishId: number, quantity: number): boolean
  /** Sets quantity and note of a dish's line; 0 removes it. @returns false if the line could not be changed */
  put(line: DishLine): boolean
  subscribe(listener: () => void): () => void
  /** Only in a shared cart: asks the guest to confirm, leaves the cart, and calls `then`. */
  leave?(then: () => void): void
}

const ownLine = (dishId: number) => cartStore.getState().lines.find(({ dish }) => dish.id === dishId)

const ownCart: ActiveCart = {
  quantityOf: (dishId) => ownLine(dishId)?.quantity ?? 0,
  notesOf: (dishId) => ownLine(dishId)?.notes ?? '',
  otherNotes: (dishId) => cartStore.getState().lines.map(({ dish, notes }) => (dish.id === dishId ? '' : notes)),
  count: () => cartCount(cartStore.getState().lines),
  total: () => cartTotal(orderLines(cartStore.getState())),
  add(dish) {
    cart.add(dish)
    return true
  },
  setQuantity(dishId, quantity) {
    cart.setQuantity(dishId, quantity)
    return true
  },
  put(line) {
    cart.put(line)
    return true
  },
  subscribe: cartStore.subscribe,
}

const useActive = create<{ cart: ActiveCart }>(() => ({ cart: ownCart }))

/** The cart that the menu fills at present. */
export function activeCart(): ActiveCart {
  return useActive.getState().cart
}

/**
 * Adds portions of a dish to the cart that the menu fills; the note is for a dish that is not in it yet.
 * @returns false if nothing could be added
 */
export function addPortions(item: MenuItem, quantity: number, notes: string | null): boolean {
  const active = activeCart()
  const before = active.quantityOf(item.id)
  return active.put({
    dish: cartDishOf(item),
    quantity: Math.min(before + quantity, MAX_QUANTITY),
    notes: before > 0 ? active.notesOf(item.id) : (notes ?? ''),
  })
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

/** How many portions of one dish this phone has in the cart. */
export const useQuantity = (dishId: number) => useActiveCart((cart) => cart.quantityOf(dishId), 0)

/** The note on this phone's line of a dish. */
export const useNotes = (dishId: number) => useActiveCart((cart) => cart.notesOf(dishId), '')

/** The number of portions in the cart. */
export const useCartCount = () => useActiveCart((cart) => cart.count(), 0)

/** What the cart costs, in minor units. */
export const useCartSum = () => useActiveCart((cart) => cart.total(), 0)

/** Whether the menu fills this phone's own cart. */
export const useIsOwnCart = () => useActive(({ cart }) => cart === ownCart)
