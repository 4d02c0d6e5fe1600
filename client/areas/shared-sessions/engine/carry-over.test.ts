import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CarriedLine } from './carry-over.ts'
import { dishOf, SOLD_OUT } from './table-model.fixture.ts'
import { tableOf } from './table-phone.fixture.ts'
import { receiveCart } from './table-state.ts'
import { linesToGiveBack, unconfirmedLines } from './unconfirmed.ts'

const line = (id: number, quantity = 1, notes?: string): CarriedLine => ({ dish: dishOf(id), quantity, notes })
const linesWithIds = (count: number, notes?: string) => Array.from({ length: count }, (_, i) => line(i + 20, 1, notes))

describe('a phone that joins the same session again', () => {
  it('loses no changes by a reload', () => {
    const { first, settle, model } = tableOf('ana')
    for (let id = 1; id <= 3; id++) first.change({ kind: 'add', dish: dishOf(id), quantity: 1 })
    settle()
    first.reload()
    settle()
    first.change({ kind: 'add', dish: dishOf(5), quantity: 1 })
    first.change({ kind: 'add', dish: dishOf(6), quantity: 1 })
    settle()
    expect(model.lines.map(({ menuItemId }) => menuItemId)).toEqual([1, 2, 3, 5, 6])
  })

  it('continues after the last ref that the server has counted for its page name', () => {
    const { first } = tableOf('ana')
    const result = receiveCart(first.state, { type: 'CART_ITEMS', payload: [], version: 9, ref: 7 })
    expect(result).toMatchObject({ lastRef: 7 })
  })
})

describe('a cart that is carried over', () => {
  it('arrives complete, even with a hundred dishes and a note on each', () => {
    const { first, settle, model } = tableOf('ana')
    first.carryOver(linesWithIds(100, 'no salt'))
    expect(first.shown.lines).toHaveLength(100)
    settle()
    expect(model.lines).toHaveLength(100)
    expect(new Set(model.lines.map(({ notes }) => notes))).toEqual(new Set(['no salt']))
    expect(first.stored).toBeUndefined()
  })

  it('is added to the lines already in the shared cart, with its note', () => {
    const { first, settle, model } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 3 })
    settle()
    first.carryOver([line(1, 2, ' no onions ')])
    settle()
    expect(model.lines).toMatchObject([{ quantity: 5, notes: 'no onions' }])
  })

  it('is sent after earlier changes, also across a reload', () => {
    const { first, serve, settle, model } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
    first.carryOver(linesWithIds(3))
    first.reload()
    serve(first)
    while (!first.page.canChange) first.receive()
    first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
    settle()
    expect(model.lines.map(({ quantity }) => quantity)).toEqual([2, 1, 1, 1])
  })

  it('is neither lost nor doubled by reloads, disconnects and rejections at any moment', () => {
    const acts = fc.array(
      fc.constantFrom('serve', 'serve', 'receive', 'receive', 'cut', 'reload', 'refuseAsTooMany', 'tap', 'wait'),
      {
        maxLength: 80,
        size: 'max',
      },
    )
    fc.assert(
      fc.property(acts, fc.boolean(), (acts, hasNotes) => {
        const { first, clock, serve, settle, model } = tableOf('ana')
        first.carryOver(linesWithIds(12, hasNotes ? 'no salt' : undefined))
        let taps = 0
        for (const act of acts) {
          if (act === 'serve') serve(first)
          else if (act === 'receive') first.receive()
          else if (act === 'refuseAsTooMany') first.refuseAsTooMany()
          else if (act === 'wait') clock.pass(1_000)
          else if (act === 'tap') taps += first.change({ kind: 'add', dish: dishOf(1), quantity: 1 }) ? 1 : 0
          else if (act === 'reload') first.reload()
          else {
            first.cut()
            first.connect()
          }
        }
        settle()
        const carried = model.lines.filter(({ menuItemId }) => menuItemId !== 1)
        expect(carried.map(({ quantity }) => quantity)).toEqual(Array(12).fill(1))
        if (hasNotes) expect(carried.map(({ notes }) => notes)).toEqual(Array(12).fill('no salt'))
        expect(model.lines.find(({ menuItemId }) => menuItemId === 1)?.quantity ?? 0).toBe(Math.min(taps, 99))
        expect(first.state.pending).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('sent by two pages at the same time is applied once', () => {
    const { phones, settle, model } = tableOf('ana', 'ana')
    const [one, two] = phones
    one?.carryOver(linesWithIds(30, 'no salt'))
    if (two) two.stored = one?.stored
    two?.reload()
    settle()
    expect(model.lines).toHaveLength(30)
    expect(model.lines.every(({ quantity, notes }) => quantity === 1 && notes === 'no salt')).toBe(true)
  })

  it('stores the lines that the server has not confirmed', () => {
    const { first, serve } = tableOf('ana')
    first.carryOver([line(1, 2), line(2, 1, 'no salt')])
    expect(first.stored && unconfirmedLines(first.stored)).toEqual([
      { dish: dishOf(1), quantity: 2 },
      { dish: dishOf(2), quantity: 1, notes: 'no salt' },
    ])
    first.receive()
    first.receive()
    serve(first)
    first.receive()
    expect(first.stored?.changes).toHaveLength(2)
    expect(linesToGiveBack(first.state)).toEqual([{ dish: dishOf(2), quantity: 1, notes: 'no salt' }])
  })
})

describe('the lines to give back after an order', () => {
  it('are those of every unconfirmed change, except those sent before the guest’s ready mark', () => {
    const { first, settle } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 2 })
    settle()
    first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
    first.change({ kind: 'add', dish: dishOf(2), quantity: 1 })
    first.change({ kind: 'remove', itemId: 999 })
    expect(linesToGiveBack(first.state)).toEqual([
      { dish: dishOf(1), quantity: 1 },
      { dish: dishOf(2), quantity: 1 },
    ])
    first.change({ kind: 'ready', isReady: true })
    expect(linesToGiveBack(first.state)).toEqual([])
  })

  it('are none once every change is confirmed or rejected', () => {
    const { first, settle } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
    first.change({ kind: 'add', dish: dishOf(SOLD_OUT), quantity: 1 })
    settle()
    expect(linesToGiveBack(first.state)).toEqual([])
  })
})

it('a phone accepts the first cart on a connection, even if a restored database has a lower version', () => {
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
