import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { orderableTotal } from '#shared/domain/orders/cart.ts'
import { sampleSharedLine } from '../../testing/samples.ts'
import { guestsNotReady, sendingOf, shortGuestName } from './session.ts'
import { applyCartFrame, guestShares, newTableState, type TableState, type VersionedFrame } from './table-cart.ts'

const ana: Participant = { id: 'ana', guestNumber: 1, name: 'Ana', isReady: true, isPresent: true, isAway: false }

const mihai: Participant = { id: 'mihai', guestNumber: 2, name: 'Mihai', isReady: true, isPresent: true, isAway: false }

const guests = [ana, mihai]

const line = (id: number, participantId: string, fields: Partial<SharedLine> = {}) =>
  sampleSharedLine({
    ...{ id, participantId, guestName: participantId, menuItemId: id, name: `Dish ${id}`, nameRo: `Preparat ${id}` },
    ...{ price: 1000, quantity: 1, ...fields },
  })

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

  it('leave out what is sold out', () => {
    const lines = [line(1, 'ana', { price: 2850, isOrderable: false }), line(2, 'ana')]
    expect(guestShares(lines, guests, 'ana')).toMatchObject([{ subtotal: 1000, lines: [{ id: 1 }, { id: 2 }] }])
  })

  it('always add up to the total', () => {
    const lines = fc.array(
      fc.record({
        participantId: fc.constantFrom('ana', 'mihai', 'somebody'),
        price: fc.nat(100_000),
        quantity: fc.integer({ min: 1, max: 99 }),
        isOrderable: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(lines, (generatedLines) => {
        const cart = generatedLines.map((fields, i) => line(i + 1, fields.participantId, fields))
        const shares = guestShares(cart, guests, 'ana')
        expect(shares.reduce((sum, { subtotal }) => sum + subtotal, 0)).toBe(orderableTotal(cart))
        expect(shares.flatMap((share) => share.lines)).toHaveLength(cart.length)
      }),
    )
  })
})

describe('the order can be sent', () => {
  const lines = [line(1, 'ana')]
  const at = (others: readonly Participant[], more: object = {}) =>
    sendingOf({ ...newTableState('ana'), cart: { version: 1, lines }, guests: others, ...more })
  const waiting = { ...mihai, isReady: false }
  const away = { ...waiting, isAway: true }

  it('once every present guest is ready, the cart is not empty and every change is confirmed', () => {
    expect(at(guests)).toEqual([])
    expect(at([ana])).toEqual([])
    expect(at([ana, waiting])).toBeUndefined()
    expect(at([{ ...ana, isReady: false }, mihai])).toBeUndefined()
    expect(at(guests, { cart: { version: 1, lines: [] } })).toBeUndefined()
    expect(at(guests, { pending: [{ ref: 1, change: { kind: 'remove', itemId: 1 } }] })).toBeUndefined()
    expect([at([]), sendingOf(newTableState('ana'))]).toEqual([undefined, undefined])
  })

  it('by a guest who is alone only once they are ready', () => {
    expect(at([{ ...ana, isReady: false }])).toBeUndefined()
    expect(at([{ ...ana, isReady: false }, away])).toBeUndefined()
  })

  it('without those who are away, but never without somebody who is here', () => {
    expect(at([ana, away])).toEqual([away])
    const dan = { ...mihai, id: 'dan' }
    expect(at([ana, dan, away])).toEqual([away])
    expect(at([{ ...ana, isReady: false }, dan, away])).toBeUndefined()
    expect(at([ana, { ...dan, isReady: false }, away])).toBeUndefined()
  })

  it('without naming those who have been absent for so long that nobody waits for them', () => {
    const absent = { ...away, isPresent: false }
    expect(at([ana, absent])).toEqual([])
    expect(guestsNotReady([{ ...ana, isReady: false }, absent])).toEqual([{ ...ana, isReady: false }])
    expect(at([{ ...ana, isPresent: false, isAway: true }, absent])).toBeUndefined()
  })
})

it.each([
  ['Ana', 'Ana'],
  ['Ștefan-Alexandru', 'Ștefan\u2011A.'],
  ['Ana Maria Popescu', 'Ana\u00a0M.'],
  ['Ana-Lu', 'Ana-Lu'],
  ['Bartholomeus', 'Bartholomeus'],
  ['  Constantin ', '  Constantin '],
])('the short name of %j is %j', (name, short) => {
  expect(shortGuestName(name)).toBe(short)
})

describe('a cart frame', () => {
  const known: NonNullable<TableState['cart']> = { version: 4, lines: [line(1, 'ana'), line(2, 'mihai')] }

  it('with the next version adds, replaces or removes a line', () => {
    expect(applyCartFrame(known, { type: 'ITEM_ADDED', version: 5, payload: line(3, 'ana') })).toEqual({
      version: 5,
      lines: [...known.lines, line(3, 'ana')],
    })
    expect(applyCartFrame(known, { type: 'ITEM_ADDED', version: 5, payload: line(1, 'ana', { quantity: 3 }) })).toEqual(
      { version: 5, lines: [line(1, 'ana', { quantity: 3 }), line(2, 'mihai')] },
    )
    expect(applyCartFrame(known, { type: 'ITEM_REMOVED', version: 5, payload: { itemId: 1 } })).toEqual({
      version: 5,
      lines: [line(2, 'mihai')],
    })
  })

  it.each<[string, VersionedFrame, 'old' | 'gap']>([
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
