import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CarriedLine } from './carry-over.ts'
import { dishOf, SOLD_OUT } from './table-model.fixture.ts'
import { tableOf } from './table-phone.fixture.ts'
import { receiveCart } from './table-state.ts'
import { linesNotTaken, unconfirmedLines } from './unconfirmed.ts'

const line = (id: number, quantity = 1, notes?: string): CarriedLine => ({ dish: dishOf(id), quantity, notes })
const many = (count: number, notes?: string) => Array.from({ length: count }, (_, i) => line(i + 20, 1, notes))

describe('joining the same session again', () => {
  it('from the same page swallows no taps', () => {
    const { first, settle, model } = tableOf('ana')
    for (let id = 1; id <= 3; id++) first.change({ kind: 'add', dish: dishOf(id), quantity: 1 })
    settle()
    first.sitDownAnew()
    settle()
    first.change({ kind: 'add', dish: dishOf(5), quantity: 1 })
    first.change({ kind: 'add', dish: dishOf(6), quantity: 1 })
    settle()
    expect(model.lines.map(({ menuItemId }) => menuItemId)).toEqual([1, 2, 3, 5, 6])
  })

  it('under a page name that the server knows continues after its last number', () => {
    const { first } = tableOf('ana')
    const heard = receiveCart(first.view, { type: 'CART_ITEMS', payload: [], version: 9, ref: 7 })
    expect(heard).toMatchObject({ lastRef: 7 })
  })
})

describe('a cart that is carried over', () => {
  it('of a hundred dishes, each with a note, arrives whole', () => {
    const { first, settle, model } = tableOf('ana')
    first.carry(many(100, 'no salt'))
    expect(first.shown.lines).toHaveLength(100)
    settle()
    expect(model.lines).toHaveLength(100)
    expect(new Set(model.lines.map(({ notes }) => notes))).toEqual(new Set(['no salt']))
    expect(first.kept).toBeUndefined()
  })

  it('is added to what is there already, with its note', () => {
    const { first, settle, model } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 3 })
    settle()
    first.carry([line(1, 2, ' no onions ')])
    settle()
    expect(model.lines).toMatchObject([{ quantity: 5, notes: 'no onions' }])
  })

  it('goes on with what was tapped before, and through a reload', () => {
    const { first, serve, settle, model } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
    first.carry(many(3))
    first.sitDownAnew()
    serve(first)
    while (!first.page.isOpen) first.hear()
    first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
    settle()
    expect(model.lines.map(({ quantity }) => quantity)).toEqual([2, 1, 1, 1])
  })

  it('is neither lost nor doubled by reloads, cuts and refusals at any moment', () => {
    const acts = fc.array(
      fc.constantFrom('serve', 'serve', 'hear', 'hear', 'cut', 'reload', 'tooMuch', 'tap', 'wait'),
      {
        maxLength: 80,
        size: 'max',
      },
    )
    fc.assert(
      fc.property(acts, fc.boolean(), (drawn, isNoted) => {
        const { first, clock, serve, settle, model } = tableOf('ana')
        first.carry(many(12, isNoted ? 'no salt' : undefined))
        let taps = 0
        for (const act of drawn) {
          if (act === 'serve') serve(first)
          else if (act === 'hear') first.hear()
          else if (act === 'tooMuch') first.tooMuch()
          else if (act === 'wait') clock.pass(1_000)
          else if (act === 'tap') taps += first.change({ kind: 'add', dish: dishOf(1), quantity: 1 }) ? 1 : 0
          else if (act === 'reload') first.sitDownAnew()
          else {
            first.cut()
            first.connect()
          }
        }
        settle()
        const carried = model.lines.filter(({ menuItemId }) => menuItemId !== 1)
        expect(carried.map(({ quantity }) => quantity)).toEqual(Array(12).fill(1))
        if (isNoted) expect(carried.map(({ notes }) => notes)).toEqual(Array(12).fill('no salt'))
        expect(model.lines.find(({ menuItemId }) => menuItemId === 1)?.quantity ?? 0).toBe(Math.min(taps, 99))
        expect(first.view.pending).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('sent by two pages at once is made once', () => {
    const { phones, settle, model } = tableOf('ana', 'ana')
    const [one, two] = phones
    one?.carry(many(30, 'no salt'))
    if (two) two.kept = one?.kept
    two?.sitDownAnew()
    settle()
    expect(model.lines).toHaveLength(30)
    expect(model.lines.every(({ quantity, notes }) => quantity === 1 && notes === 'no salt')).toBe(true)
  })

  it('keeps what the table does not have yet', () => {
    const { first, serve } = tableOf('ana')
    first.carry([line(1, 2), line(2, 1, 'no salt')])
    expect(first.kept && unconfirmedLines(first.kept)).toEqual([
      { dish: dishOf(1), quantity: 2 },
      { dish: dishOf(2), quantity: 1, notes: 'no salt' },
    ])
    first.hear()
    first.hear()
    serve(first)
    first.hear()
    expect(first.kept?.changes).toHaveLength(2)
    expect(linesNotTaken(first.view)).toEqual([{ dish: dishOf(2), quantity: 1, notes: 'no salt' }])
  })
})

describe('what an order has not taken', () => {
  it('is every unconfirmed change, except those sent before the guest’s ready mark', () => {
    const { first, settle } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 2 })
    settle()
    first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
    first.change({ kind: 'add', dish: dishOf(2), quantity: 1 })
    first.change({ kind: 'remove', itemId: 999 })
    expect(linesNotTaken(first.view)).toEqual([
      { dish: dishOf(1), quantity: 1 },
      { dish: dishOf(2), quantity: 1 },
    ])
    first.change({ kind: 'ready', isReady: true })
    expect(linesNotTaken(first.view)).toEqual([])
  })

  it('is nothing once every change is confirmed or refused', () => {
    const { first, settle } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
    first.change({ kind: 'add', dish: dishOf(SOLD_OUT), quantity: 1 })
    settle()
    expect(linesNotTaken(first.view)).toEqual([])
  })
})

it('the first cart on a connection counts, even if a restored database has a lower version', () => {
  const { first, settle, model } = tableOf('ana')
  first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
  first.change({ kind: 'add', dish: dishOf(2), quantity: 1 })
  settle()
  first.cut()
  model.version = 1
  model.lines = model.lines.slice(0, 1)
  first.connect()
  settle()
  expect(first.shown.lines).toEqual([['ana', 1, 1, null]])
})
