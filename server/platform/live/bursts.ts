const MIN_INTERVAL_MS = 1_000

/** Rate-limited notifications by key. */
export interface RateLimitedNotifier<Key> {
  notify(key: Key): void
  close(): void
}

/**
 * Limits notifications to one per key and second. The first change of a burst is notified immediately, and the last
 * change always is (docs/product/live-channel.md#live-changed).
 */
export function atMostOnceASecond<Key>(notify: (key: Key) => void): RateLimitedNotifier<Key> {
  /** Keys notified within the last second, and whether they have changed since. */
  const changedSince = new Map<Key, boolean>()
  const timers = new Set<NodeJS.Timeout>()

  function notifyNow(key: Key): void {
    notify(key)
    changedSince.set(key, false)
    const timer = setTimeout(() => {
      timers.delete(timer)
      const hasChanged = changedSince.get(key)
      changedSince.delete(key)
      if (hasChanged) notifyNow(key)
    }, MIN_INTERVAL_MS)
    timers.add(timer)
  }

  return {
    notify(key) {
      if (changedSince.has(key)) changedSince.set(key, true)
      else notifyNow(key)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
