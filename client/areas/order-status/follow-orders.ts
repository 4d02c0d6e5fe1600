import { type FrameOf, followLive, sendFrame } from '../../lib/live/live.ts'
import { Watch } from '../../lib/live/watch.ts'
import { type OwnOrder, ownOrders, ownOrdersStore } from './own-orders.ts'

/** Keeps the status of this phone's orders up to date over the live channel. @returns a function that stops it */
export function followOrders(): () => void {
  const { getState: orders } = ownOrdersStore
  const watch = new Watch<OwnOrder>(
    ({ orderId }) => orderId,
    ({ orderId, token }) => sendFrame({ type: 'WATCH_ORDER', payload: { orderId, token }, ref: -orderId }),
  )

  function onStatus({ payload }: FrameOf<'ORDER_STATUS'>) {
    watch.answered(payload.orderId)
    ownOrders.applyStatus(payload)
  }

  function onError({ payload: { code }, ref }: FrameOf<'ERROR'>) {
    if (ref === undefined || ref >= 0) return
    if (code !== 'order_not_yours') return watch.failed(-ref)
    watch.answered(-ref)
    // The server does not have this order, for example after a backup was restored.
    ownOrders.dismiss(-ref)
  }

  function onHeartbeat() {
    ownOrders.expire()
    watch.heartbeat(orders())
  }

  const unfollow = followLive({
    opened: () => watch.opened(orders()),
    ORDER_STATUS: onStatus,
    ERROR: onError,
    HEARTBEAT: onHeartbeat,
  })
  const unsubscribe = ownOrdersStore.subscribe((orders) => watch.changed(orders))
  return () => {
    unsubscribe()
    unfollow()
  }
}
