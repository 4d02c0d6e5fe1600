/** A source of chance that gives the same for the same seed. */
export interface Random {
  /** A whole number from 0 below `end`. */
  below(end: number): number
  chance(probability: number): boolean
  of<Value>(values: readonly Value[]): Value
}

/** mulberry32: small, and even enough for choosing what happens next. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    chance: (probability) => next() < probability,
    of: <Value>(values: readonly Value[]): Value => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('nothing to choose from')
      return value
    },
  }
}
