import type { Order } from '#shared/contracts/orders.ts'
import { type Currency, formatMoney } from '#shared/domain/money.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'

/** Groups open orders by table id, oldest first. */
export function openOrdersByTable(orders: readonly Order[]): ReadonlyMap<number, readonly Order[]> {
  const byTable = new Map<number, Order[]>()
  for (const order of orders) {
    if (order.tableId === null || !isOpen(order.status)) continue
    byTable.set(order.tableId, [...(byTable.get(order.tableId) ?? []), order])
  }
  for (const atTable of byTable.values()) atTable.sort((a, b) => a.id - b.id)
  return byTable
}

/** The formatted sum of orders, one for each of their currencies. */
export function sumOf(orders: readonly Order[]): string {
  const sums = new Map<Currency, number>()
  for (const { currency, total } of orders) sums.set(currency, (sums.get(currency) ?? 0) + total)
  return [...sums].map(([currency, sum]) => unbroken(formatMoney(sum, currency))).join(' + ')
}

/** Joins an amount and its unit with non-breaking spaces. */
export const unbroken = (amount: string) => amount.replaceAll(' ', '\u00a0')
