import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTACK_NAMES, Fortress } from './siege.ts'

// Guests and attackers have addresses of their own in 127.0.0.0/8; macOS has 127.0.0.1 alone.
describe.runIf(process.platform !== 'darwin')('under attack by one anonymous person', () => {
  let fortress: Fortress
  beforeAll(async () => {
    fortress = await Fortress.open()
  })
  afterAll(() => fortress.close())

  // Every order and /healthz must be answered. How fast depends on the machine: `npm run faults` checks that.
  it.each(ATTACK_NAMES)('guests can still order: %s', async (name) => {
    const { faults } = await fortress.endure(name, 0.5)
    expect(faults).toEqual([])
  })

  it('the response that the board starts from stays below 1 MB', async () => {
    await fortress.endure('orders as large as they go, from eight addresses', 5)
    expect(await fortress.boardBytes()).toBeLessThan(1_000_000)
  })
})
