import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { changesByOthers, everybodyReady, guestShares, guestsNotReady } from './guest-shares.ts'
import { applyCartFrame, type CartFrame, type KnownCart } from './table-cart.ts'

const ana: Participant = { id: 'ana', guestNumber: 1, name: 'Ana', isReady: true, isPresent: true }

const mihai: Participant = { id: 'mihai', guestNumber: 2, name: 'Mihai', isReady: true, isPresent: true }

const guests = [ana, mihai]

function line(id: number, participantId: string, fields: Partial<SharedLine> = {}): SharedLine {
  return {
    id,
    participantId,
    guestName: participantId,
    menuItemId: id,
    name: `Dish ${id}`,
    nameRo: `Preparat ${id}`,
    price: 1000,
    isOrderable: true,
    quantity: 1,
    notes: null,
    ...fields,
  }
}

describe('the shares of the guests', () => {
  it('begin with this page’s guest and follow in the order of joining, each with its subtotal', () => {
    const lines = [line(1, 'ana', { price: 2850 }), line(2, 'mihai', { quantity: 2 }), line(3, 'ana')]
    expect(guestShares(lines, guests, 'mihai').map(({ name, subtotal }) => [name, subtotal])).toEqual([
      ['Mihai', 2000],
      ['Ana', 3850],
    ])
  })

  it('leave out guests without lines, and take the name of a guest who has left from the line', () => {
    expect(guestShares([line(1, 'gone', { guestName: 'Ion' })], guests, 'ana')).toMatchObject([{ name: 'Ion' }])
  })

  it('always add up to the total', () => {
    const lines = fc.array(
      fc.record({
        participantId: fc.constantFrom('ana', 'mihai', 'somebody'),
        price: fc.nat(100_000),
        quantity: fc.integer({ min: 1, max: 99 }),
      }),
    )
    fc.assert(
      fc.property(lines, (generatedLines) => {
        const cart = generatedLines.map((fields, i) => line(i + 1, fields.participantId, fields))
        const shares = guestShares(cart, guests, 'ana')
        expect(shares.reduce((sum, { subtotal }) => sum + subtotal, 0)).toBe(linesTotal(cart))
        expect(shares.flatMap((share) => share.lines)).toHaveLength(cart.length)
      }),
    )
  })
})

describe('everybodyReady', () => {
  const cart = [line(1, 'ana')]
  it('is true if every present guest is ready and the cart is not empty', () => {
    expect(everybodyReady(guests, cart)).toBe(true)
    expect(everybodyReady(guests, [])).toBe(false)
    expect(everybodyReady([], cart)).toBe(false)
    expect(everybodyReady([ana, { ...mihai, isReady: false }], cart)).toBe(false)
  })

  it('ignores guests who are away', () => {
    const away = { ...mihai, isReady: false, isPresent: false }
    expect(everybodyReady([ana, away], cart)).toBe(true)
    expect(guestsNotReady([{ ...ana, isReady: false }, away])).toEqual([{ ...ana, isReady: false }])
    expect(everybodyReady([{ ...ana, isPresent: false }, away], cart)).toBe(false)
  })
})

describe('a cart frame', () => {
  const known: KnownCart = { version: 4, lines: [line(1, 'ana'), line(2, 'mihai')] }

  it('with the next version adds, replaces or removes a line', () => {
    expect(applyCartFrame(known, { type: 'ITEM_ADDED', version: 5, payload: line(3, 'ana') })).toEqual({
      version: 5,
      lines: [...known.lines, line(3, 'ana')],
    })
    expect(applyCartFrame(known, { type: 'ITEM_ADDED', version: 5, payload: line(1, 'ana', { quantity: 3 }) })).toEqual(
      {
        version: 5,
        lines: [line(1, 'ana', { quantity: 3 }), line(2, 'mihai')],
      },
    )
    expect(applyCartFrame(known, { type: 'ITEM_REMOVED', version: 5, payload: { itemId: 1 } })).toEqual({
      version: 5,
      lines: [line(2, 'mihai')],
    })
  })

  it.each<[string, CartFrame, 'old' | 'gap']>([
    ['of one change that was received before', { type: 'ITEM_REMOVED', version: 4, payload: { itemId: 1 } }, 'old'],
    ['of one change after a missed one', { type: 'ITEM_REMOVED', version: 6, payload: { itemId: 1 } }, 'gap'],
    ['of an older whole cart', { type: 'CART_ITEMS', version: 3, payload: [] }, 'old'],
  ])('%s is not applied', (_, frame, result) => {
    expect(applyCartFrame(known, frame)).toBe(result)
  })

  it('of the whole cart is accepted even if earlier frames were missed', () => {
    expect(applyCartFrame(known, { type: 'CART_UPDATED', version: 9, payload: [] })).toEqual({ version: 9, lines: [] })
    expect(applyCartFrame(undefined, { type: 'CART_ITEMS', version: 9, payload: [] })).toEqual({
      version: 9,
      lines: [],
    })
  })

  it('of one change, if it arrives before the whole cart, is reported as a gap', () => {
    expect(applyCartFrame(undefined, { type: 'ITEM_ADDED', version: 1, payload: line(1, 'ana') })).toBe('gap')
  })
})

describe('changes by other guests', () => {
  const before = [line(1, 'ana'), line(2, 'mihai'), line(3, 'mihai', { notes: 'hot' })]

  it('are the added, changed and removed lines, without this page’s own changes', () => {
    const after = [
      line(1, 'ana', { quantity: 5 }),
      line(3, 'mihai', { notes: 'mild' }),
      line(4, 'ioana'),
      line(5, 'ana'),
    ]
    expect(changesByOthers(before, after, 'ana').map(({ kind, line: { id } }) => [kind, id])).toEqual([
      ['changed', 3],
      ['added', 4],
      ['removed', 2],
    ])
  })

  it('include the removal of the guest’s own line by another guest', () => {
    expect(changesByOthers(before, before.slice(1), 'ana')).toEqual([{ kind: 'removed', line: before[0] }])
  })

  it('are none if only the id of a line has changed', () => {
    expect(changesByOthers([line(-1, 'ana', { menuItemId: 1 })], [line(7, 'ana', { menuItemId: 1 })], 'ana')).toEqual(
      [],
    )
    expect(changesByOthers(before, before, 'ana')).toEqual([])
  })
})
