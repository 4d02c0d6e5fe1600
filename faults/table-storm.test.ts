import { expect, it } from 'vitest'
import { tableStorm } from './table-storm.ts'

// Between them every way to end a server or PostgreSQL; `npm run faults` does more rounds with other seeds.
const STORMS = [
  { seed: 5, instances: 1, rounds: 1 },
  { seed: 7, instances: 2, rounds: 2 },
] as const

it.concurrent.each(STORMS)(
  'six phones at a table of $instances server(s), killed repeatedly (seed $seed), show the same cart and place its order once',
  async (options) => {
    const { faults, acts, orders } = await tableStorm({ ...options, blowsPerRound: 2 })
    expect(faults).toEqual([])
    expect(acts).toBeGreaterThanOrEqual(150 * options.rounds)
    expect(orders).toBeGreaterThan(0)
  },
)
