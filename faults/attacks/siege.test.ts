import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTACK_NAMES, Fortress } from './siege.ts'

// Guests and attackers use separate addresses in 127.0.0.0/8; macOS has only 127.0.0.1.
describe.runIf(process.platform !== 'darwin')('under attack by one anonymous person', () => {
  let fortress: Fortress
  beforeAll(async () => {
    fortress = await Fortress.open()
  })
  afterAll(() => fortress.close())

  // Every order and /healthz must succeed. How fast depends on the machine, so only `npm run faults` checks that.
  it.each(ATTACK_NAMES)('guests can still order: %s', async (name) => {
    const { faults } = await fortress.withstand(name, 0.5)
    expect(faults).toEqual([])
  })

  it('the response with the orders for the Orders tab stays below 1 MB', async () => {
    await fortress.withstand('orders of maximum size, from eight addresses', 5)
    expect(await fortress.boardBytes()).toBeLessThan(1_000_000)
  })
})
