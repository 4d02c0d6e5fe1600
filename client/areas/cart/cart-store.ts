import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import {
  addToCart,
  putLine,
  removeFromCart,
  setNotes,
  setQuantity,
  withoutOrdered,
  withPutBack,
} from '#shared/domain/orders/cart.ts'
import { followOtherTabs } from '../../lib/browser/storage.ts'
import { type CartDish, type DishLine, storedLines, storedTable } from './stored-cart.ts'

/**
 * The cart. Its total is always computed from the lines, so the two cannot differ (docs/product/cart.md#cart-total).
 */
interface Cart {
  lines: DishLine[]
  /** What this browser had stored, from which `repairCart` restores lines of an older form. */
  stored: unknown
  /** The ids of the dishes that are sold out today, according to the menu. */
  soldOut: readonly number[]
  isOpen: boolean
  step: 'cart' | 'details'
  /** Whether the cart is a drawer and its code is loaded, which is after the page's. In a wide window it is a column. */
  hasDrawer: boolean
  /** The table for which orders are placed (waiter mode, or a scanned code). */
  tableId: number | null
  /** The key of the table's code, which an order for it may need (docs/product/tables.md#tables-keys). */
  tableKey: string | null
  /** The table id that the URL contained when the table was last set from it. */
  tableOfAddress: number | null
}

// Created empty: this is the cart with which the server renders the page, and from which React hydrates it.
export const cartStore = createStore<Cart>(() => ({
  lines: [],
  stored: undefined,
  soldOut: [],
  isOpen: false,
  step: 'cart',
  hasDrawer: false,
  tableId: null,
  tableKey: null,
  tableOfAddress: null,
}))
const table = storedTable.read()
cartStore.setState({
  lines: storedLines.read() ?? [],
  stored: storedLines.readAny(),
  tableId: table?.tableId ?? null,
  tableKey: table?.key ?? null,
  tableOfAddress: table?.ofAddress ?? null,
})

cartStore.subscribe((cart, previous) => {
  if (cart.lines !== previous.lines) storedLines.write(cart.lines)
  const { tableId, tableOfAddress, tableKey } = cart
  if (tableId !== previous.tableId || tableOfAddress !== previous.tableOfAddress || tableKey !== previous.tableKey) {
    storedTable.write({ tableId, ofAddress: tableOfAddress, key: tableKey })
  }
})

followOtherTabs(storedLines, (lines = []) => cartStore.setState({ lines }))

const { getState: get, setState: set } = cartStore

/** The operations on the cart (docs/product/cart.md). */
export const cart = {
  add: (dish: CartDish) => set({ lines: addToCart(get().lines, dish) }),
  put: (line: DishLine) => set({ lines: putLine(get().lines, line) }),
  remove: (dishId: number) => set({ lines: removeFromCart(get().lines, dishId) }),
  setQuantity: (dishId: number, quantity: number) => set({ lines: setQuantity(get().lines, dishId, quantity) }),
  setNotes: (dishId: number, notes: string) => set({ lines: setNotes(get().lines, dishId, notes) }),

  /** Resets step and table after an order was placed. */
  finishOrder: () => set({ step: 'cart', tableId: null, tableKey: null }),
  /** Removes the ordered dishes; portions added after the order was sent stay. */
  removeOrdered: (ordered: readonly { menuItemId: number; quantity: number }[]) =>
    set({ lines: withoutOrdered(get().lines, ordered) }),
  /** Puts back lines that another cart did not accept. */
  putBack: (lines: readonly DishLine[]) => set({ lines: withPutBack(get().lines, lines) }),

  shownAs: (frame: 'drawer' | 'column') => set({ hasDrawer: frame === 'drawer' }),

  /** Opens or closes the drawer; both return to the cart step. */
  toggle: () => set({ isOpen: !get().isOpen, step: 'cart' }),
  close: () => set({ isOpen: false, step: 'cart' }),
  /** Opens the order details, from anywhere, so that the guest sees an error. */
  checkout: () => set({ isOpen: true, step: 'details' }),
  backToCart: () => set({ step: 'cart' }),

  setTable: (tableId: number, ofAddress: number | null = get().tableOfAddress, key: string | null = null) =>
    set({ tableId, tableOfAddress: ofAddress, tableKey: key }),
  leaveTable: () => set({ tableId: null, tableOfAddress: null, tableKey: null }),

  /** Sets the current prices of these dishes, as sent by the server with a `price_changed` error; in minor units. */
  updatePrices(prices: readonly { menuItemId: number; price: number }[]) {
    const newPrices = new Map(prices.map(({ menuItemId, price }) => [menuItemId, price]))
    set({
      lines: get().lines.map((line) => ({
        ...line,
        dish: { ...line.dish, price: newPrices.get(line.dish.id) ?? line.dish.price },
      })),
    })
  },
}

/** A part of the cart; re-renders only when that part changes. */
export function useCart<Part>(select: (cart: Cart) => Part): Part {
  return useStore(cartStore, select)
}

/** The lines as an order would contain them: those of dishes that are sold out today are marked, and cost nothing. */
export function orderLines({ lines, soldOut }: Pick<Cart, 'lines' | 'soldOut'>): DishLine[] {
  return lines.map((line) => (soldOut.includes(line.dish.id) ? { ...line, isOrderable: false } : line))
}

export function useCartLines(): readonly DishLine[] {
  const lines = useCart((cart) => cart.lines)
  const soldOut = useCart((cart) => cart.soldOut)
  return useMemo(() => orderLines({ lines, soldOut }), [lines, soldOut])
}
