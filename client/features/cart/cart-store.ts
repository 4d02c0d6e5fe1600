import { createStore } from 'zustand/vanilla'
import {
  addToCart,
  reconcileCart,
  removeFromCart,
  setNotes,
  setQuantity,
  withoutOrdered,
  withPutBack,
} from '#shared/domain/cart.ts'
import { followOtherTabs } from '../../lib/browser/storage.ts'
import {
  type CartDish,
  type DishLine,
  type OlderLine,
  olderLines,
  rescue,
  storedLines,
  storedTable,
} from './stored-cart.ts'

/** The cart: its total is always computed from the lines, so it can't be wrong (docs/product.md#cart-total). */
export interface Cart {
  lines: DishLine[]
  /** Stored lines in another form than today's. `repair` turns them into lines once the menu is loaded. */
  older: OlderLine[]
  /** The ids of the dishes that are sold out today, as the menu says. */
  soldOut: readonly number[]
  isOpen: boolean
  step: 'cart' | 'details'
  /** Whether the drawer is drawn: its code comes later than the page's. */
  isDrawn: boolean
  /** The table of waiter mode. */
  tableId: number | null
  /** The key of its code, which an order for it may need (docs/product.md#tables-keys). */
  tableKey: string | null
  /** The table that the address named when the table was last set from it. */
  tableOfAddress: number | null
}

const table = storedTable.read()

export const cartStore = createStore<Cart>(() => ({
  lines: storedLines.read() ?? [],
  older: olderLines(storedLines.readAny()),
  soldOut: [],
  isOpen: false,
  step: 'cart',
  isDrawn: false,
  tableId: table?.tableId ?? null,
  tableKey: table?.key ?? null,
  tableOfAddress: table?.ofAddress ?? null,
}))

cartStore.subscribe((cart, before) => {
  if (cart.lines !== before.lines) storedLines.write(cart.lines)
  const { tableId, tableOfAddress, tableKey } = cart
  if (tableId !== before.tableId || tableOfAddress !== before.tableOfAddress || tableKey !== before.tableKey) {
    storedTable.write({ tableId, ofAddress: tableOfAddress, key: tableKey })
  }
})

followOtherTabs(storedLines, (lines = []) => cartStore.setState({ lines }))

const { getState: get, setState: set } = cartStore

/** What can be done to the cart (docs/product.md#cart). */
export const cart = {
  add: (dish: CartDish) => set({ lines: addToCart(get().lines, dish) }),
  remove: (dishId: number) => set({ lines: removeFromCart(get().lines, dishId) }),
  setQuantity: (dishId: number, quantity: number) => set({ lines: setQuantity(get().lines, dishId, quantity) }),
  setNotes: (dishId: number, notes: string) => set({ lines: setNotes(get().lines, dishId, notes) }),

  /** An order is in: back to the cart step without a table. */
  finishOrder: () => set({ step: 'cart', tableId: null, tableKey: null }),
  /** Takes out the dishes of the order; dishes added after it was sent stay. */
  takeOrdered: (ordered: readonly { menuItemId: number; quantity: number }[]) =>
    set({ lines: withoutOrdered(get().lines, ordered) }),
  /** Puts back dishes that were on their way into another cart. */
  putBack: (lines: readonly DishLine[]) => set({ lines: withPutBack(get().lines, lines) }),

  drawn: () => set({ isDrawn: true }),

  /** Flips open and closed; closing returns to the cart step. */
  toggle: () => set({ isOpen: !get().isOpen, step: 'cart' }),
  close: () => set({ isOpen: false, step: 'cart' }),
  checkout: () => set({ step: 'details' }),
  /** Opens the details from anywhere, so that the guest sees a refusal. */
  openDetails: () => set({ isOpen: true, step: 'details' }),
  backToCart: () => set({ step: 'cart' }),

  setTable: (tableId: number, ofAddress: number | null = get().tableOfAddress, key: string | null = null) =>
    set({ tableId, tableOfAddress: ofAddress, tableKey: key }),
  leaveTable: () => set({ tableId: null, tableOfAddress: null, tableKey: null }),

  /** Today's prices for dishes of these ids, as the server gave them with a refusal. */
  reprice(prices: readonly { menuItemId: number; price: number }[]) {
    const today = new Map(prices.map(({ menuItemId, price }) => [menuItemId, price]))
    set({
      lines: get().lines.map((line) => ({
        ...line,
        dish: { ...line.dish, price: today.get(line.dish.id) ?? line.dish.price },
      })),
    })
  },

  /** Compares the cart with today's menu, and returns what it changed. */
  repair(menu: readonly CartDish[]) {
    const rescued = rescue(get().older, get().lines, menu)
    const { lines, gone, repriced } = reconcileCart(rescued.lines, menu)
    set({ lines, older: [] })
    return {
      gone: [...gone.map(({ dish }) => dish), ...rescued.gone],
      repriced: repriced.map(({ dish }) => dish),
      unreadable: rescued.unreadable,
    }
  },

  /** Notes which dishes are sold out today, and returns those in the cart that were not before. */
  noteSoldOut(soldOut: readonly number[]) {
    const known = get().soldOut
    set({ soldOut })
    return get().lines.flatMap(({ dish }) => (soldOut.includes(dish.id) && !known.includes(dish.id) ? [dish] : []))
  },
}
