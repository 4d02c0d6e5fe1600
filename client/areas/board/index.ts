/** The Orders tab: the board of orders and its figures. */

import { lazyPart } from '../../lib/loading/lazy-part.tsx'

export { useOlderNotice } from './older-orders.tsx'
export {
  BoardLine,
  SummaryCards,
  useDueNotices,
  useLateCallNotices,
  useLateNotice,
  useReservationNotices,
} from './summary.tsx'
export { useTestOrder } from './test-order.ts'

export const OrderBoard = lazyPart(async () => ({ default: (await import('./board.tsx')).OrderBoard }))
