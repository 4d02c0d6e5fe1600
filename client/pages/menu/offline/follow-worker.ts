import i18n from 'i18next'
import { checkout } from '../../../areas/checkout/index.ts'
import { toast } from '../../../ui/toast/store.ts'
import { registerServiceWorker } from '../register-worker.ts'

const CHECK_INTERVAL_MS = 3_000

/**
 * Registers the menu's service worker, and offers a newer version once, when a reload would not interrupt the guest.
 * @returns a function after which nothing is offered any more
 */
export function followServiceWorker(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let isStopped = false
  void registerServiceWorker((takeOver) => {
    if (isStopped) return
    const offerIfFree = () => {
      if (!isFree()) return
      clearInterval(timer)
      toast({ title: i18n.t('offline.newVersion'), action: { label: i18n.t('offline.reload'), onAct: takeOver } })
    }
    clearInterval(timer)
    timer = setInterval(offerIfFree, CHECK_INTERVAL_MS)
    offerIfFree()
  })
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

/** Whether the page is visible, and the guest is neither in a dialog nor waiting for the outcome of an order. */
function isFree(): boolean {
  const { visibilityState } = document
  return (
    visibilityState === 'visible' &&
    checkout.state().phase === 'idle' &&
    document.querySelector('[role="dialog"], [role="alertdialog"]') === null
  )
}
