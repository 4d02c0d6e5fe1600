import type { MenuItem, Offer } from '../../contracts/menu/menu.ts'
import { portionSum } from '../menu/offers.ts'
import type { ChoosableOption, TakeawayFee } from '../menu/options.ts'
import { linesTotal } from '../money.ts'
import { isRecord, isText, isWhole } from '../objects.ts'

/* The lines of a guest's cart, a table's cart, a round and an order by telephone. */

/** A chosen option of a line as the guest saw it: it shows and prices the line before the options are loaded. */
export interface CartOption extends Pick<ChoosableOption, 'id' | 'name' | 'nameRo' | 'price' | 'takeawayFee'> {
  /** How often it is in one portion. */
  quantity: number
  without?: boolean | undefined
}

export interface PricedDish {
  id: number
  /** Before the offer. */
  price: number
  takeawayFee?: TakeawayFee | null | undefined
  /** It lowers the dish and its options. */
  offer?: Pick<Offer, 'percent' | 'roundTo' | 'until'> | null | undefined
}

/** One line of the cart: what the page needs of its dish, its quantity, its options, and a short note ("no onions"). */
export interface CartLine<Dish extends PricedDish = PricedDish> {
  dish: Dish
  quantity: number
  notes?: string | undefined
  /** Options without something come first. */
  options?: readonly CartOption[] | undefined
  /** In a round, for whom it is; null or missing for the whole table. */
  guestName?: string | null | undefined
  /** False for a dish that is sold out today, or whose options no longer fit. */
  isOrderable?: boolean | undefined
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

/** The key of a line; in a round, lines for different guests differ. No note has a line break. */
export function keyOf({ dish, options, notes, guestName }: CartLine): string {
  return cartKey(dish.id, optionIds(options), notes) + (guestName ? `\n${guestName}` : '')
}

/** The price of one portion with its options, in minor units, lowered by the dish's offer. */
export function linePrice({ dish, options = [] }: Pick<CartLine, 'dish' | 'options'>): number {
  return portionSum(dish.price, options, dish.offer)
}

/**
 * Adds a line, or puts it in the place of another one; one of the same dish, options and note is raised instead, up to
 * the limit. Quantity 0 removes it; a negative or fractional quantity changes nothing (docs/product/cart.md#cart-adding).
 */
export function putLine<D extends PricedDish>(lines: Lines<CartLine<D>>, line: CartLine<D>, replaced?: string) {
  const { quantity } = line
  if (!Number.isInteger(quantity) || quantity < 0) return [...lines]
  // Whether it can be ordered is found out anew, by the menu.
  const placed = { ...line, notes: shortened(line.notes), isOrderable: undefined }
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

/** The price of a dish as a guest saw it, in minor units. */
export interface SeenPrice {
  menuItemId: number
  price: number
}

/** A dish or an option whose price has changed; both prices in minor units. */
export interface PriceChange {
  id: number
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

/** The fields of a dish that a line stores: enough to show it before the menu is loaded. */
export type CartDish = Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'price' | 'imageUrl' | 'tags'> &
  Partial<Pick<MenuItem, 'takeawayFee' | 'offer'>>
export type DishLine = CartLine<CartDish>

/** What a line stores of a dish of the menu. */
export function cartDishOf(dish: MenuItem): CartDish {
  const { id, name, nameRo, price, imageUrl, tags, takeawayFee, offer } = dish
  return { id, name, nameRo, price, imageUrl, tags, ...(takeawayFee && { takeawayFee }), ...(offer && { offer }) }
}

/** A stored line of the present form; undefined for anything else. Without zod, which the first view does not load. */
function parseLine(value: unknown): DishLine | undefined {
  if (!isRecord(value) || !isRecord(value.dish)) return undefined
  const { quantity, notes, options, guestName } = value
  const { id, name, nameRo, price, imageUrl, tags, takeawayFee, offer } = value.dish
  const isValid =
    isWhole(quantity, 1, MAX_QUANTITY) &&
    (notes === undefined || (isText(notes) && notes.length <= MAX_LINE_NOTES)) &&
    isWhole(id) &&
    [name, nameRo, imageUrl, guestName ?? ''].every(isText) &&
    isWhole(price, 0) &&
    Array.isArray(tags) &&
    tags.every(isText) &&
    (options === undefined || (Array.isArray(options) && options.every(isOption)))
  const dish = { id, name, nameRo, price, imageUrl, tags, takeawayFee, ...(isOffer(offer) && { offer }) }
  return isValid ? ({ dish, quantity, notes, options, ...(guestName ? { guestName } : {}) } as DishLine) : undefined
}

/** The valid lines of a stored list, each validated by itself: an invalid one does not affect the others. */
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

function isOffer(value: unknown): boolean {
  return (
    isRecord(value) &&
    isWhole(value.percent, 1, 99) &&
    (value.roundTo === undefined || isWhole(value.roundTo, 1)) &&
    (value.until === null || isText(value.until))
  )
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
