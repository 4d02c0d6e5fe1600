import type { OrderRequest } from '#shared/contracts/orders.ts'
import type { Named } from '#shared/domain/language.ts'
import { type CartLine, cartTotal, optionIds } from '#shared/domain/orders/cart.ts'
import { takeawayFees } from '#shared/domain/orders/cart-orders.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/dining.ts'
import type { ShownDish } from './attempt.ts'

export type NamedLine = CartLine<CartLine['dish'] & Named>

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
export function customerOrder(lines: readonly CartLine[], details: CustomerDetails): OrderRequest {
  return { items: itemsOf(lines), total: orderTotal(lines, details.diningOption), ...details }
}

/** What an order costs, in minor units: to take away, with its fees. */
export function orderTotal(lines: readonly CartLine[], diningOption: CustomerDetails['diningOption']): number {
  const fees = diningOption === 'takeaway' ? takeawayFees(lines) : []
  return fees.reduce((sum, { amount }) => sum + amount, cartTotal(lines))
}

/** An order for a table, with a generic name and phone (docs/product/checkout.md#checkout-table-order). */
export function tableOrder(
  lines: readonly CartLine[],
  table: { id: number; name: string; key: string | null },
  notes: string | null,
): OrderRequest {
  return {
    items: itemsOf(lines),
    tableId: table.id,
    ...(table.key !== null && { tableKey: table.key }),
    total: cartTotal(lines),
    status: 'pending',
    diningOption: 'dine-in',
    notes,
    customerName: table.name,
    phoneNumber: PLACEHOLDER_PHONE,
    email: null,
  }
}

export function shownDishes(lines: readonly NamedLine[]): ShownDish[] {
  return lines.map(({ dish: { id, name, nameRo, price }, options = [] }) => ({
    ...{ menuItemId: id, name, nameRo, price },
    ...(options.length > 0 && { options: options.map(({ id, name, nameRo, price }) => ({ id, name, nameRo, price })) }),
  }))
}

function itemsOf(lines: readonly CartLine[]): OrderRequest['items'] {
  return lines.map(({ dish, quantity, notes, options = [] }) => ({
    menuItemId: dish.id,
    quantity,
    ...(options.length > 0 && { options: optionIds(options) }),
    ...(notes?.trim() ? { notes: notes.trim() } : {}),
  }))
}
