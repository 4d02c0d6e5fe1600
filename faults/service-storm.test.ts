import { expect, it } from 'vitest'
import { onEmbedded } from '#server/testing/storage.ts'
import { serviceStorm } from './service/service-storm.ts'

// One is enough on an external PostgreSQL, where only the database's responses differ.
it.concurrent.each(onEmbedded ? [20261122, 7] : [7])(
  'a storm of marks, moves and removals with seed %i leaves all screens with what the server has',
  async (seed) => {
    const { faults, orders, ticks, statuses, moves, removals } = await serviceStorm(seed, 3)
    expect(faults).toEqual([])
    expect(orders).toBeGreaterThan(10)
    expect(Math.min(ticks, statuses, moves, removals)).toBeGreaterThan(0)
  },
)
