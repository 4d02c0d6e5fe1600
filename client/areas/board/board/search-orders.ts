import type { Order } from '#shared/contracts/orders.ts'
import { hasPhonePart, phonePart } from '#shared/domain/customers/phone.ts'
import { foldText } from '#shared/domain/text.ts'

/**
 * Whether an order matches the text in the board's search box: its number (`12`, `#12`), the customer's name without
 * regard to case or diacritics, a part of the phone number in any notation, or the table's number or label.
 */
export function matchesSearch(order: Order, text: string): boolean {
  const query = foldText(text).trim()
  if (!query) return true
  if (foldText(order.customerName).includes(query)) return true
  if (foldText(order.tableLabel ?? '').includes(query)) return true
  const number = /^#?(\d+)$/.exec(query)?.[1]
  if (number !== undefined && String(order.id) === number) return true
  const tableNumber = /^(?:(?:table|masa)\s*)?(\d+)$/.exec(query)?.[1]
  if (tableNumber !== undefined && String(order.tableNumber) === tableNumber) return true
  const part = phonePart(text)
  return part !== undefined && hasPhonePart(order.phoneNumber, part)
}
