import { expect, it } from 'vitest'
import { webhookStorm } from './webhook-storm.ts'

// `npm run faults` takes 300 orders and eight kills.
it('a storm while events wait loses none', async () => {
  const { faults, orders, events } = await webhookStorm(58, 20, 1)
  expect(faults).toEqual([])
  expect(orders).toBeGreaterThanOrEqual(20)
  expect(events).toBeGreaterThan(orders)
})
