import { cancelAlike, type Likeness, type Order } from '#shared/contracts/orders.ts'
import { isInKitchen } from '#shared/domain/orders/order.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { type MenuAction, toast } from '../../ui/index.ts'
import { refetchOrders } from '../orders/index.ts'

/** Cancels an order with all others of its guest, or of a stranger (docs/product/hours.md#hours-held). */
export function cancelAlikeActions(t: TFunction, { id, pickupAt, status }: Order): MenuAction[] {
  if (pickupAt === null || !isInKitchen(status)) return []
  const params = { id: String(id) }
  const ask = async (by: Likeness) => {
    try {
      const { cancelled: count } = await sendChange(cancelAlike, { params, query: { dryRun: 'true' }, body: { by } })
      if (count === 0) return toast({ title: t('orders.alike.none') })
      const isConfirmed = await confirm({
        title: t('orders.alike.title', { count }),
        description: t(`orders.alike.description.${by}`, { id }),
        confirm: t('orders.alike.confirm'),
        cancel: t('orders.alike.keep'),
        isDestructive: true,
      })
      if (!isConfirmed) return
      // After a failure, some of them may have been cancelled.
      const { cancelled } = await sendChange(cancelAlike, { params, body: { by } }).finally(refetchOrders)
      toast({ title: t('orders.alike.cancelled', { count: cancelled }) })
    } catch (error) {
      toastFailure(t('orders.alike.failed'), error)
    }
  }
  return (['phone', 'address'] as const).map((by) => ({
    label: t(`orders.alike.by.${by}`),
    isDangerous: true,
    onChoose: () => void ask(by),
  }))
}
