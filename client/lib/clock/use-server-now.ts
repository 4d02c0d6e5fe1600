import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const TICK_MS = 10_000
const watchers = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined

/** The server's time in milliseconds, drawn again every ten seconds. One timer serves all that show it. */
export function useServerNow(): number {
  if (!timer) now = serverNow()
  return useSyncExternalStore(watchNow, () => now)
}

function watchNow(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    now = serverNow()
    for (const told of watchers) told()
  }, TICK_MS)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
