import { expect, it } from 'vitest'
import { storm } from './storm.ts'

/** Seeds that once failed, with what they found. */
const SEEDS = [
  { seed: 104295127, blowCount: 8, what: 'a session cut in a transaction ended the server' },
  { seed: 744020957, blowCount: 3, what: 'of two first orders at once, the later one counted as the first' },
]

it.each(SEEDS)(
  'a storm of orders with seed $seed ($what) leaves each confirmed order once, and books that follow from the orders',
  async ({ seed, blowCount }) => {
    const { faults, orders, changes } = await storm(seed, blowCount)
    expect(faults).toEqual([])
    expect(orders).toBeGreaterThan(20)
    expect(changes).toBeGreaterThan(5)
  },
  90_000,
)
