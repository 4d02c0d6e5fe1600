import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const TICK_MS = 10_000
const watchers = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined

/** The server's time, in milliseconds since 1970; re-renders every ten seconds. All components share one timer. */
export function useServerNow(): number {
  if (!timer) now = serverNow()
  return useSyncExternalStore(watchNow, () => now)
}

function watchNow(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    now = serverNow()
    for (const watcher of watchers) watcher()
  }, TICK_MS)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
