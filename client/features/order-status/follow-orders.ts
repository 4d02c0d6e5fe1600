import i18n from 'i18next'
import { formatMoney } from '#shared/domain/money.ts'
import { type FrameOf, followLive, sendFrame } from '../../lib/live.ts'
import { toast } from '../../ui/toast/store.ts'
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
    if (payload.changed) sayTakenOff(payload)
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

/** A guest who looks elsewhere finds it beside the order as well. */
function sayTakenOff({ orderId }: FrameOf<'ORDER_STATUS'>['payload']): void {
  const order = ownOrdersStore.getState().find((own) => own.orderId === orderId)
  if (!order || order.total === null) return
  toast({
    title: i18n.t('orderStatus.order', { id: orderId }),
    description: i18n.t('orderStatus.takenOff', { total: formatMoney(order.total, order.currency) }),
  })
}
