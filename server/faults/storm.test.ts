import { expect, it } from 'vitest'
import { storm } from './storm.ts'

/** Seeds that once failed are added, with what they found. */
const SEEDS = [
  { seed: 7, what: 'a short one' },
  { seed: 104295127, what: 'a session cut in a transaction ended the server' },
  { seed: 744020957, what: 'of two first orders at once, the later one counted as the first' },
]

it.each(SEEDS)(
  'a storm of orders with seed $seed ($what) leaves each confirmed order once, and books that follow from the orders',
  async ({ seed }) => {
    const { faults, orders, changes, blows } = await storm(seed, 9_000)
    expect(faults).toEqual([])
    expect(orders).toBeGreaterThan(20)
    expect(changes).toBeGreaterThan(5)
    expect(blows.length).toBeGreaterThan(2)
  },
  60_000,
)
