import { expect, it } from 'vitest'
import { serviceStorm } from './service/service-storm.ts'

// `npm run faults -- --kind service` takes other seeds.
it('a storm of marks, moves and removals leaves all screens with what the server has', async () => {
  const { faults, orders, ticks, statuses, moves, removals } = await serviceStorm(7, 3)
  expect(faults).toEqual([])
  expect(orders).toBeGreaterThan(10)
  expect(Math.min(ticks, statuses, moves, removals)).toBeGreaterThan(0)
})
