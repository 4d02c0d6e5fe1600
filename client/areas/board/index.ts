/** The Orders tab: the board of orders and its figures. */
export { LateCalls } from './late-calls.tsx'
export { OrdersTab } from './orders-tab.tsx'
export { SummaryCards } from './summary.tsx'
export { useTestOrder } from './test-order.ts'
