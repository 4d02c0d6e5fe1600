import { describe, expect, it } from 'vitest'
import { olderLines, rescue } from './stored-cart.ts'

const soup = { id: 1, name: 'Soup', nameRo: 'Supă', price: 2850, imageUrl: '', tags: [] }
const cake = { id: 2, name: 'Cake', nameRo: 'Tort', price: 1800, imageUrl: '', tags: [] }
const menu = [soup, cake]

describe('a cart that an older version stored', () => {
  it.each([
    ['a bare list', [{ menuItemId: 1, quantity: 2, notes: 'hot' }]],
    ['one that keeps a total', { items: [{ id: 1, quantity: 2, notes: 'hot' }], total: 5700 }],
    ['dishes inside', { version: 0, value: [{ menuItem: { id: 1, name: 'Soup' }, quantity: 2, notes: 'hot' }] }],
  ])('comes back under the dishes of today: %s', (_form, kept) => {
    expect(rescue(olderLines(kept), [], menu)).toEqual({
      lines: [{ dish: soup, quantity: 2, notes: 'hot' }],
      gone: [],
      unreadable: false,
    })
  })

  it('names what the menu lacks, and says that something could not be read', () => {
    const kept = { version: 0, value: [{ dish: { id: 9, name: 'Trout', nameRo: 'Păstrăv' }, quantity: 1 }, 'x', null] }
    expect(rescue(olderLines(kept), [], menu)).toEqual({
      lines: [],
      gone: [{ name: 'Trout', nameRo: 'Păstrăv' }],
      unreadable: true,
    })
  })

  it('takes no quantity that is none, and at most 99', () => {
    const kept = [
      { dish: soup, quantity: 1e6 },
      { dish: cake, quantity: -1 },
    ]
    const { lines, gone } = rescue(olderLines(kept), [], menu)
    expect(lines).toEqual([{ dish: soup, quantity: 99 }])
    expect(gone).toEqual([{ name: 'Cake', nameRo: 'Tort' }])
  })

  it('does not double a dish that is in the cart', () => {
    const lines = [{ dish: soup, quantity: 3 }]
    expect(rescue(olderLines([{ menuItemId: 1, quantity: 2 }]), lines, menu).lines).toEqual(lines)
  })
})

describe('a cart of this version', () => {
  it('has nothing older about it but the lines that came to harm', () => {
    const good = { dish: soup, quantity: 2 }
    expect(olderLines({ version: 1, value: [good] })).toEqual([])
    expect(olderLines({ version: 1, value: [good, { dish: cake, quantity: 0.5 }] })).toEqual([
      { dishId: 2, named: { name: 'Cake', nameRo: 'Tort' }, quantity: 0, notes: undefined },
    ])
  })

  it.each([undefined, null, [], { version: 1, value: [] }])('that is empty has lost nothing: %j', (kept) => {
    expect(olderLines(kept)).toEqual([])
  })

  it('that is no cart at all could not be read', () => {
    expect(rescue(olderLines('not JSON'), [], menu).unreadable).toBe(true)
  })
})
