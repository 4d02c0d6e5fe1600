/** The Orders tab: the board of orders and its figures. */

export { OrderBoard } from './board.tsx'
export { BoardLine, useLateCallNotices, useLateNotice } from './board-strip.tsx'
export { useOlderNotice } from './older-orders.tsx'
export { SummaryCards } from './summary.tsx'
export { useTestOrder } from './test-order.ts'
