import { Workbox } from 'workbox-window'
import { checkout } from '../../areas/checkout/index.ts'
import { t, toast } from '../../ui/index.ts'

const QUIET_MS = 500

/**
 * Registers the service worker of the guest's menu. If that fails (no https, storage full or forbidden, installation
 * failed), the page works without it, and no error is reported.
 * @param onWaiting called when a newer version is waiting; its argument activates that version and reloads the page
 */
export async function registerServiceWorker(onWaiting: (takeOver: () => void) => void): Promise<void> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  try {
    const worker = new Workbox('/sw.js')
    worker.addEventListener('waiting', ({ sw }) =>
      onWaiting(() => {
        // Listens to the worker itself, because Workbox reports no events of a worker that was waiting before the page
        // was loaded. Other tabs continue with the former build, whose files the server still has.
        sw?.addEventListener('statechange', () => sw.state === 'activated' && location.reload())
        // Chromium postpones the activation for minutes if the active worker is just serving a file, such as one that the
        // pointer requests when the offer disappears from under it.
        setTimeout(() => worker.messageSkipWaiting(), QUIET_MS)
      }),
    )
    await worker.register()
  } catch {
    // The page works without the worker.
  }
}

const CHECK_INTERVAL_MS = 3_000

/**
 * Registers the menu's service worker, and offers a newer version once, when a reload would not interrupt the guest.
 * @returns a function after which nothing is offered any more
 */
export function followServiceWorker(register = registerServiceWorker): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let isStopped = false
  void register((takeOver) => {
    if (isStopped) return
    const offerIfFree = () => {
      if (!isFree()) return
      clearInterval(timer)
      toast({ title: t('offline.newVersion'), action: { label: t('common.reload'), onAct: takeOver } })
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
