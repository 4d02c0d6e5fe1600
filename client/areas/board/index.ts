/** The Orders tab: the board of orders and its figures. */

export { OrderBoard } from './board.tsx'
export { BoardLine, useLateNotice } from './board-line.tsx'
export { useLateCallNotices } from './late-calls.tsx'
export { useOlderNotice } from './older-orders.tsx'
export { SummaryCards } from './summary.tsx'
export { useTestOrder } from './test-order.ts'
