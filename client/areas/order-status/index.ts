import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'

/* A guest's own orders: stored in this browser, followed on the live channel, and shown in a status line. */
export { hasEnded, ownOrders, useOwnOrders } from './own-orders.ts'

export const StatusLine = lazy(importWithRetry(() => withWords('deferred', import('./status-line.tsx'))))
export const loadOrderProgress = importWithRetry(() => withWords('deferred', import('./order-progress.tsx')))
export const OrderProgress = lazy(loadOrderProgress)
