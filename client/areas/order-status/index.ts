import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* A guest's own orders: stored in this browser, followed on the live channel, and shown in a status line. */
export { hasEnded, ownOrders, useOwnOrders } from './own-orders.ts'

export const StatusLine = lazyPart(() => import('./status-line.tsx'), 'deferred')
export const OrderProgress = lazyPart(() => import('./order-progress.tsx'), 'deferred')
