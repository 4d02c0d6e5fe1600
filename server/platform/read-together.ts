/**
 * Reads once for all who ask at the same time: a flood of callers takes one connection of the pool, not all. While a
 * reading is under way, those who ask wait for the next one and share it, so each gets what is read after they asked.
 */
export function readTogether<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let underway: Promise<Result> | undefined
  let next: Promise<Result> | undefined

  function begin(): Promise<Result> {
    const reading = read().finally(() => {
      underway = undefined
    })
    underway = reading
    return reading
  }

  return () => {
    if (!underway) return begin()
    const readNext = () => {
      next = undefined
      return underway ?? begin()
    }
    next ??= underway.then(readNext, readNext)
    return next
  }
}
