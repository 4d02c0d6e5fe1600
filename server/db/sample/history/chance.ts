import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'

/** A seeded random generator: the same seed always gives the same choices. */
export interface Chance {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** True with this probability, from 0 to 1. */
  happens(probability: number): boolean
  /** A whole number, both bounds inclusive. */
  between(from: number, to: number): number
  /** A number around `middle`: two times in three within `spread`, never further away than three times `spread`. */
  around(middle: number, spread: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** One of the choices, with probabilities proportional to the weights. */
  weighted<T>(choices: readonly T[], weight: (choice: T) => number): T
  shuffled<T>(things: readonly T[]): T[]
}

/** @param seed any whole number */
export function chanceFrom(seed: number): Chance {
  const generator = mersenne(seed)
  const next = () => uniformFloat64(generator)
  return {
    next,
    happens: (probability) => next() < probability,
    between: (from, to) => uniformInt(generator, from, to),
    around: (middle, spread) => middle + (next() + next() + next() - 1.5) * 2 * spread,
    pick: (choices) => choices[uniformInt(generator, 0, choices.length - 1)] ?? choices[0],
    weighted: (choices, weight) => {
      let remaining = next() * choices.reduce((sum, choice) => sum + weight(choice), 0)
      const match = choices.find((choice) => {
        remaining -= weight(choice)
        return remaining < 0
      })
      const chosen = match ?? choices.at(-1)
      if (chosen === undefined) throw new Error('there is nothing to choose from')
      return chosen
    },
    shuffled: (things) => {
      const order = things.map((thing) => ({ thing, at: next() }))
      return order.sort((a, b) => a.at - b.at).map(({ thing }) => thing)
    },
  }
}
