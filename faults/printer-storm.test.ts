import { expect, it } from 'vitest'
import { printerStorm } from './printer-storm.ts'

// `npm run faults` takes a thousand orders and twenty kills.
it('a storm at the printers leaves each ticket on paper exactly once, or named', async () => {
  const { faults, orders, papers, named } = await printerStorm(40, 30, 1)
  expect(faults).toEqual([])
  expect(orders).toBeGreaterThan(25)
  expect(papers).toBeGreaterThan(orders / 2)
  expect(named).toBeLessThan(orders)
})
