import type { Order } from '#shared/contracts/orders.ts'
import { foldText } from '#shared/domain/text.ts'

/** Shorter runs of digits are taken for an order's or a table's number alone, not for a piece of a phone number. */
const PHONE_DIGITS = 4

/**
 * Whether an order answers what was typed into the board's search box: its number (`12`, `#12`), the customer's name
 * without regard to case or diacritics, a piece of the phone number however it is spaced, or the table's number.
 */
export function matchesSearch(order: Order, typed: string): boolean {
  const query = foldText(typed).trim()
  if (!query) return true
  if (foldText(order.customerName).includes(query)) return true
  const number = /^#?(\d+)$/.exec(query)?.[1]
  if (number !== undefined && String(order.id) === number) return true
  const tableNumber = /^(?:(?:table|masa)\s*)?(\d+)$/.exec(query)?.[1]
  if (tableNumber !== undefined && String(order.tableNumber) === tableNumber) return true
  return matchesPhone(order.phoneNumber, query)
}

// Stored with the country's code, typed with a leading 0: the digits after it are what both have.
function matchesPhone(phoneNumber: string, query: string): boolean {
  if (!/^[+\d\s./()-]+$/.test(query)) return false
  const digits = query.replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= PHONE_DIGITS && phoneNumber.replace(/\D/g, '').includes(digits)
}
