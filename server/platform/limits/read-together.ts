/**
 * Reads once for all who ask at the same time: a flood of callers takes one connection of the pool, not all. While a
 * reading is under way, those who ask wait for the next one and share it, so each gets what is read after they asked.
 */
export function readTogether<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let underway: Promise<Result> | undefined
  let next: Promise<Result> | undefined

  function begin(): Promise<Result> {
    next = undefined
    const reading = read()
    underway = reading
    // Where others wait, the next one begins right after this: until then who asks waits with them.
    const over = () => {
      if (!next) underway = undefined
    }
    reading.then(over, over)
    return reading
  }

  return () => {
    if (!underway) return begin()
    next ??= underway.then(begin, begin)
    return next
  }
}

/** The same for what is found by a key: one reading for all keys that were asked for meanwhile. */
export function lookUpTogether<Key, Found>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let asked = new Set<Key>()
  const found = readTogether(() => {
    const keys = [...asked]
    asked = new Set()
    return read(keys)
  })
  return async (key) => {
    asked.add(key)
    return (await found()).get(key)
  }
}
