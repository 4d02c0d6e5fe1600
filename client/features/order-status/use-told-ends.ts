import { useEffect } from 'react'
import { hasEnded, type OwnOrder } from './own-orders.ts'
import { ownOrders } from './own-orders-store.ts'

/** Remembers that an order's end was shown, once somebody can have seen it: a page in the background shows nobody. */
export function useToldEnds(orders: readonly OwnOrder[]): void {
  useEffect(() => {
    const untold = orders.filter((order) => hasEnded(order) && !order.told).map(({ orderId }) => orderId)
    if (untold.length === 0) return
    const tell = () => {
      if (document.visibilityState === 'visible') ownOrders.told(untold)
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [orders])
}
