import { describe, expect, it } from 'vitest'
import { MAX_LINES, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { sampleDish } from '../../testing/samples.ts'
import { type Round, roundOrder, roundTotal, shownLines, withNotes, withOneMore, withQuantity } from './round-drafts.ts'

const soup = { menuItemId: 7, guestName: null }
const soupOfTwo = { menuItemId: 7, guestName: 'seat 2' }

describe('a round', () => {
  it('counts a dish for each seat, and for the whole table', () => {
    const round = [soup, soupOfTwo, soup].reduce<Round>(withOneMore, [])
    expect(round.map(({ guestName, quantity }) => [guestName, quantity])).toEqual([
      [null, 2],
      ['seat 2', 1],
    ])
    expect(withQuantity(round, soup, 0)).toEqual([{ ...soupOfTwo, quantity: 1, notes: '' }])
  })

  it('takes no more than an order may have', () => {
    const full = withQuantity(withOneMore([], soup), soup, MAX_QUANTITY)
    expect(withOneMore(full, soup)).toEqual(full)
    const long = Array.from({ length: MAX_LINES }, (_, menuItemId) => ({ menuItemId, guestName: 'seat 1' }))
    const round = long.reduce<Round>(withOneMore, [])
    expect(withOneMore(round, soup)).toHaveLength(MAX_LINES)
  })

  it('is ordered for its table, with prices of the menu, notes and seats', () => {
    const round = withNotes(withOneMore(withOneMore([], soup), soupOfTwo), soupOfTwo, ' no cream ')
    const lines = shownLines(round, [sampleDish({ id: 7, price: 2850 })])
    expect(roundOrder(lines, { id: 70, name: 'Table 7' }, ' all together ')).toMatchObject({
      items: [
        { menuItemId: 7, quantity: 1 },
        { menuItemId: 7, quantity: 1, notes: 'no cream', guestName: 'seat 2' },
      ],
      tableId: 70,
      total: 5700,
      customerName: 'Table 7',
      phoneNumber: '0000000000',
      notes: 'all together',
    })
    expect(roundOrder(lines, { id: 70, name: 'Table 7' }, ' ').notes).toBeNull()
  })

  it('shows without a dish what is sold out or gone', () => {
    const round = [soup, { menuItemId: 8, guestName: null }, { menuItemId: 9, guestName: null }].reduce<Round>(
      withOneMore,
      [],
    )
    const menu = [sampleDish({ id: 7 }), sampleDish({ id: 8, soldOutUntil: '2026-11-21T02:00:00.000Z' })]
    const lines = shownLines(round, menu)
    expect(lines.map(({ dish }) => dish?.id)).toEqual([7, undefined, undefined])
    expect(roundTotal(lines)).toBe(2850)
  })
})
