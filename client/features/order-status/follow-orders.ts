import { type FrameOf, followLive, sendFrame } from '../../lib/live/live.ts'
import { ownOrders, ownOrdersStore } from './own-orders-store.ts'
import { Watch } from './watch.ts'

/** Keeps the orders of this phone as the server says they stand, until the function returned is called. */
export function followOrders(): () => void {
  const { getState: orders } = ownOrdersStore
  const watch = new Watch(({ orderId, token }) =>
    sendFrame({ type: 'WATCH_ORDER', payload: { orderId, token }, ref: -orderId }),
  )

  function stands({ payload }: FrameOf<'ORDER_STATUS'>) {
    watch.answered(payload.orderId)
    ownOrders.stands(payload)
  }

  function refused({ payload: { code }, ref }: FrameOf<'ERROR'>) {
    if (ref === undefined || ref >= 0) return
    if (code !== 'order_not_yours') return watch.failed()
    watch.answered(-ref)
    // The server does not know this order, for example because a backup was restored: it cannot be followed.
    ownOrders.dismiss(-ref)
  }

  function beat() {
    ownOrders.expire()
    watch.beat(orders())
  }

  const leave = followLive({
    opened: () => watch.opened(orders()),
    ORDER_STATUS: stands,
    ERROR: refused,
    HEARTBEAT: beat,
  })
  const unsubscribe = ownOrdersStore.subscribe((orders) => watch.changed(orders))
  return () => {
    unsubscribe()
    leave()
  }
}
