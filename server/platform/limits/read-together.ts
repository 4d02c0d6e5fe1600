/**
 * Shares one read between concurrent callers, so that a flood of them uses one connection of the pool instead of all.
 * Callers during a read wait for the next one and share it, so that everyone's result was read after their call.
 */
export function readTogether<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined
  let next: Promise<Result> | undefined

  function begin(): Promise<Result> {
    next = undefined
    const reading = read()
    current = reading
    // If callers wait for the next read, it begins right after this one; further callers join them.
    const onEnd = () => {
      if (!next) current = undefined
    }
    reading.then(onEnd, onEnd)
    return reading
  }

  return () => {
    if (!current) return begin()
    next ??= current.then(begin, begin)
    return next
  }
}

/** Like `readTogether` for lookups by key: one read for all keys that were requested during the previous one. */
export function lookUpTogether<Key, Value>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let requested = new Set<Key>()
  const readValues = readTogether(() => {
    const keys = [...requested]
    requested = new Set()
    return read(keys)
  })
  return async (key) => {
    requested.add(key)
    return (await readValues()).get(key)
  }
}
