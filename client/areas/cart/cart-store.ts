import { useMemo, useSyncExternalStore } from 'react'
import { create, useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { isRecord } from '#shared/domain/objects.ts'
import {
  type CartLine,
  type CartOption,
  cartCount,
  cartTotal,
  keyOf,
  MAX_LINE_NOTES,
  MAX_LINES,
  MAX_QUANTITY,
  optionIds,
  putLine,
} from '#shared/domain/orders/cart.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'

/** The fields of a dish that the cart stores: enough to show it before the menu is loaded. */
export type CartDish = Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'price' | 'imageUrl' | 'tags'> &
  Partial<Pick<MenuItem, 'takeawayFee'>>
export type DishLine = CartLine<CartDish>

/** A stored line of the present form; undefined for anything else. Without zod, which the first view does not load. */
export function parseLine(value: unknown): DishLine | undefined {
  if (!isRecord(value) || !isRecord(value.dish)) return undefined
  // Older versions of Masa stored no options and no fees.
  const { quantity, notes, options } = value
  const { id, name, nameRo, price, imageUrl, tags, takeawayFee } = value.dish
  const isValid =
    isWhole(quantity, 1, MAX_QUANTITY) &&
    (notes === undefined || (isText(notes) && notes.length <= MAX_LINE_NOTES)) &&
    isWhole(id) &&
    [name, nameRo, imageUrl].every(isText) &&
    isWhole(price, 0) &&
    Array.isArray(tags) &&
    tags.every(isText) &&
    (options === undefined || (Array.isArray(options) && options.every(isOption)))
  const dish = { id, name, nameRo, price, imageUrl, tags, takeawayFee }
  return isValid ? ({ dish, quantity, notes, options } as DishLine) : undefined
}

/** The valid lines of a stored cart, each validated by itself: an invalid one does not affect the others. */
export function parseStoredLines(value: unknown): DishLine[] {
  if (!Array.isArray(value)) return []
  const keys = new Set<string>()
  return value.slice(0, MAX_LINES).flatMap((value: unknown) => {
    const line = parseLine(value)
    if (!line || keys.has(keyOf(line))) return []
    keys.add(keyOf(line))
    return [line]
  })
}

/** The cart's lines, stored in this browser for all its tabs. */
const storedLines = stored('cart', 1, parseStoredLines)

interface StoredTable {
  tableId: number | null
  ofAddress: number | null
  key: string | null
}

/** The table, with the URL's table id it came from. Stored per tab: tomorrow's order must not go to today's table. */
export const storedTable = stored(
  'table',
  1,
  (value) => {
    if (!isRecord(value)) return undefined
    // Older versions of Masa stored no keys.
    const { tableId, ofAddress, key = null } = value
    const isValid = [tableId, ofAddress].every((id) => id === null || isWhole(id)) && (key === null || isText(key))
    return isValid ? ({ tableId, ofAddress, key } as StoredTable) : undefined
  },
  'tab',
)

export function cartDishOf({ id, name, nameRo, price, imageUrl, tags, takeawayFee }: MenuItem): CartDish {
  return { id, name, nameRo, price, imageUrl, tags, ...(takeawayFee && { takeawayFee }) }
}

function isOption(value: unknown): boolean {
  return (
    isRecord(value) &&
    [value.name, value.nameRo].every(isText) &&
    isWhole(value.id) &&
    isWhole(value.price, 0) &&
    isWhole(value.quantity, 1, MAX_QUANTITY)
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isWhole(value: unknown, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && min <= Number(value) && Number(value) <= max
}

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
  /** Whether the drawer's code is loaded, which is after the page's. */
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

  drawerLoaded: () => set({ hasDrawer: true }),

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
function orderLines({ lines, soldOut, unfit }: Pick<Cart, 'lines' | 'soldOut' | 'unfit'>): DishLine[] {
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

/** A line of this phone, as the sheet of its dish shows it. */
export interface LineInCart {
  key: string
  quantity: number
  notes: string
  options: readonly number[]
}

/** The cart that the menu fills: this phone's own, or the shared cart of a table. */
interface ActiveCart {
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
