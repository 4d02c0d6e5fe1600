import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleSharedLine } from '../../testing/samples.ts'
import {
  type CarriedLine,
  keyOfLine,
  linesToGiveBack,
  newTableState,
  shownTable,
  type TableChange,
} from './table-cart.ts'
import { dishOf, priceOf, tableOf } from './table-phone.fixture.ts'

const soup = dishOf(1)

const line = (id: number, quantity = 1, notes?: string): CarriedLine => ({ dish: dishOf(id), quantity, notes })
const linesWithIds = (count: number, notes?: string) => Array.from({ length: count }, (_, i) => line(i + 20, 1, notes))

describe('lines of one dish', () => {
  const extra = (options: number[], more: object = {}): TableChange => ({
    ...{ kind: 'add', dish: { ...soup, price: soup.price + priceOf(options) }, quantity: 1, options },
    ...more,
  })
  const key = (options: number[], notes: string | null = null) => keyOfLine({ menuItemId: 1, options, notes })
  const shown = ({ first }: ReturnType<typeof tableOf>) =>
    shownTable(first.state).lines.map(({ quantity, options, notes, price }) => [quantity, options, notes, price])

  it('differ by options and note, and are raised, changed and removed apart', () => {
    const table = tableOf('ana')
    const { first, settle, model } = table
    for (const change of [extra([]), extra([5, 6]), extra([6, 5]), extra([5, 6], { notes: 'mild' })])
      first.change(change)
    first.change({ kind: 'set', menuItemId: 1, line: key([5, 6]), quantity: 4, options: [7], price: 107 })
    first.change({ kind: 'set', menuItemId: 1, line: key([5, 6], 'mild'), quantity: 0 })
    const expected = [
      [1, [], null, 100],
      [4, [7], null, 107],
    ]
    expect(shown(table)).toEqual(expected)
    settle()
    expect(shown(table)).toEqual(expected)
    expect(model.lines).toHaveLength(2)
  })

  it('keep note and options where only the quantity changes, before the server has responded', () => {
    const table = tableOf('ana')
    table.first.change(extra([5], { notes: 'mild' }))
    table.settle()
    table.first.change({ kind: 'set', menuItemId: 1, line: key([5], 'mild'), quantity: 3 })
    expect(shown(table)).toEqual([[3, [5], 'mild', 105]])
  })

  it('keep what they cost without a rule while only the quantity changes', () => {
    const lowered = sampleSharedLine({ participantId: 'ana', menuItemId: 1, price: 980, listPrice: 1400 })
    const state = { ...newTableState('ana'), cart: { version: 1, lines: [lowered] } }
    const listPriceAfter = (change: object) =>
      shownTable({
        ...state,
        pending: [{ ref: 1, change: { kind: 'set', menuItemId: 1, quantity: 3, ...change } }],
      }).lines.map(({ price, listPrice }) => [price, listPrice])
    expect([listPriceAfter({}), listPriceAfter({ options: [5], price: 1085 })]).toEqual([
      [[980, 1400]],
      [[1085, undefined]],
    ])
  })

  it('become one when a change makes them equal', () => {
    const table = tableOf('ana')
    table.first.change(extra([5], { quantity: 3 }))
    table.first.change(extra([]))
    table.first.change({ kind: 'set', menuItemId: 1, line: key([]), quantity: 2, options: [5], price: 105 })
    expect(shown(table)).toEqual([[5, [5], null, 105]])
    table.settle()
    expect(shown(table)).toEqual([[5, [5], null, 105]])
  })

  it('are set in the guest’s own name, also where another guest has an equal line', () => {
    const { phones, settle, model } = tableOf('ana', 'mihai')
    for (const phone of phones) {
      phone.change(extra([5]))
      settle()
    }
    phones[1]?.change({ kind: 'set', menuItemId: 1, line: key([5]), quantity: 4 })
    const lines = [
      ['ana', 1, 1, null],
      ['mihai', 1, 4, null],
    ]
    expect(phones[1]?.shown.lines).toEqual(lines)
    settle()
    expect([model.lines.map(({ quantity }) => quantity), phones[0]?.shown.lines]).toEqual([[1, 4], lines])
  })

  it('are the same on every phone after any changes', () => {
    const options = fc.subarray([3, 5, 7])
    const note = fc.constantFrom(null, 'mild')
    const act = fc.record({
      who: fc.nat(1),
      kind: fc.nat(3),
      options,
      note,
      to: options,
      toNote: note,
      quantity: fc.nat(3),
    })
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40, size: 'max' }), (acts) => {
        const { phones, settle, model, serve } = tableOf('ana', 'mihai')
        for (const { who, kind, options, note, to, toNote, quantity } of acts) {
          const phone = phones[who]
          if (!phone) continue
          if (kind === 0) serve(phone)
          else if (kind === 1) phone.receive()
          else if (kind === 2) phone.change(extra(options, { notes: note }))
          else {
            const price = soup.price + priceOf(to)
            const line = key(options, note)
            phone.change({ kind: 'set', menuItemId: 1, line, quantity, notes: toNote, options: to, price })
          }
        }
        settle()
        const inCart = model.lines.map(({ id, participantId, quantity, price, ...line }) => [
          ...[id, participantId, quantity, price, keyOfLine(line)],
        ])
        for (const phone of phones) {
          expect(phone.state.pending).toEqual([])
          const lines = shownTable(phone.state).lines.map(({ id, participantId, quantity, price, ...line }) => [
            ...[id, participantId, quantity, price, keyOfLine(line)],
          ])
          expect(lines).toEqual(inCart)
        }
        for (const guest of ['ana', 'mihai']) {
          const keys = model.lines.filter(({ participantId }) => participantId === guest).map(keyOfLine)
          expect(new Set(keys).size).toBe(keys.length)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('of a guest go back to their own cart with their options', () => {
    const { first } = tableOf('ana')
    first.change(extra([5], { notes: 'mild' }))
    expect(linesToGiveBack(first.state)).toEqual([
      { dish: { ...soup, price: 105 }, quantity: 1, notes: 'mild', options: [5] },
    ])
  })
})

describe('a cart that is carried over', () => {
  it('stands beside the lines already in the shared cart, with its note', () => {
    const { first, settle, model } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 3 })
    settle()
    first.carryOver([line(1, 2, ' no onions ')])
    settle()
    expect(model.lines).toMatchObject([
      { quantity: 3, notes: null },
      { quantity: 2, notes: 'no onions' },
    ])
  })

  it('is neither lost nor doubled by reloads, disconnects and rejections at any moment', () => {
    const acts = fc.array(
      fc.constantFrom('serve', 'serve', 'receive', 'receive', 'cut', 'reload', 'refuseAsTooMany', 'tap', 'wait'),
      { maxLength: 80, size: 'max' },
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

  it('stores the lines that the server has not confirmed', () => {
    const { first, serve } = tableOf('ana')
    first.carryOver([line(1, 2), line(2, 1, 'no salt')])
    expect(linesToGiveBack(newTableState('', first.stored))).toEqual([
      { dish: dishOf(1), quantity: 2 },
      { dish: dishOf(2), quantity: 1, notes: 'no salt' },
    ])
    first.receive()
    first.receive()
    serve(first)
    first.receive()
    expect(first.stored?.changes).toHaveLength(1)
    expect(linesToGiveBack(first.state)).toEqual([{ dish: dishOf(2), quantity: 1, notes: 'no salt' }])
  })
})
