/** The least time between two messages about one thing, in milliseconds. */
const LEAST_BETWEEN_MS = 1_000

export interface Bursts<Key> {
  heard(key: Key): void
  close(): void
}

/**
 * Tells of each thing that it hears of at once, and then at most once a second, the last change of a burst always
 * included (docs/product.md#live-changed).
 */
export function atMostOnceASecond<Key>(tell: (key: Key) => void): Bursts<Key> {
  /** For each thing that was told of within the last second: whether it has changed since. */
  const changedSince = new Map<Key, boolean>()
  const timers = new Set<NodeJS.Timeout>()

  function tellNow(key: Key): void {
    tell(key)
    changedSince.set(key, false)
    const timer = setTimeout(() => {
      timers.delete(timer)
      const again = changedSince.get(key)
      changedSince.delete(key)
      if (again) tellNow(key)
    }, LEAST_BETWEEN_MS)
    timers.add(timer)
  }

  return {
    heard(key) {
      if (changedSince.has(key)) changedSince.set(key, true)
      else tellNow(key)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
