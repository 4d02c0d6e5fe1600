/*
 * What several features show of an order: its lines, the name of its status, its age, and why the server rejected it;
 * and how lists of orders are fetched.
 */
export { ageText } from './age-text.ts'
export { CartLineView } from './cart-line.tsx'
export { type FetchedOrders, fetchOrders } from './fetch-orders.ts'
export { linesDone } from './lines-done.ts'
export { orderAge, splitMinutes } from './order-age.ts'
export { openOrdersByTable, sumOf, unbroken } from './orders-by-table.ts'
export { RefusalNotice } from './refusal-notice.tsx'
export { statusWord } from './status-word.ts'
