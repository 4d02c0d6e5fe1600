import type { TFunction } from 'i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { OrderStatus } from '#shared/domain/orders/order-status.ts'

/**
 * The name of a status for this order. For `delivered` it depends on the dining option (served, or handed over).
 * @param status by default the order's own status
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
