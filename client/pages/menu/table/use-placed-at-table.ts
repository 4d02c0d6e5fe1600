import { useCallback, useState } from 'react'
import { cart } from '../../../areas/cart/index.ts'
import { ownOrders } from '../../../areas/order-status/index.ts'
import type { PlacedAtTable } from '../../../areas/shared-sessions/index.ts'
import { useSettings } from '../../../lib/settings/settings.ts'

/** The order placed with the table's shared cart, until its confirmation is dismissed on this phone. */
export function usePlacedAtTable() {
  const { currency } = useSettings()
  const [placed, setPlaced] = useState<{ id: number; total: number } | null>(null)
  // Called for every order of the shared cart, which this phone then follows.
  const onPlaced = useCallback(
    ({ orderId, orderToken, tableNumber, total }: PlacedAtTable & { tableNumber: number }) => {
      cart.close()
      ownOrders.follow({ orderId, token: orderToken, tableNumber, takeaway: false, total, currency })
      setPlaced({ id: orderId, total })
    },
    [currency],
  )
  const acknowledge = useCallback(() => setPlaced(null), [])
  return { placed, onPlaced, acknowledge }
}
