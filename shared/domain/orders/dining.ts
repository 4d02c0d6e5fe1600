/** The dining options that an order can have. */
export const ORDERED_DINING_OPTIONS = ['dine-in', 'takeaway'] as const
export type DiningOption = (typeof ORDERED_DINING_OPTIONS)[number]

/** The dining options offered; delivery is shown but disabled (docs/product/checkout.md#checkout-dining-options). */
export const DINING_OPTIONS = [...ORDERED_DINING_OPTIONS, 'delivery'] as const

/** The phone number in orders sent by a waiter or a shared table; it belongs to nobody (docs/product/checkout.md#checkout-table-order). */
export const PLACEHOLDER_PHONE = '0000000000'

/** Whether a number is the placeholder, however it is written. */
export function isPlaceholderPhone(phone: string): boolean {
  return phone.replace(/\D/g, '') === PLACEHOLDER_PHONE
}
