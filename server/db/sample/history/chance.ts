/** Chance that falls the same way each time: all of it follows from a seed. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number
  /** Whether something happens that happens this often, from 0 (never) to 1 (always). */
  happens(often: number): boolean
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  /** Around a middle, two times in three within the spread, and never further away than three times that. */
  around(middle: number, spread: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** One of many, each as likely as its weight. */
  weighted<T>(choices: readonly T[], weight: (choice: T) => number): T
  shuffled<T>(things: readonly T[]): T[]
}

/** @param seed any whole number */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  // Mulberry32: four lines, and even enough for a restaurant.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    next,
    happens: (often) => next() < often,
    between: (from, to) => from + below(to - from + 1),
    around: (middle, spread) => middle + (next() + next() + next() - 1.5) * 2 * spread,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    weighted: (choices, weight) => {
      let left = next() * choices.reduce((sum, choice) => sum + weight(choice), 0)
      const found = choices.find((choice) => {
        left -= weight(choice)
        return left < 0
      })
      const chosen = found ?? choices.at(-1)
      if (chosen === undefined) throw new Error('there is nothing to choose from')
      return chosen
    },
    shuffled: (things) => {
      const order = things.map((thing) => ({ thing, at: next() }))
      return order.sort((a, b) => a.at - b.at).map(({ thing }) => thing)
    },
  }
}
