import { isOpen, type OrderStatus } from '../orders/order.ts'

/* All sums are in minor units; a negative due is to be given back (docs/product/payments.md#payments-due). */

/** The sums of an order that decide what it owes. */
export interface OrderSums {
  status: OrderStatus
  total: number
  /** The sum of payments, the house's part included, minus reversals. */
  paid: number
  /** The sum still owed when the order ended, minus payments since. */
  unpaid: number
}

/** Returns an order's due; an ended one owes only what was unpaid then, so that a refund does not make it owe again. */
export function dueOf({ status, total, paid, unpaid }: OrderSums): number {
  return isOpen(status) ? total - paid : unpaid
}

/** @param withoutPayment whether a completed order keeps owing what is not paid; else it owes nothing */
export function unpaidAfter(
  { total, paid }: Pick<OrderSums, 'total' | 'paid'>,
  status: OrderStatus,
  withoutPayment: boolean,
): number {
  if (isOpen(status)) return 0
  if (status === 'cancelled') return 0 - paid
  return withoutPayment ? total - paid : 0
}

/** The part of a payment that one order gets; negative for an overpaid one, whose excess goes to the others. */
export interface PaidShare {
  orderId: number
  amount: number
}

/** Evens overpaid orders, then pays the oldest. @param orders oldest first @param amount at most their dues */
export function sharesOf(orders: readonly { id: number; due: number }[], amount: number): PaidShare[] {
  let left = amount - orders.reduce((sum, { due }) => sum + Math.min(due, 0), 0)
  return orders.flatMap(({ id, due }) => {
    const share = due < 0 ? due : Math.min(due, left)
    if (due > 0) left -= share
    return share === 0 ? [] : { orderId: id, amount: share }
  })
}

/**
 * Shares a reversal: first from overpaid orders, then from the newest. The shares are negative.
 * @param shares the part of the payment that each order still has, and its due @param amount at most all of it
 */
export function sharesBack(shares: readonly (PaidShare & { due: number })[], amount: number): PaidShare[] {
  let left = amount
  const back = new Map<number, number>()
  const take = (orderId: number, most: number) => {
    const taken = Math.max(0, Math.min(most, left))
    left -= taken
    back.set(orderId, (back.get(orderId) ?? 0) + taken)
  }
  const newestFirst = [...shares].sort((a, b) => b.orderId - a.orderId)
  for (const { orderId, amount: has, due } of newestFirst) take(orderId, Math.min(has, -due))
  for (const { orderId, amount: has } of newestFirst) take(orderId, has - (back.get(orderId) ?? 0))
  return [...back].flatMap(([orderId, taken]) => (taken === 0 ? [] : { orderId, amount: -taken }))
}

/** Adds an entry's share to an order. @returns its new `paid` and `unpaid` */
export function sumsAfter(order: OrderSums, { amount }: PaidShare, isReversal: boolean) {
  const paid = order.paid + amount
  if (isOpen(order.status)) return { paid, unpaid: 0 }
  const unpaid = order.unpaid - amount
  // A refund of an ended order lowers only the sum that is still to be given back.
  return { paid, unpaid: isReversal ? Math.max(order.unpaid, Math.min(0, unpaid)) : unpaid }
}

/**
 * Returns each guest's due: their lines minus their payments, at least 0 and at most the bill's due. A payment beyond a
 * guest's lines counts for the lines of the whole table, whose guest is null.
 */
export function guestDues<Guest extends { guestName: string | null; total: number }>(
  guests: readonly Guest[],
  payments: readonly { guestName: string | null; amount: number }[],
  due: number,
): (Guest & { due: number })[] {
  const paidBy = (name: string | null) =>
    payments.reduce((sum, { guestName, amount }) => (guestName === name ? sum + amount : sum), 0)
  const owed = guests.map((guest) => ({ guest, left: guest.total - paidBy(guest.guestName) }))
  const beyond = owed.reduce((sum, { guest, left }) => (guest.guestName === null ? sum : sum + Math.min(0, left)), 0)
  return owed.map(({ guest, left }) => {
    const own = guest.guestName === null ? left + beyond : left
    return { ...guest, due: Math.max(0, Math.min(own, due)) }
  })
}

/** A VAT rate in percent, null without one, and its weight in the price of a set menu. */
export interface VatShare {
  rate: number | null
  weight: number
}

/** Weighs the VAT rates of a set menu's parts by the parts' own prices; undefined if those are 0. */
export function vatShares(parts: readonly { vatRate: number | null; price: number; quantity: number }[]) {
  const weights = new Map<number | null, number>()
  for (const { vatRate, price, quantity } of parts) weights.set(vatRate, (weights.get(vatRate) ?? 0) + price * quantity)
  const shares = [...weights].map(([rate, weight]) => ({ rate, weight })).filter(({ weight }) => weight > 0)
  return shares.length > 0 ? shares : undefined
}

/**
 * Spreads an amount over weights, in minor units: by largest remainder, of equal ones the earlier. The parts add up to
 * the amount; none is above its weight unless the amount is above all of them.
 * @param amount at least 0 @param weights not all of them 0, unless the amount is
 */
export function spread(amount: number, weights: readonly number[]): number[] {
  // Amount times weight can be beyond the whole numbers that a double holds.
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0) || 1)
  const parts = weights.map((weight, i) => {
    const product = BigInt(amount) * BigInt(weight)
    return { i, part: Number(product / whole), rest: Number(product % whole) }
  })
  const left = amount - parts.reduce((sum, { part }) => sum + part, 0)
  const getMore = new Set(
    [...parts]
      .sort((a, b) => b.rest - a.rest || a.i - b.i)
      .slice(0, left)
      .map(({ i }) => i),
  )
  return parts.map(({ i, part }) => part + Number(getMore.has(i)))
}

/** Splits an amount by weights, in minor units; the shares add up to the amount. */
export function splitByRate(amount: number, shares: readonly VatShare[]): { rate: number | null; amount: number }[] {
  const parts = spread(
    amount,
    shares.map(({ weight }) => weight),
  )
  return shares.map(({ rate }, i) => ({ rate, amount: parts[i] ?? 0 }))
}

/** Adds up sales by VAT rate, the highest first, those without a rate last. All in minor units. */
export function salesByRate(
  sales: readonly { rate: number | null; amount: number; shares: readonly VatShare[] | null }[],
): { rate: number | null; amount: number }[] {
  const sums = new Map<number | null, number>()
  for (const { rate, amount, shares } of sales)
    for (const part of shares ? splitByRate(amount, shares) : [{ rate, amount }])
      sums.set(part.rate, (sums.get(part.rate) ?? 0) + part.amount)
  return [...sums].map(([rate, amount]) => ({ rate, amount })).sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1))
}
