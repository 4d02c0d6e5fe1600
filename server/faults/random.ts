import { chanceFrom } from '#server/db/sample/history/chance.ts'

/** What a storm asks of chance. */
export interface Random {
  /** A whole number from 0 below `end`. */
  below(end: number): number
  chance(probability: number): boolean
  of<Value>(values: readonly Value[]): Value
}

/** Gives the same for the same seed. */
export function seeded(seed: number): Random {
  const chance = chanceFrom(seed)
  const below = (end: number) => chance.between(0, end - 1)
  return {
    below,
    chance: chance.happens,
    of: <Value>(values: readonly Value[]): Value => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('nothing to choose from')
      return value
    },
  }
}
