import { expect, it } from 'vitest'
import { tableStorm } from './table-storm.ts'

const STORMS = [
  { seed: 1, instances: 1 },
  { seed: 2, instances: 2 },
  { seed: 3, instances: 1 },
] as const

it.concurrent.each(STORMS)(
  'six phones at a table of $instances server(s), killed again and again (seed $seed), all show one cart and order it once',
  async (which) => {
    const { faults, acts, orders } = await tableStorm({ ...which, rounds: 2, blowsPerRound: 2 })
    expect(faults).toEqual([])
    expect(acts).toBeGreaterThanOrEqual(300)
    expect(orders).toBeGreaterThan(0)
  },
  150_000,
)
