import { describe, expect, it } from 'vitest'
import { olderLines, restoreOlderLines } from './stored-cart.ts'

const soup = { id: 1, name: 'Soup', nameRo: 'Supă', price: 2850, imageUrl: '', tags: [] }
const cake = { id: 2, name: 'Cake', nameRo: 'Tort', price: 1800, imageUrl: '', tags: [] }
const menu = [soup, cake]

describe('a cart stored by an older version', () => {
  it.each([
    ['a plain list', [{ menuItemId: 1, quantity: 2, notes: 'hot' }]],
    ['an object with a total', { items: [{ id: 1, quantity: 2, notes: 'hot' }], total: 5700 }],
    [
      'lines that contain the dish',
      { version: 0, value: [{ menuItem: { id: 1, name: 'Soup' }, quantity: 2, notes: 'hot' }] },
    ],
  ])('is restored with the dishes of the current menu from %s', (_form, stored) => {
    expect(restoreOlderLines(olderLines(stored), [], menu)).toEqual({
      lines: [{ dish: soup, quantity: 2, notes: 'hot' }],
      gone: [],
      unreadable: false,
    })
  })

  it('reports dishes that are not on the menu, and that a line was unreadable', () => {
    const stored = {
      version: 0,
      value: [{ dish: { id: 9, name: 'Trout', nameRo: 'Păstrăv' }, quantity: 1 }, 'x', null],
    }
    expect(restoreOlderLines(olderLines(stored), [], menu)).toEqual({
      lines: [],
      gone: [{ name: 'Trout', nameRo: 'Păstrăv' }],
      unreadable: true,
    })
  })

  it('loses lines with an invalid quantity, and quantities above 99 become 99', () => {
    const stored = [
      { dish: soup, quantity: 1e6 },
      { dish: cake, quantity: -1 },
    ]
    const { lines, gone } = restoreOlderLines(olderLines(stored), [], menu)
    expect(lines).toEqual([{ dish: soup, quantity: 99 }])
    expect(gone).toEqual([{ name: 'Cake', nameRo: 'Tort' }])
  })

  it('adds no dish that is already in the cart', () => {
    const lines = [{ dish: soup, quantity: 3 }]
    expect(restoreOlderLines(olderLines([{ menuItemId: 1, quantity: 2 }]), lines, menu).lines).toEqual(lines)
  })
})

describe('a cart of this version', () => {
  it('has older lines only where a line is damaged', () => {
    const good = { dish: soup, quantity: 2 }
    expect(olderLines({ version: 1, value: [good] })).toEqual([])
    expect(olderLines({ version: 1, value: [good, { dish: cake, quantity: 0.5 }] })).toEqual([
      { dishId: 2, named: { name: 'Cake', nameRo: 'Tort' }, quantity: 0, notes: undefined },
    ])
  })

  it.each([undefined, null, [], { version: 1, value: [] }])('has no older lines if it is empty: %j', (stored) => {
    expect(olderLines(stored)).toEqual([])
  })

  it('is reported as unreadable if it is not a cart', () => {
    expect(restoreOlderLines(olderLines('not JSON'), [], menu).unreadable).toBe(true)
  })
})
