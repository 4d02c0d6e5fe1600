import type { Order, OrderLine } from '#shared/contracts/orders.ts'
import { isTableName } from '../../orders/index.ts'

/**
 * For whom a line is: a guest of a shared cart, or what a waiter wrote, such as "seat 2". Null for the whole table, also
 * if the name is only the table's name.
 */
export function guestOfLine({ tableNumber, movedFrom }: Order, { guestName }: OrderLine): string | null {
  if (!guestName || [tableNumber, movedFrom ?? null].some((number) => isTableName(guestName, number))) return null
  return guestName
}
