import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { mersenne } from 'pure-rand/generator/mersenne'

/** Makes the random choices of a storm. */
export interface Random {
  /** A whole number from 0 to `end` - 1. */
  below(end: number): number
  chance(probability: number): boolean
  of<Value>(values: readonly Value[]): Value
}

/** Returns random choices that depend only on the seed, so that a failed storm can be repeated. */
export function seeded(seed: number): Random {
  const generator = mersenne(seed)
  const below = (end: number) => uniformInt(generator, 0, end - 1)
  return {
    below,
    chance: (probability) => uniformFloat64(generator) < probability,
    of: <Value>(values: readonly Value[]): Value => {
      if (values.length === 0) throw new Error('nothing to choose from')
      return values[below(values.length)] as Value
    },
  }
}
