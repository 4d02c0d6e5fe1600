import { useCallback, useState } from 'react'
import { useSettings } from '../../../entities/settings/index.ts'
import { cart } from '../../../features/cart/index.ts'
import { ownOrders } from '../../../features/order-status/index.ts'
import type { PlacedAtTable } from '../../../features/shared-sessions/index.ts'

/** The order that the table's cart became, for as long as its success is shown on this phone. */
export function usePlacedAtTable() {
  const { currency } = useSettings()
  const [placed, setPlaced] = useState<{ id: number; total: number } | null>(null)
  // Every order of this phone's table passes here: this phone starts to follow it.
  const take = useCallback(
    ({ orderId, orderToken, tableNumber, total }: PlacedAtTable & { tableNumber: number }) => {
      cart.close()
      ownOrders.follow({ orderId, token: orderToken, tableNumber, takeaway: false, total, currency })
      setPlaced({ id: orderId, total })
    },
    [currency],
  )
  const acknowledge = useCallback(() => setPlaced(null), [])
  return { placed, take, acknowledge }
}
