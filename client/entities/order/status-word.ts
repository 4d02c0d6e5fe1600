import type { TFunction } from 'i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { OrderStatus } from '#shared/domain/order-status.ts'

/**
 * The word for a status of this order: Romanian serves a table, and hands over what is taken away.
 * @param status by default the one that the order has
 */
export function statusWord(
  t: TFunction,
  { diningOption, status: own }: Pick<Order, 'diningOption' | 'status'>,
  status: OrderStatus = own,
): string {
  return status === 'delivered' && diningOption !== 'takeaway'
    ? t('orders.deliveredHere')
    : t(`orders.status.${status}`)
}
