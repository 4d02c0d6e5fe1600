import { useSyncExternalStore } from 'react'
import { isServerReachable } from './api.ts'

/** How often the server is checked while a component uses the result. */
const CHECK_INTERVAL_MS = 5_000

const listeners = new Set<() => void>()
let isReachable = false
/**
 * Number of checks started. Only the result of the last one counts: the connection may have changed since the others.
 */
let checks = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Whether the server can be reached: checked at once, every few seconds, and when the browser goes online or offline.
 * False until the server has responded. All components share one check.
 */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, () => isReachable)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    addEventListener('online', check)
    addEventListener('offline', check)
    void check()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('online', check)
    removeEventListener('offline', check)
    clearTimeout(timer)
    isReachable = false
  }
}

async function check(): Promise<void> {
  clearTimeout(timer)
  const thisCheck = ++checks
  const result = await isServerReachable()
  if (thisCheck !== checks || listeners.size === 0) return
  timer = setTimeout(check, CHECK_INTERVAL_MS)
  if (result === isReachable) return
  isReachable = result
  for (const listener of listeners) listener()
}
