import type { ChoosableOption, TakeawayFee } from '../menu/options.ts'
import { linesTotal } from '../money.ts'

/** A chosen option of a line as the guest saw it: it shows and prices the line before the options are loaded. */
export interface CartOption extends Pick<ChoosableOption, 'id' | 'name' | 'nameRo' | 'price' | 'takeawayFee'> {
  /** How often it is in one portion. */
  quantity: number
  without?: boolean | undefined
}

export type PricedDish = { id: number; price: number; takeawayFee?: TakeawayFee | null | undefined }

/** One line of the cart: what the page needs of its dish, its quantity, its options, and a short note ("no onions"). */
export interface CartLine<Dish extends PricedDish = PricedDish> {
  dish: Dish
  quantity: number
  notes?: string | undefined
  /** Options without something come first; missing in lines that older versions of Masa stored. */
  options?: readonly CartOption[] | undefined
  /** False for a dish that is sold out today, or whose options no longer fit. */
  isOrderable?: boolean
}

/** Limits of a line's quantity, lines, one note, and all notes of an order (docs/product/orders.md#orders-lines). */
export const MAX_QUANTITY = 99
export const MAX_LINES = 100
export const MAX_LINE_NOTES = 500
export const MAX_ORDER_NOTES = 2000
/** The maximum length of the name of a guest or a seat (docs/product/orders.md#orders-seats). */
export const MAX_GUEST_NAME = 50

/** How many characters of `MAX_ORDER_NOTES` these notes leave; negative if they are too long together. */
export function roomForNotes(notes: readonly (string | null | undefined)[]): number {
  return notes.reduce((left, note) => left - (note?.length ?? 0), MAX_ORDER_NOTES)
}

type Lines<Line extends CartLine> = readonly Line[]

/** The ids of a line's options, each as often as it is taken. */
export function optionIds(options: CartLine['options'] = []): number[] {
  return options.flatMap(({ id, quantity }) => Array<number>(quantity).fill(id))
}

/** Returns one key for lines of equal dish, options and note (docs/product/cart.md#cart-one-line). */
export function cartKey(dishId: number, options: readonly number[] = [], notes?: string | null): string {
  return [dishId, [...options].sort((a, b) => a - b), notes?.trim() ?? ''].join('|')
}

export const keyOf = ({ dish, options, notes }: CartLine): string => cartKey(dish.id, optionIds(options), notes)

/** The price of one portion with its options, in minor units. */
export function linePrice({ dish, options = [] }: Pick<CartLine, 'dish' | 'options'>): number {
  return dish.price + linesTotal(options)
}

/**
 * Adds a line, or puts it in the place of another one; one of the same dish, options and note is raised instead, up to
 * the limit. Quantity 0 removes it; a negative or fractional quantity changes nothing (docs/product/cart.md#cart-adding).
 */
export function putLine<D extends PricedDish>(lines: Lines<CartLine<D>>, line: CartLine<D>, replaced?: string) {
  const { quantity } = line
  if (!Number.isInteger(quantity) || quantity < 0) return [...lines]
  const placed = { ...line, notes: shortened(line.notes) }
  const isReplaced = (other: CartLine<D>) => keyOf(other) === replaced
  const isEqual = (other: CartLine<D>) => keyOf(other) === keyOf(placed) && !isReplaced(other)
  if (quantity === 0 || lines.some(isEqual)) {
    return lines.flatMap((other) => {
      if (isReplaced(other)) return []
      const sum = Math.min(MAX_QUANTITY, other.quantity + quantity)
      return isEqual(other) ? { ...other, quantity: sum } : other
    })
  }
  placed.quantity = Math.min(MAX_QUANTITY, quantity)
  if (lines.some(isReplaced)) return lines.map((other) => (isReplaced(other) ? placed : other))
  return lines.length >= MAX_LINES ? [...lines] : [...lines, placed]
}

/** A note cut to `MAX_LINE_NOTES`; undefined if it is empty (docs/product/cart.md#cart-notes). */
function shortened(notes = ''): string | undefined {
  // The cut must not leave half of a character: an emoji is two units long.
  return notes.slice(0, MAX_LINE_NOTES).replace(/\p{Surrogate}$/u, '') || undefined
}

/** The price of a dish, in minor units. */
export interface DishPrice {
  menuItemId: number
  price: number
}

/** A dish whose price has changed; both prices in minor units. */
export interface PriceChange {
  menuItemId: number
  before: number
  now: number
}

/** The total of the cart in minor units, without what is sold out today (docs/product/cart.md#cart-total). */
export function cartTotal(lines: Lines<CartLine>): number {
  return orderableTotal(
    lines.map(({ isOrderable = true, ...line }) => ({ price: linePrice(line), quantity: line.quantity, isOrderable })),
  )
}

/** The total in minor units of the lines that can be ordered (docs/product/cart.md#cart-total). */
export function orderableTotal(lines: readonly { price: number; quantity: number; isOrderable: boolean }[]): number {
  return linesTotal(lines.filter(({ isOrderable }) => isOrderable))
}

/** The number on the bar of the cart: the sum of the quantities (docs/product/cart.md#cart-drawer). */
export function cartCount(lines: Lines<CartLine>): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
