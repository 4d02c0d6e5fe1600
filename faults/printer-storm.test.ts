import { expect, it } from 'vitest'
import { printerStorm } from './printer-storm.ts'

it('a storm at the printers leaves each ticket on paper exactly once, or named', async () => {
  const { faults, orders, papers, named } = await printerStorm(40, 60, 2)
  expect(faults).toEqual([])
  expect(orders).toBeGreaterThan(50)
  expect(papers).toBeGreaterThan(orders / 2)
  expect(named).toBeLessThan(orders)
})
