import { linesTotal } from '../money.ts'

/** One dish in the cart: what the page needs of it, its quantity, and a short note ("no onions"). */
export interface CartLine<Dish extends { id: number; price: number } = { id: number; price: number }> {
  dish: Dish
  quantity: number
  notes?: string
  /** False for a dish that is sold out today. */
  isOrderable?: boolean
}

/**
 * Limits of an order: quantity per line, number of lines, characters of one line's note, and characters of all notes
 * together, the order's and its lines' (docs/product/orders.md#orders-lines).
 */
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

/**
 * Adds one portion: raises the quantity of the dish's line, up to the limit, or adds a line with quantity 1
 * (docs/product/cart.md#cart-adding).
 */
export function addToCart<D extends CartLine['dish']>(lines: Lines<CartLine<D>>, dish: D): CartLine<D>[] {
  const existing = lines.find((line) => line.dish.id === dish.id)
  if (existing) return setQuantity(lines, dish.id, existing.quantity + 1)
  return lines.length >= MAX_LINES ? [...lines] : [...lines, { dish, quantity: 1 }]
}

/** The cart without the line of a dish; unchanged if there is no such line. */
export function removeFromCart<L extends CartLine>(lines: Lines<L>, dishId: number): L[] {
  return lines.filter((line) => line.dish.id !== dishId)
}

/**
 * Sets the quantity of a line, at most `MAX_QUANTITY`. 0 removes the line; a negative or fractional quantity changes
 * nothing (docs/product/cart.md#cart-quantity).
 */
export function setQuantity<L extends CartLine>(lines: Lines<L>, dishId: number, quantity: number): L[] {
  if (!Number.isInteger(quantity) || quantity < 0) return [...lines]
  if (quantity === 0) return removeFromCart(lines, dishId)
  return lines.map((line) => (line.dish.id === dishId ? { ...line, quantity: Math.min(quantity, MAX_QUANTITY) } : line))
}

/** Sets the note of a line, cut to `MAX_LINE_NOTES`; an empty note is removed (docs/product/cart.md#cart-notes). */
export function setNotes<L extends CartLine>(lines: Lines<L>, dishId: number, notes: string): L[] {
  // The cut must not leave half of a character: an emoji is two units long.
  const shortened = notes.slice(0, MAX_LINE_NOTES).replace(/\p{Surrogate}$/u, '')
  return lines.map((line) => (line.dish.id === dishId ? { ...line, notes: shortened || undefined } : line))
}

/** Sets quantity and note of a dish's line, which is added if there is none; 0 removes it (docs/product/cart.md#cart-sheet). */
export function putLine<D extends CartLine['dish']>(
  lines: Lines<CartLine<D>>,
  { dish, quantity, notes = '' }: CartLine<D>,
): CartLine<D>[] {
  return setNotes(setQuantity(addToCart(lines, dish), dish.id, quantity), dish.id, notes)
}

/** The cart without the ordered quantities (docs/product/checkout.md#checkout-success). */
export function withoutOrdered<L extends CartLine>(
  lines: Lines<L>,
  ordered: readonly { menuItemId: number; quantity: number }[],
): L[] {
  return ordered.reduce<L[]>(
    (rest, { menuItemId, quantity }) => {
      const line = rest.find(({ dish }) => dish.id === menuItemId)
      return line ? setQuantity(rest, menuItemId, Math.max(0, line.quantity - quantity)) : rest
    },
    [...lines],
  )
}

/**
 * The cart with lines put back (`returned`). Quantities of one dish add up to at most `MAX_QUANTITY`; a note in the
 * cart stays.
 */
export function withPutBack<L extends CartLine>(lines: Lines<L>, returned: Lines<L>): L[] {
  return returned.reduce<L[]>(
    (all, line) => {
      const inCart = all.find(({ dish }) => dish.id === line.dish.id)
      if (!inCart) return all.concat(line)
      const together = { ...inCart, quantity: Math.min(MAX_QUANTITY, inCart.quantity + line.quantity) }
      return all.map((other) => (other === inCart ? { ...together, notes: inCart.notes ?? line.notes } : other))
    },
    [...lines],
  )
}

/** What a dish costs, in minor units. */
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

/**
 * The dishes whose price today differs from the one that the guest saw, each once, in the order of `shown`. A dish that
 * `today` lacks has not changed (docs/product/checkout.md#checkout-changed-prices).
 */
export function priceChanges(shown: readonly DishPrice[], today: readonly DishPrice[]): PriceChange[] {
  const prices = new Map(today.map(({ menuItemId, price }) => [menuItemId, price]))
  const before = new Map(shown.map(({ menuItemId, price }) => [menuItemId, price]))
  return [...before].flatMap(([menuItemId, price]) => {
    const now = prices.get(menuItemId) ?? price
    return now === price ? [] : [{ menuItemId, before: price, now }]
  })
}

/** The total of the cart in minor units, without what is sold out today (docs/product/cart.md#cart-total). */
export function cartTotal(lines: Lines<CartLine>): number {
  return orderableTotal(
    lines.map(({ dish, quantity, isOrderable = true }) => ({ price: dish.price, quantity, isOrderable })),
  )
}

/**
 * The total of the lines that can be ordered, in minor units: what is sold out stands in no total
 * (docs/product/cart.md#cart-total).
 */
export function orderableTotal(lines: readonly { price: number; quantity: number; isOrderable: boolean }[]): number {
  return linesTotal(lines.filter(({ isOrderable }) => isOrderable))
}

/** The number on the bar of the cart: the sum of the quantities (docs/product/cart.md#cart-drawer). */
export function cartCount(lines: Lines<CartLine>): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** A cart after a change of the menu: its lines, and which were repriced or removed. */
export interface ReconciledCart<L extends CartLine> {
  lines: L[]
  repriced: L[]
  gone: L[]
}

/**
 * Updates a stored cart to today's menu: names and prices follow the menu, and lines of missing dishes are removed
 * (docs/product/cart.md#cart-repair).
 */
export function reconcileCart<D extends CartLine['dish']>(
  lines: Lines<CartLine<D>>,
  menu: readonly D[],
): ReconciledCart<CartLine<D>> {
  const today = new Map(menu.map((dish) => [dish.id, dish]))
  const result: ReconciledCart<CartLine<D>> = { lines: [], repriced: [], gone: [] }
  for (const line of lines) {
    const dish = today.get(line.dish.id)
    if (!dish) {
      result.gone.push(line)
      continue
    }
    const current = { ...line, dish }
    result.lines.push(current)
    if (dish.price !== line.dish.price) result.repriced.push(current)
  }
  return result
}
