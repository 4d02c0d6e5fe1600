import type { OrderRequest } from '../../contracts/orders.ts'
import type { TakeawayFee } from '../menu/options.ts'
import * as carts from './cart.ts'
import { PLACEHOLDER_PHONE } from './order.ts'

/* The cart and its order. Not in `cart.ts`, which a guest's first view loads. */

/** Keys that stay while a line's note or quantity changes: of its dish and options, and which of those it is. */
export function stableKeys(lines: readonly carts.CartLine[]): string[] {
  const keys = lines.map(({ dish, options, guestName }) => carts.cartKey(dish.id, carts.optionIds(options), guestName))
  return keys.map((key, i) => `${key}${keys.slice(0, i).filter((other) => other === key).length}`)
}

/** How many characters the notes on the other lines, one's own and those of other guests, leave for a line. */
export function roomForNote(
  line: carts.CartLine | undefined,
  own: readonly carts.CartLine[],
  others: readonly carts.CartLine[] = [],
) {
  const beside = own.filter((other) => !line || carts.keyOf(other) !== carts.keyOf(line))
  return carts.roomForNotes([...beside, ...others].map(({ notes }) => notes))
}

/** Fees of dishes and of options' dishes, by name, in minor units (docs/product/options.md#options-fees). */
export function takeawayFees(lines: readonly carts.CartLine[]): TakeawayFee[] {
  const fees = new Map<string, TakeawayFee>()
  for (const { dish, options = [], quantity, isOrderable = true } of lines) {
    for (const { takeawayFee: fee, portions } of [
      { takeawayFee: dish.takeawayFee, portions: quantity },
      ...options.map((option) => ({ takeawayFee: option.takeawayFee, portions: quantity * option.quantity })),
    ]) {
      if (!fee || !isOrderable) continue
      const sum = (fees.get(fee.name)?.amount ?? 0) + fee.amount * portions
      fees.set(fee.name, { ...fee, amount: sum })
    }
  }
  return [...fees.values()]
}

/** Who orders, and how: what a guest fills in at checkout. */
export interface CustomerDetails {
  customerName: string
  phoneNumber: string
  email: string | null
  notes: string | null
  diningOption: 'dine-in' | 'takeaway'
  /** Where a guest who eats here says to sit; null if they do not say. */
  tableId: number | null
  /** When it is picked up, if that is asked; null for as soon as possible. */
  pickupAt?: string | null
}

/** The body of a guest's own order (docs/product/checkout.md#checkout-body). */
export function customerOrder(lines: readonly carts.CartLine[], details: CustomerDetails): OrderRequest {
  return { items: itemsOf(lines), total: orderTotal(lines, details.diningOption), ...details }
}

/** What an order costs, in minor units: to take away, with its fees. */
export function orderTotal(lines: readonly carts.CartLine[], diningOption: CustomerDetails['diningOption']): number {
  const fees = diningOption === 'takeaway' ? takeawayFees(lines) : []
  return fees.reduce((sum, { amount }) => sum + amount, carts.cartTotal(lines))
}

/** An order for a table, with a generic name and phone (docs/product/checkout.md#checkout-table-order). */
export function tableOrder(
  lines: readonly carts.CartLine[],
  table: { id: number; name: string; key: string | null },
  notes: string | null,
): OrderRequest {
  return {
    items: itemsOf(lines),
    tableId: table.id,
    ...(table.key !== null && { tableKey: table.key }),
    total: carts.cartTotal(lines),
    status: 'pending',
    diningOption: 'dine-in',
    notes,
    customerName: table.name,
    phoneNumber: PLACEHOLDER_PHONE,
    email: null,
  }
}

function itemsOf(lines: readonly carts.CartLine[]): OrderRequest['items'] {
  return lines.map(({ dish, quantity, notes, options = [], guestName }) => ({
    menuItemId: dish.id,
    quantity,
    ...(options.length > 0 && { options: carts.optionIds(options) }),
    ...(notes?.trim() ? { notes: notes.trim() } : {}),
    ...(guestName ? { guestName } : {}),
  }))
}

/** An ordered line, as in the body of an order. */
interface OrderedLine {
  menuItemId: number
  quantity: number
  options?: readonly number[] | undefined
  notes?: string | null | undefined
}

/** The cart without the ordered quantities (docs/product/checkout.md#checkout-success). */
export function withoutOrdered<D extends carts.PricedDish>(
  lines: readonly carts.CartLine<D>[],
  ordered: readonly OrderedLine[],
) {
  return ordered.reduce<carts.CartLine<D>[]>(
    (rest, { menuItemId, quantity, options, notes }) => {
      const isDish = ({ dish, options: chosen }: carts.CartLine) =>
        carts.cartKey(dish.id, carts.optionIds(chosen)) === carts.cartKey(menuItemId, options)
      // Its note may have been changed since.
      const line =
        rest.find((line) => carts.keyOf(line) === carts.cartKey(menuItemId, options, notes)) ??
        rest.find((line) => isDish(line))
      return line
        ? carts.putLine(rest, { ...line, quantity: Math.max(0, line.quantity - quantity) }, carts.keyOf(line))
        : rest
    },
    [...lines],
  )
}

interface Priced {
  id: number
  price: number
}

/**
 * The dishes or options whose price today differs from the one that the guest saw, each once, in the order of `shown`. One that
 * `today` lacks has not changed (docs/product/checkout.md#checkout-changed-prices).
 */
export function priceChanges(shown: readonly Priced[], today: readonly Priced[]): carts.PriceChange[] {
  const prices = new Map(today.map(({ id, price }) => [id, price]))
  const before = new Map(shown.map(({ id, price }) => [id, price]))
  return [...before].flatMap(([id, price]) => {
    const now = prices.get(id) ?? price
    return now === price ? [] : [{ id, before: price, now }]
  })
}
