import i18n from 'i18next'
import type { Order } from '#shared/contracts/orders.ts'
import { statusWord } from '../../entities/order/index.ts'
import { toast } from '../../ui/toast/store.ts'
import { ring } from './bell.ts'
import { toRingFor } from './board.ts'
import { useBoardState } from './board-store.ts'

/** The orders for which this page has rung, for as long as it is open. */
const rung = new Set<number>()

/** Rings for every order that nobody has seen and for which this page has not rung yet. */
export function announceUnseen(quietly = false): void {
  announceOrders(toRingFor(useBoardState.getState().board, rung), quietly)
}

/** Marks old orders that this page has only just met, so that it does not ring for them. */
export function passOver(orders: readonly Order[]): void {
  for (const { id } of orders) rung.add(id)
}

/** Rings once for all of them, and shows a toast for each. `quietly`: without toasts, because the opening page shows the orders anyway. */
export function announceOrders(orders: readonly Order[], quietly = false): void {
  if (orders.length === 0) return
  for (const { id } of orders) rung.add(id)
  void ring()
  if (quietly) return
  // Only one toast shows at a time: this one comes after the toast about the change, and stays.
  setTimeout(() => {
    for (const { id } of orders) {
      toast({ title: i18n.t('orders.newOrder'), description: i18n.t('orders.newOrderDescription', { id }) })
    }
  })
}

/** The live channel could not be opened, or was lost (docs/product.md#live-reconnect). */
export function announceLost(): void {
  toast({
    title: i18n.t('errors.connection'),
    description: i18n.t('errors.connectionDescription'),
    variant: 'destructive',
  })
}

export function announceUpdate(order: Order): void {
  toast({
    title: i18n.t('orders.updated'),
    description: i18n.t('orders.updatedDescription', { id: order.id, status: statusWord(i18n.t, order) }),
  })
}
