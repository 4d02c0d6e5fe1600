/** Every status an order can have; the board has a sub-tab for each, in this order (docs/product/orders.md#orders-status). */
export const ORDER_STATUSES = ['pending', 'preparing', 'ready', 'delivered', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The statuses that the status dropdown offers (docs/product/orders.md#orders-dropdown); `completed` has a button of its own. */
export const DROPDOWN_STATUSES = ['pending', 'preparing', 'ready', 'delivered', 'cancelled'] as const

const NEXT = { pending: 'preparing', preparing: 'ready', ready: 'delivered', delivered: 'completed' } as const

interface Advanced {
  status: OrderStatus
  diningOption: string
  due?: number | undefined
  paid?: number | undefined
}

/** The status that the card's large button moves an order to, if there is one (docs/product/orders.md#orders-next). */
export function nextStatus({ status, diningOption, due, paid }: Advanced) {
  // Nothing is left to do for it.
  if (status === 'ready' && diningOption === 'takeaway' && due === 0 && paid) return 'completed'
  return status in NEXT ? NEXT[status as keyof typeof NEXT] : undefined
}

/** The statuses of an open order, which still occupies the kitchen or its table. */
export const OPEN_STATUSES = ['pending', 'preparing', 'ready', 'delivered'] as const

/** The statuses of an order that is over. */
export const ENDED_STATUSES = ['completed', 'cancelled'] as const

export function isOpen(status: OrderStatus): boolean {
  return (OPEN_STATUSES as readonly string[]).includes(status)
}

/** Whether the kitchen has an order with this status: it is to be cooked, or was cooked and not delivered yet. */
export function isInKitchen(status: OrderStatus): boolean {
  return isOpen(status) && status !== 'delivered'
}

/** Whether an order counts for its customer's orders, spending and tier (docs/product/customers.md#customers-counts). */
export function countsForCustomer(status: OrderStatus): boolean {
  return status !== 'cancelled'
}

/** After how long a delivered order completes itself, in milliseconds (docs/product/orders.md#orders-self-complete). */
export const COMPLETES_AFTER_MS = 3 * 60 * 60 * 1000

/** For how long a cooked line can be taken back, in milliseconds (docs/product/orders.md#orders-done). */
export const TAKE_BACK_MS = 30 * 60 * 1000

/** How many orders one page can watch; one more makes the server drop the one that was watched longest. */
export const ORDERS_WATCHED = 20

/** The maximum number of open orders in the response to a request without parameters. */
export const OPEN_ON_BOARD = 500
/** The maximum number of orders on a page, and of ended orders in the response to a request without parameters. */
export const ORDERS_PER_PAGE = 200
/** A list was truncated because its orders are large: there are more (docs/product/orders.md#orders-list). */
export const LIST_TRUNCATED = 'masa-list-truncated'
/** The maximum number of orders that a page can ask the changes of. */
export const MAX_KNOWN_ORDERS = 10_000

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
