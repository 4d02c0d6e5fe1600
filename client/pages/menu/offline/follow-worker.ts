import i18n from 'i18next'
import '../../../lib/words/deferred-words.ts'
import { checkout } from '../../../features/checkout/index.ts'
import { toast } from '../../../ui/toast/store.ts'
import { registerWorker } from '../register-worker.ts'

const LOOK_AGAIN_MS = 3_000

/**
 * Registers the menu's service worker, and says once when a newer version is ready: at a moment when loading the page anew
 * is in nobody's way. @returns a function after which nothing more is said
 */
export function followWorker(): () => void {
  let looking: ReturnType<typeof setInterval> | undefined
  let gone = false
  void registerWorker((takeOver) => {
    if (gone) return
    const look = () => {
      if (!isFree()) return
      clearInterval(looking)
      toast({ title: i18n.t('offline.newVersion'), action: { label: i18n.t('offline.reload'), onAct: takeOver } })
    }
    clearInterval(looking)
    looking = setInterval(look, LOOK_AGAIN_MS)
    look()
  })
  return () => {
    gone = true
    clearInterval(looking)
  }
}

/** Whether the guest is neither in a dialog nor waiting for an order's outcome. */
function isFree(): boolean {
  const { visibilityState } = document
  return (
    visibilityState === 'visible' &&
    checkout.state().phase === 'idle' &&
    document.querySelector('[role="dialog"], [role="alertdialog"]') === null
  )
}
