import { expect, it } from 'vitest'
import { promotionsQuery } from './carousel.tsx'

it('promotions are fresh for 5 minutes and cached for 30', () => {
  expect(promotionsQuery.queryKey).toEqual(['/api/promotions'])
  expect([promotionsQuery.staleTime, promotionsQuery.gcTime]).toEqual([300_000, 1_800_000])
})
