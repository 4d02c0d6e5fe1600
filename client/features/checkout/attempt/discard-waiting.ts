import i18n from 'i18next'
import { toast } from '../../../ui/toast/store.ts'
import { checkout } from '../use-checkout.ts'

/** The guest no longer wants the order that waits. */
export function discardWaiting(): void {
  // Where another tab has just sent it, nothing is discarded, and nothing may say so.
  if (!checkout.discard()) return
  toast({ title: i18n.t('waitingOrder.discarded'), description: i18n.t('waitingOrder.discardedDescription') })
}
