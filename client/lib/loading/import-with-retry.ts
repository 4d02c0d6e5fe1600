import { isServerReachable } from '../api/api.ts'

const AGAIN_AFTER_MS = 2_000
/** A page that was loaded anew for a missing part is not loaded anew again for it within this time. */
const RELOAD_AT_MOST_EVERY_MS = 60_000
const RELOADED = 'masa.reloaded'

export interface RetriedImport<Module> {
  /** For a part that is drawn: waits as long as it takes. Nothing stands in its place, and the page goes on. */
  (): Promise<Module>
  /** Fetches it before it is needed; what fails is left for later. */
  prefetch: () => void
}

/**
 * Fetches a part of the page's code when it is needed. A missing dialog must never take an order down with it: while
 * the server is away it is waited for. Browsers remember a failed import for the life of the page, so a part that still
 * fails when the server is back (or was replaced by a newer one) is had by loading the page anew; cart and attempt are
 * kept in the browser.
 *
 * Vite's event `vite:preloadError` does not suffice: it can't keep the import waiting, and it does not say whether a
 * part is needed or was only prefetched, for which no page may be loaded anew under its guest.
 */
export function importWithRetry<Module>(
  load: () => Promise<Module>,
  surroundings = { isServerReachable, reload: () => void reloadOnce() },
): RetriedImport<Module> {
  let found: Module | undefined
  let failed = false

  async function attempt(): Promise<Module | undefined> {
    try {
      found = await load()
    } catch {
      failed = true
    }
    return found
  }

  async function needed(): Promise<Module> {
    for (;;) {
      const part = found ?? (await attempt())
      if (part !== undefined) return part
      if (failed && (await surroundings.isServerReachable())) {
        if ((await attempt()) === undefined) surroundings.reload()
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    }
  }

  let waiting: Promise<Module> | undefined
  const whenNeeded = () => {
    waiting ??= needed()
    return waiting
  }
  return Object.assign(whenNeeded, { prefetch: () => void attempt() })
}

async function reloadOnce(): Promise<void> {
  try {
    const before = Number(sessionStorage.getItem(RELOADED))
    if (Date.now() - before < RELOAD_AT_MOST_EVERY_MS) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    // If the reload cannot be remembered, the page might reload for ever.
    return
  }
  await forgetWorker()
  location.reload()
}

/** A service worker would give the same page again, whose part is missing. It is registered anew by the page that comes. */
async function forgetWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.unregister()
  } catch {
    // Where there is no worker to be had, there is none in the way.
  }
}
