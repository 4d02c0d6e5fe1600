import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { keyOf, putLine } from '#shared/domain/orders/cart.ts'
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
  /** The keys of the lines whose options no longer fit, according to the menu. */
  unfit: readonly string[]
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
  unfit: [],
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
  /** Adds a portion of a dish without options and note. */
  add: (dish: CartDish) => cart.put({ dish, quantity: 1 }),
  /** Adds portions, or puts the line in the place of the one with the key `replaced`. */
  put: (line: DishLine, replaced?: string) => set({ lines: putLine(get().lines, line, replaced) }),
  remove: (dishId: number) => set({ lines: get().lines.filter(({ dish }) => dish.id !== dishId) }),
  setQuantity: (key: string, quantity: number) => change(key, { quantity }),
  /** Keeps at most so many portions of a dish, of its first lines first. */
  limit(dishId: number, most: number) {
    let room = most
    const lines = get().lines.map((line) => {
      if (line.dish.id !== dishId) return line
      const quantity = Math.min(line.quantity, room)
      room -= quantity
      return { ...line, quantity }
    })
    set({ lines: lines.filter(({ quantity }) => quantity > 0) })
  },
  setNotes: (key: string, notes: string) => change(key, { notes }),

  /** Resets step and table after an order was placed. */
  finishOrder: () => set({ step: 'cart', tableId: null, tableKey: null }),
  /** Puts back lines that another cart did not accept. */
  putBack: (lines: readonly DishLine[]) => {
    for (const line of lines) cart.put(line)
  },

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
}

export const portionsOfDish = (lines: readonly DishLine[], dishId: number): number =>
  lines.reduce((sum, { dish, quantity }) => (dish.id === dishId ? sum + quantity : sum), 0)

function change(key: string, changed: Partial<DishLine>): void {
  const line = get().lines.find((line) => keyOf(line) === key)
  if (line) cart.put({ ...line, ...changed }, key)
}

/** A part of the cart; re-renders only when that part changes. */
export function useCart<Part>(select: (cart: Cart) => Part): Part {
  return useStore(cartStore, select)
}

/** The lines as an order contains them: what is sold out, or whose options do not fit, is marked and costs nothing. */
export function orderLines({ lines, soldOut, unfit }: Pick<Cart, 'lines' | 'soldOut' | 'unfit'>): DishLine[] {
  return lines.map((line) =>
    soldOut.includes(line.dish.id) || unfit.includes(keyOf(line)) ? { ...line, isOrderable: false } : line,
  )
}

export function useCartLines(): readonly DishLine[] {
  const lines = useCart((cart) => cart.lines)
  const soldOut = useCart((cart) => cart.soldOut)
  const unfit = useCart((cart) => cart.unfit)
  return useMemo(() => orderLines({ lines, soldOut, unfit }), [lines, soldOut, unfit])
}
