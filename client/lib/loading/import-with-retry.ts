import { useEffect, useState } from 'react'
import { isServerReachable } from '../api/api.ts'

const RETRY_AFTER_MS = 2_000
/** The longest pause between two attempts: each is twice as long as the one before. */
const LONGEST_PAUSE_MS = 30_000
/** What ends a pause, and makes the next one short again: the network is back, or somebody uses the page. */
const WAKING = ['online', 'visibilitychange', 'click']
/** A page that was reloaded for a missing part is not reloaded again within this time. */
const RELOAD_INTERVAL_MS = 60_000
const RELOADED_AT_KEY = 'masa.reloaded'
const OPEN_OR_TYPED = '[role=dialog], [role=alertdialog], :is(input, textarea):focus'

const BROWSER = {
  isServerReachable: () => isServerReachable(),
  reload: () => void reloadOnce(),
  loadStyles: missingStyles,
}

/** For parts without anything to see, such as words, which the page's first view waits for. */
export const WITHOUT_STYLES = { loadStyles: async () => {} }

interface RetriedImport<Module> {
  /** Loads the part; retries until it succeeds. */
  (): Promise<Module>
  /** Loads the part before it is needed; does not retry, and never rejects. */
  prefetch: () => Promise<Module | undefined>
}

/**
 * Loads a part of the page's code when it is needed. A failed import must not lose a guest's order: while the server is
 * unreachable, the import waits. Browsers cache a failed import for the life of the page, so if it still fails when the
 * server is back (or was updated), the page is reloaded once nothing is open or typed; cart and order attempt are in the
 * browser's storage.
 *
 * Vite's event `vite:preloadError` does not suffice: it cannot keep the import waiting, and it does not distinguish a
 * part that is needed from one that is only prefetched, for which the page must not be reloaded.
 */
export function importWithRetry<Module>(
  load: () => Promise<Module>,
  environment: Partial<typeof BROWSER> = {},
): RetriedImport<Module> {
  const { isServerReachable, reload, loadStyles } = { ...BROWSER, ...environment }
  let loaded: Module | undefined
  let failed = false

  async function attempt(): Promise<Module | undefined> {
    try {
      ;[loaded] = await Promise.all([load(), loadStyles()])
    } catch {
      failed = true
    }
    return loaded
  }

  async function loadWithRetry(): Promise<Module> {
    for (let pause = RETRY_AFTER_MS; ; ) {
      const part = loaded ?? (await attempt())
      if (part !== undefined) return part
      if (failed && (await isServerReachable())) {
        if ((await attempt()) === undefined) reload()
      }
      const over = new AbortController()
      const waking = await new Promise((resolve) => {
        setTimeout(resolve, pause)
        for (const type of WAKING) addEventListener(type, resolve, over)
      })
      over.abort()
      pause = waking ? RETRY_AFTER_MS : Math.min(2 * pause, LONGEST_PAUSE_MS)
    }
  }

  let loading: Promise<Module> | undefined
  const loadOnce = () => {
    loading ??= loadWithRetry()
    return loading
  }
  return Object.assign(loadOnce, { prefetch: attempt })
}

async function reloadOnce(): Promise<void> {
  if (document.querySelector(OPEN_OR_TYPED)) return
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY))
    if (Date.now() - reloadedAt < RELOAD_INTERVAL_MS) return
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
  } catch {
    // Without storage, the page might reload again and again.
    return
  }
  await unregisterWorker()
  location.reload()
}

/** The service worker would serve the same page, whose part is missing. The reloaded page registers it again. */
async function unregisterWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.unregister()
  } catch {
    // Without access to service workers, there is none to unregister.
  }
}

/**
 * Loads the style sheets that are missing: those that a server-rendered page lacks, as earlier they would delay the code,
 * and those that were lost, which the page's first script marks likewise. Rejects if one is lost again.
 */
async function missingStyles(): Promise<void> {
  if (typeof document === 'undefined') return
  await Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[data-later], link[rel=""]')].map(loadStyles))
}

function loadStyles(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // Also while it loads: several parts may wait for it.
    link.dataset.later = ''
    link.addEventListener('load', resolve)
    link.addEventListener('load', () => link.removeAttribute('data-later'))
    link.addEventListener('error', reject)
    link.rel = 'stylesheet'
  })
}

/** Loads the missing styles of a page's first view; retries until it succeeds. */
export const allStyles = importWithRetry(async () => true)

/** Calls `run` when the browser is idle, or after a few seconds. @returns a function that cancels the call */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const { cancelIdleCallback } = window
    const handle = requestIdleCallback(run, { timeout: 4000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 1200)
  return () => clearTimeout(timer)
}

const TOUCHES = ['pointerdown', 'keydown', 'click'] as const

/** Whether the page was idle once, was touched, or `isNeeded`: what is no part of the first view is loaded then. */
export function useIdleOrTouched(isNeeded = false): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (isNeeded) setReady(true)
  }, [isNeeded])
  useEffect(() => {
    const start = () => setReady(true)
    // What a press changes is rendered before; a key may be for the part that waits for it.
    const touched = ({ type }: Event) => (type === 'keydown' ? start() : void setTimeout(start))
    const cancel = whenIdle(start)
    for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, once: true })
    return () => {
      cancel()
      for (const touch of TOUCHES) removeEventListener(touch, touched, { capture: true })
    }
  }, [])
  return isReady
}
