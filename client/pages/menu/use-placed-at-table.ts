import { useCallback, useState } from 'react'
import { cart } from '../../features/cart/index.ts'
import type { PlacedAtTable } from '../../features/shared-table/index.ts'

/** The order that the table's cart became, for as long as its success is shown on this phone. */
export function usePlacedAtTable() {
  const [placed, setPlaced] = useState<{ id: number; total: number } | null>(null)
  // The one place that hears of every order of this phone's table: its token follows the order.
  const take = useCallback(({ orderId, total }: PlacedAtTable) => {
    cart.close()
    setPlaced({ id: orderId, total })
  }, [])
  const acknowledge = useCallback(() => setPlaced(null), [])
  return { placed, take, acknowledge }
}
