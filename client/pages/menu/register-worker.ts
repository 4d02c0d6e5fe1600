import { Workbox } from 'workbox-window'

/**
 * Registers the service worker of the guest's menu. Where that is not possible (no https, storage that is full or
 * forbidden, a worker that fails to install) the page goes on without it, and nothing is said.
 * @param onWaiting called when a newer version waits; it takes over, and the page is loaded anew, only when the function
 *   given is called
 */
export async function registerWorker(onWaiting: (takeOver: () => void) => void): Promise<void> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  try {
    const worker = new Workbox('/sw.js', { scope: '/menu' })
    worker.addEventListener('waiting', ({ sw }) =>
      onWaiting(() => {
        // Heard from the worker itself: the library tells nothing of one that waited before the page came. Other tabs go
        // on with their former parts, which the server still has.
        sw?.addEventListener('statechange', () => sw.state === 'activated' && location.reload())
        worker.messageSkipWaiting()
      }),
    )
    await worker.register()
  } catch {
    // The page is whole without it.
  }
}
