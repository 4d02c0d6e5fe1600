import { useSyncExternalStore } from 'react'

/** How far the server's clock is ahead of this device's, in milliseconds; undefined until a response has said so. */
let aheadMs: number | undefined

/**
 * Sets the server's time from the `Date` header of a response that was just received.
 * @param receivedAt of an earlier response, in milliseconds by this device's clock: it counts until there is another
 */
export function setServerTime(date: string | null, receivedAt?: number): void {
  const ahead = Date.parse(date ?? '') - (receivedAt ?? Date.now())
  if (!Number.isNaN(ahead) && (receivedAt === undefined || aheadMs === undefined)) aheadMs = ahead
}

/** The server's time in ms since 1970: a tablet's may be wrong (docs/product/everywhere.md#everywhere-server-clock). */
export function serverNow(): number {
  return Date.now() + (aheadMs ?? 0)
}

export const serverDate = (): Date => new Date(serverNow())

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
