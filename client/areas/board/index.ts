/** The Orders tab: the board of orders and its figures. */

export { OrderBoard } from './board.tsx'
export { useOlderNotice } from './older-orders.tsx'
export { BoardLine, SummaryCards, useLateCallNotices, useLateNotice } from './summary.tsx'
export { useTestOrder } from './test-order.ts'
