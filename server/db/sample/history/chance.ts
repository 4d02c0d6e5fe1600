import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'

/** Random choices that follow from a seed, so that the same seed always makes the same choices. */
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
  const generator = mersenne(seed)
  const next = () => uniformFloat64(generator)
  return {
    next,
    happens: (often) => next() < often,
    between: (from, to) => uniformInt(generator, from, to),
    around: (middle, spread) => middle + (next() + next() + next() - 1.5) * 2 * spread,
    pick: (choices) => choices[uniformInt(generator, 0, choices.length - 1)] ?? choices[0],
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
