import { expect, it } from 'vitest'
import { reservationStorm } from './reservation-storm.ts'

// `npm run faults` kills eight times.
it('a storm of reservations stores each confirmed one once, and no two at the same table', async () => {
  const { faults, reservations, onPages } = await reservationStorm(72, 2)
  expect(faults).toEqual([])
  expect(onPages).toBeGreaterThan(3)
  expect(reservations).toBeGreaterThan(10)
})
