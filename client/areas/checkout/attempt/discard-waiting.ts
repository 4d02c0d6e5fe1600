import i18n from 'i18next'
import { toast } from '../../../ui/toast/store.ts'
import { checkout } from '../use-checkout.ts'

/** Discards the waiting order at the guest's request, and shows a toast. */
export function discardWaitingOrder(): void {
  // If another tab has just sent it, nothing is discarded.
  if (!checkout.discard()) return
  toast({ title: i18n.t('waitingOrder.discarded'), description: i18n.t('waitingOrder.discardedDescription') })
}
