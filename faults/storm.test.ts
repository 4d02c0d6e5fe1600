import { expect, it } from 'vitest'
import { onEmbedded } from '#server/testing/storage.ts'
import { storm } from './storm.ts'

/** Seeds that once failed, with the fault that they found. */
const SEEDS = [
  { seed: 104295127, blowCount: 4, what: 'a session cut in a transaction ended the server' },
  { seed: 744020957, blowCount: 3, what: 'of two first orders at once, the later one counted as the first' },
]

// One is enough on an external PostgreSQL: only its responses differ there.
it.concurrent.each(onEmbedded ? SEEDS : SEEDS.slice(-1))(
  'a storm of orders with seed $seed ($what) leaves each confirmed order once, and books that follow from the orders',
  async ({ seed, blowCount }) => {
    const { faults, orders, changes, removals, claims } = await storm(seed, blowCount)
    expect(faults).toEqual([])
    expect(orders).toBeGreaterThan(20)
    expect(changes + removals + claims).toBeGreaterThan(5)
    expect(Math.min(removals, claims)).toBeGreaterThan(0)
  },
)
