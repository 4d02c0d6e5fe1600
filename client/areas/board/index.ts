/** The Orders tab: the board of orders and its figures. */
export { LateCalls } from './board/late-calls.tsx'
export { SummaryCards } from './board/summary-cards.tsx'
export { useTestOrder } from './changes/test-order.ts'
export { OrdersTab } from './orders-tab.tsx'
