/* A guest's own orders: stored in this browser, followed on the live channel, and shown in a status line. */
export { loadOrderProgress, OrderProgress, OrderStatusLine } from './order-status-line.tsx'
export { hasEnded, ownOrders, useOwnOrders } from './own-orders.ts'
