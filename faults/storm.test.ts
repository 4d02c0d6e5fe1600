import { expect, it } from 'vitest'
import { onEmbedded } from '#server/testing/storage.ts'
import { storm } from './storm.ts'

/** Seeds of storms that once failed, with the fault that each found. */
const SEEDS = [
  { seed: 104295127, blowCount: 4, what: 'a database connection cut in a transaction ended the server' },
  {
    seed: 744020957,
    blowCount: 3,
    what: 'of a customer’s two concurrent first orders, the later counted as the first',
  },
]

// One is enough on an external PostgreSQL, where only the database's responses differ.
it.concurrent.each(onEmbedded ? SEEDS : SEEDS.slice(-1))(
  'a storm of orders with seed $seed ($what) stores each confirmed order once, with totals that match the orders',
  async ({ seed, blowCount }) => {
    const { faults, orders, changes, removals, claims } = await storm(seed, blowCount)
    expect(faults).toEqual([])
    expect(orders).toBeGreaterThan(20)
    expect(changes + removals + claims).toBeGreaterThan(5)
    expect(Math.min(removals, claims)).toBeGreaterThan(0)
  },
)
