import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTACK_NAMES, Fortress } from './siege.ts'

// Guests and attackers have addresses of their own in 127.0.0.0/8; macOS has 127.0.0.1 alone.
describe.runIf(process.platform !== 'darwin')('under attack by one anonymous person', () => {
  let fortress: Fortress
  beforeAll(async () => {
    fortress = await Fortress.open()
  }, 60_000)
  afterAll(() => fortress.close())

  // A busy machine may stop for a moment; an attack that the server can't hold fails each time.
  it.each(ATTACK_NAMES)('%s: guests go on ordering', { retry: 2, timeout: 60_000 }, async (name) => {
    const { faults } = await fortress.endure(name, 1)
    expect(faults).toEqual([])
  })

  it('the board is small whatever was ordered, and soon there', { retry: 2, timeout: 60_000 }, async () => {
    await fortress.endure('orders as large as they go, from eight addresses', 5)
    const board = await fortress.board()
    expect(board.bytes).toBeLessThan(1_000_000)
    expect(board.took).toBeLessThan(2_000)
    expect(board.health).toBeLessThan(500)
  })
})
