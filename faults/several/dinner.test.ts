import { expect, it } from 'vitest'
import { PROXY_NAME } from '#server/testing/proxy.ts'
import { dinner } from './dinner.ts'

// How soon they go on is measured by `npm run faults -- --kind dinner`.
it(`guests and board go on with one of two instances behind ${PROXY_NAME}, and nothing is lost or doubled`, async () => {
  const { faults, orders, taps } = await dinner(11, 150)
  expect(faults).toEqual([])
  expect(orders).toBeGreaterThan(20)
  expect(taps).toBeGreaterThan(200)
})
