import { cancelOrigin, type Order } from '#shared/contracts/orders.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { toast } from '../../ui/index.ts'
import { refetchOrders } from '../orders/index.ts'

/** Longer than usual, because hundreds of orders can be cancelled. */
const CANCEL_TIMEOUT_MS = 60_000

/** Cancels the open orders that came from where this one came, after counting them and a confirmation by the owner. */
export async function cancelSameOrigin(t: TFunction, { id }: Order): Promise<void> {
  const call = { params: { id: String(id) }, timeout: CANCEL_TIMEOUT_MS }
  const failed = (error: unknown) => toastFailure(t('common.notChanged'), error)
  const found = await sendChange(cancelOrigin, { ...call, query: { dryRun: 'true' } }).catch(failed)
  if (!found) return
  await confirm({
    title: t('orders.sameOrigin.title', { count: found.cancelled }),
    description: t('orders.sameOrigin.description'),
    confirm: t('orders.sameOrigin.confirm'),
    cancel: t('orders.sameOrigin.keep'),
    isDestructive: true,
    async action() {
      const done = await sendChange(cancelOrigin, call).catch(failed)
      if (done) toast({ title: t('orders.sameOrigin.cancelled', { count: done.cancelled }) })
      // After a failure, some of them may have been cancelled.
      refetchOrders()
    },
  })
}
