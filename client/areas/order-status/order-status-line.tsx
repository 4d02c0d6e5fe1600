import { lazy, Suspense } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { useOwnOrders } from './own-orders.ts'

const StatusLine = lazy(importWithRetry(() => withWords('deferred', import('./status-line.tsx'))))

export const loadOrderProgress = importWithRetry(() => withWords('deferred', import('./order-progress.tsx')))
export const OrderProgress = lazy(loadOrderProgress)

/** The status line of this phone's orders, loaded if there are any. `menu`: the dishes that can be ordered again. */
export function OrderStatusLine({ menu }: { menu: readonly MenuItem[] }) {
  if (useOwnOrders().length === 0) return null
  return (
    <Suspense fallback={null}>
      <StatusLine menu={menu} />
    </Suspense>
  )
}
