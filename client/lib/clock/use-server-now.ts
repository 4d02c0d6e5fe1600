import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const TICK_MS = 10_000
const listeners = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined

/** The server's time, in milliseconds since 1970; re-renders every ten seconds. All components share one timer. */
export function useServerNow(): number {
  if (!timer) now = serverNow()
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = serverNow()
    for (const listener of listeners) listener()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
