import { useSyncExternalStore } from 'react'
import { create, useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { cartCount, cartTotal, type DishLine, keyOf, parseStoredLines, putLine } from '#shared/domain/orders/cart.ts'
import { followOtherTabs, latestOf, stored } from '../../lib/browser/storage.ts'

/** The cart's lines, stored in this browser for all its tabs. */
const storedLines = stored('cart', 1, parseStoredLines)

/**
 * The cart. Its total is always computed from the lines, so the two cannot differ (docs/product/cart.md#cart-total).
 */
interface Cart {
  lines: DishLine[]
  /** Whether this browser had stored lines that cannot be read; the guest is told once. */
  isUnreadable: boolean
  /** The ids of the dishes that are sold out today, according to the menu. */
  soldOut: readonly number[]
  /** The keys of the lines whose options no longer fit, according to the menu. */
  unfit: readonly string[]
  isOpen: boolean
  step: 'cart' | 'details'
  /** Whether the drawer's code is loaded, which is after the page's. */
  hasDrawer: boolean
}

// Created empty: this is the cart with which the server renders the page, and from which React hydrates it.
export const cartStore = createStore<Cart>(() => ({
  lines: [],
  isUnreadable: false,
  soldOut: [],
  unfit: [],
  isOpen: false,
  step: 'cart',
  hasDrawer: false,
}))
const readable = storedLines.read() ?? []
const { value: storedValue = null } = (storedLines.readAny() ?? { value: [] }) as { value?: unknown }
cartStore.setState({
  lines: readable,
  isUnreadable: !Array.isArray(storedValue) || storedValue.length > readable.length,
})

followOtherTabs(storedLines, (lines = []) => cartStore.setState({ lines }))

const { getState: get, setState: set } = cartStore

/** Changes the lines, starting from storage. */
export function changeLines(change: (lines: readonly DishLine[]) => DishLine[]): void {
  const lines = change(latestOf(storedLines, get().lines, []))
  set({ lines })
  storedLines.write(lines)
}

/** The operations on the cart (docs/product/cart.md). */
export const cart = {
  /** Adds portions, or puts the line in the place of the one with the key `replaced`. */
  put: (line: DishLine, replaced?: string) => changeLines((lines) => putLine(lines, line, replaced)),
  remove: (dishId: number) => changeLines((lines) => lines.filter(({ dish }) => dish.id !== dishId)),
  /** Keeps at most so many portions of a dish, of its first lines first. */
  limit(dishId: number, most: number) {
    let room = most
    const limited = (line: DishLine) => {
      if (line.dish.id !== dishId) return line
      const quantity = Math.min(line.quantity, room)
      room -= quantity
      return { ...line, quantity }
    }
    changeLines((lines) => lines.map(limited).filter(({ quantity }) => quantity > 0))
  },

  drawerLoaded: () => set({ hasDrawer: true }),

  /** Opens or closes the drawer; both return to the cart step. */
  toggle: () => set({ isOpen: !get().isOpen, step: 'cart' }),
  close: () => set({ isOpen: false, step: 'cart' }),
  /** Opens the order details, from anywhere, so that the guest sees an error. */
  checkout: () => set({ isOpen: true, step: 'details' }),
  backToCart: () => set({ step: 'cart' }),
}

/** A part of the cart; re-renders only when that part changes. */
export function useCart<Part>(select: (cart: Cart) => Part): Part {
  return useStore(cartStore, select)
}

/** The lines as an order contains them: what is sold out, or whose options do not fit, is marked and costs nothing. */
function orderLines({ lines, soldOut, unfit }: Cart): readonly DishLine[] {
  return lines.map((line) =>
    soldOut.includes(line.dish.id) || unfit.includes(keyOf(line)) ? { ...line, isOrderable: false } : line,
  )
}

/** The cart that the menu fills: this phone's own, or the shared cart of a table. */
interface ActiveCart {
  /** The lines of this phone. */
  lines(): readonly DishLine[]
  /** Only in a shared cart: those of the other guests. */
  others?(): readonly DishLine[]
  /**
   * Adds portions, or puts the line in the place of the one with the key `replaced`; quantity 0 removes that one.
   * @returns false if the cart could not be changed; then nothing is announced
   */
  put(line: DishLine, replaced?: string): boolean
  subscribe(listener: () => void): () => void
  /** Only in a shared cart: asks the guest to confirm, leaves the cart, and calls `then`. */
  leave?(then: () => void): void
}

/** Computes anew only for another object than the last: all cards of a menu ask for the same after each change. */
function lastOf<Of extends object, Result>(compute: (of: Of) => Result): (of: Of) => Result {
  let last: { of: Of; result: Result } | undefined
  return (of) => {
    if (last?.of !== of) last = { of, result: compute(of) }
    return last.result
  }
}

const ownLines = lastOf(orderLines)
/** The lines of this phone, as an order contains them. */
export const useCartLines = () => useCart(ownLines)
const portionsOf = lastOf((lines: readonly DishLine[]) => {
  const portions = new Map<number, number>()
  for (const { dish, quantity } of lines) portions.set(dish.id, (portions.get(dish.id) ?? 0) + quantity)
  return portions
})

const ownCart: ActiveCart = {
  lines: () => ownLines(get()),
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

export const allLines = ({ lines, others }: ActiveCart) => [...lines(), ...(others?.() ?? [])]

/** A value of the active cart; `onServer` in what the server renders. */
export function useActiveCart<Value>(select: (cart: ActiveCart) => Value, onServer: Value): Value {
  const { cart } = useActive()
  return useSyncExternalStore(
    cart.subscribe,
    () => select(cart),
    () => onServer,
  )
}

export const ownLinesOf = (dishId: number) =>
  activeCart()
    .lines()
    .filter(({ dish }) => dish.id === dishId)

/** How many portions of one dish this phone has in the cart, in all lines. */
export const useQuantity = (dishId: number) => useActiveCart(({ lines }) => portionsOf(lines()).get(dishId) ?? 0, 0)

export const useCartCount = () => useActiveCart((cart) => cartCount(allLines(cart)), 0)

/** What the cart costs, without what is sold out today, in minor units. */
export const useCartSum = () => useActiveCart((cart) => cartTotal(allLines(cart)), 0)

export const useIsOwnCart = () => useActive(({ cart }) => cart === ownCart)
