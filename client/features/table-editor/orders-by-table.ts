import type { Order } from '#shared/contracts/orders.ts'
import { type Currency, formatMoney } from '#shared/domain/money.ts'
import { isOpen } from '#shared/domain/order-status.ts'

/** The open orders by their table's id, oldest first. */
export function openOrdersByTable(orders: readonly Order[]): ReadonlyMap<number, readonly Order[]> {
  const byTable = new Map<number, Order[]>()
  for (const order of orders) {
    if (order.tableId === null || !isOpen(order.status)) continue
    byTable.set(order.tableId, [...(byTable.get(order.tableId) ?? []), order])
  }
  for (const atTable of byTable.values()) atTable.sort((a, b) => a.id - b.id)
  return byTable
}

/** What orders come to: one sum, or one for each currency in which they were taken. */
export function sumOf(orders: readonly Order[]): string {
  const sums = new Map<Currency, number>()
  for (const { currency, total } of orders) sums.set(currency, (sums.get(currency) ?? 0) + total)
  return [...sums].map(([currency, sum]) => unbroken(formatMoney(sum, currency))).join(' + ')
}

/** Of an amount: its unit doesn't fall onto a line of its own. */
export const unbroken = (amount: string) => amount.replaceAll(' ', '\u00a0')
