import { expect, it } from 'vitest'
import { fiscalStorm } from './fiscal-storm.ts'

// `npm run faults` kills a hundred times.
it('a storm of fiscal receipts prints none twice, and loses none from sight', async () => {
  const { faults, receipts } = await fiscalStorm(74, 2, 10)
  expect(faults).toEqual([])
  expect(receipts).toBeGreaterThan(5)
})
