import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

const TICK_MS = 10_000
const listeners = new Set<() => void>()
let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined

/** The server's time, in milliseconds since 1970; re-renders every ten seconds. All components share one timer. */
export function useServerNow(): number {
  return useOfServerNow((time) => time)
}

/** What follows from the server's time; re-renders only when it changes. */
export function useOfServerNow<Value extends number | boolean>(select: (now: number) => Value): Value {
  if (!timer) now = serverNow()
  return useSyncExternalStore(subscribe, () => select(now))
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
