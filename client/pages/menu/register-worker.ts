import { Workbox } from 'workbox-window'

const QUIET_MS = 500

/**
 * Registers the service worker of the guest's menu. If that fails (no https, storage full or forbidden, installation
 * failed), the page works without it, and no error is reported.
 * @param onWaiting called when a newer version is waiting; its argument activates that version and reloads the page
 */
export async function registerServiceWorker(onWaiting: (takeOver: () => void) => void): Promise<void> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  try {
    const worker = new Workbox('/sw.js', { scope: '/menu' })
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
