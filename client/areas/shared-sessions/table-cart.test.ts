import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addPendingChange,
  type CarriedLine,
  keyOfLine,
  linesToGiveBack,
  MAX_UNANSWERED_CHANGES,
  newTableState,
  nextFrames,
  receiveTooManyFrames,
  shownTable,
  type TableChange,
} from './table-cart.ts'
import { dishOf, priceOf, SOLD_OUT, tableOf } from './table-phone.fixture.ts'

const soup = dishOf(1)

const add = (id = 1, quantity = 1): TableChange => ({ kind: 'add', dish: dishOf(id), quantity })

describe('a change', () => {
  it('is shown at once, sent once, and pending until the server’s cart contains it', () => {
    const { first, settle, model } = tableOf('ana')
    first.change(add())
    expect(first.shown.lines).toEqual([['ana', 1, 1, null]])
    expect(first.up).toMatchObject([{ type: 'ADD_ITEM', payload: { menuItemId: 1, quantity: 1 } }])
    settle()
    expect(first.state.pending).toEqual([])
    expect(first.shown.lines).toEqual([['ana', 1, 1, null]])
    expect(model.lines).toHaveLength(1)
  })

  it('that is no addition waits until all before it are confirmed, and all after it wait for it', () => {
    const { first, serve, model, settle } = tableOf('ana')
    first.change(add())
    first.change({ kind: 'set', menuItemId: 1, quantity: 4, notes: 'no onions' })
    first.change(add(2))
    expect(first.shown.lines).toEqual([
      ['ana', 1, 4, 'no onions'],
      ['ana', 2, 1, null],
    ])
    expect(first.up).toHaveLength(1)
    serve(first)
    first.receive()
    expect(first.up).toMatchObject([
      { type: 'SET_ITEM', payload: { itemId: model.lines[0]?.id, quantity: 4, notes: 'no onions' } },
    ])
    serve(first)
    first.receive()
    expect(first.up).toMatchObject([{ type: 'ADD_ITEM', payload: { menuItemId: 2 } }])
    settle()
    expect(first.state.pending).toEqual([])
  })

  it('of a line that is removed and added again waits for the new id', () => {
    const { first, settle, model } = tableOf('ana')
    first.change(add())
    settle()
    first.change({ kind: 'set', menuItemId: 1, quantity: 0 })
    first.change(add(1, 2))
    first.change({ kind: 'set', menuItemId: 1, quantity: 5 })
    expect(first.up.map(({ type }) => type)).toEqual(['SET_ITEM'])
    settle()
    expect(model.lines).toMatchObject([{ quantity: 5 }])
    expect(first.refusals).toEqual([])
  })

  it('that waits is replaced by one that overrules it, whose note is kept', () => {
    const { first, settle, model } = tableOf('ana')
    first.change(add())
    for (const quantity of [7, 6]) first.change({ kind: 'set', menuItemId: 1, quantity, notes: 'no salt' })
    first.change({ kind: 'set', menuItemId: 1, quantity: 5 })
    expect(first.state.pending).toHaveLength(2)
    settle()
    expect(model.lines).toMatchObject([{ quantity: 5, notes: 'no salt' }])
    for (const isReady of [true, false, true, false]) first.change({ kind: 'ready', isReady })
    expect(first.state.pending).toHaveLength(2)
    settle()
    expect(first.shown.ready).toEqual([])
  })

  it('that is rejected is undone, and the other changes are not', () => {
    const { first, settle } = tableOf('ana')
    first.change(add(SOLD_OUT))
    first.change({ kind: 'set', menuItemId: SOLD_OUT, quantity: 3 })
    first.change(add())
    expect(first.shown.lines).toHaveLength(2)
    settle()
    expect(first.refusals).toEqual(['item_unavailable'])
    expect(first.shown.lines).toEqual([['ana', 1, 1, null]])
    expect(first.state.pending).toEqual([])
  })

  it('of a line that another guest has removed is dropped without an error', () => {
    const { first, phones, settle, model, serve } = tableOf('ana', 'mihai')
    const [, mihai] = phones
    first.change(add())
    settle()
    mihai?.change({ kind: 'remove', itemId: model.lines[0]?.id ?? 0 })
    if (mihai) serve(mihai)
    // The phone has not received the removal, and the connection is lost before the server receives this change.
    first.change({ kind: 'set', menuItemId: 1, quantity: 2 })
    first.cut()
    first.connect()
    settle()
    expect(first.refusals).toEqual([])
    expect(first.shown.lines).toEqual([])
  })

  it('is not sent while the maximum number of unanswered changes is reached', () => {
    const { first, clock, settle, model } = tableOf('ana')
    for (let id = 20; id < 60; id++) first.change(add(id))
    expect(first.up).toHaveLength(15)
    clock.pass(1_000)
    expect(first.up).toHaveLength(MAX_UNANSWERED_CHANGES)
    settle()
    expect(model.lines).toHaveLength(40)
  })

  it('never raises a quantity above the maximum', () => {
    const { first, settle } = tableOf('ana')
    first.change(add(1, 99))
    first.change(add(1, 1))
    expect(first.shown.lines).toEqual([['ana', 1, 99, null]])
    settle()
    expect(first.shown.lines).toEqual([['ana', 1, 99, null]])
  })
})

describe('after a disconnect', () => {
  it('only the changes that the server has not applied are sent again', () => {
    const { first, serve, settle, model } = tableOf('ana')
    first.change(add())
    first.change(add(2))
    serve(first)
    // The response to the first change and the frame of the second are lost.
    first.cut()
    expect(first.shown.lines).toHaveLength(2)
    first.connect()
    serve(first)
    while (first.down.length > 0) first.receive()
    expect(first.shown.lines).toHaveLength(2)
    expect(first.up).toMatchObject([{ type: 'ADD_ITEM', payload: { menuItemId: 2 } }])
    settle()
    expect(model.lines.map(({ quantity }) => quantity)).toEqual([1, 1])
  })
})

describe('the ready mark', () => {
  it('is shown at once, and stays until the server has responded', () => {
    const { first, settle } = tableOf('ana', 'mihai')
    first.change({ kind: 'ready', isReady: true })
    expect(first.shown.ready).toEqual(['ana'])
    first.page.receive({ type: 'PARTICIPANTS_UPDATED', payload: [...first.state.guests] })
    expect(first.shown.ready).toEqual(['ana'])
    settle()
    expect(first.state.pending).toEqual([])
    expect(first.shown.ready).toEqual(['ana'])
  })

  it('is removed at once by a change of the cart, and does not reappear', () => {
    const { first, serve, settle } = tableOf('ana')
    first.change({ kind: 'ready', isReady: true })
    settle()
    first.change(add())
    expect(first.shown.ready).toEqual([])
    serve(first)
    first.receive()
    expect(first.shown.ready).toEqual([])
    first.receive()
    expect(first.state.pending).toEqual([])
    expect(first.shown.ready).toEqual([])
  })

  it('is removed from a guest whose line another guest removes', () => {
    const { first, phones, settle, model } = tableOf('ana', 'mihai')
    const [, mihai] = phones
    mihai?.change(add())
    settle()
    mihai?.change({ kind: 'ready', isReady: true })
    settle()
    first.change({ kind: 'remove', itemId: model.lines[0]?.id ?? 0 })
    expect(first.shown).toEqual({ lines: [], ready: [] })
    settle()
    expect(first.shown).toEqual({ lines: [], ready: [] })
  })

  it.each<[string, TableChange]>([
    ['a line set to its present quantity', { kind: 'set', menuItemId: 1, quantity: 99 }],
    ['a dish whose line is at the maximum quantity', add()],
    ['the removal of a line that is already removed', { kind: 'remove', itemId: 101 }],
  ])('stays if a change has no effect on the server: %s', (_, change) => {
    const { first, phones, settle, serve, model } = tableOf('ana', 'mihai')
    const [, mihai] = phones
    if (!mihai) throw new Error('no phone')
    mihai.change(add(2))
    settle()
    first.change(add(1, 99))
    settle()
    first.change({ kind: 'ready', isReady: true })
    settle()
    // Mihai removes the line before the server receives this guest's removal.
    if (change.kind === 'remove') mihai.change({ kind: 'set', menuItemId: 2, quantity: 0 })
    first.change(change)
    serve(mihai)
    settle()
    expect(model.guests.filter(({ isReady }) => isReady)).toMatchObject([{ id: 'ana' }])
    expect(first.shown.ready).toEqual(['ana'])
  })
})

type Step =
  | {
      who: number
      do: 'receive' | 'serve' | 'cut' | 'connect' | 'lose' | 'refuseAsTooMany' | 'reload' | 'carryOver' | number
    }
  | { who: number; do: TableChange }

const who = fc.nat(2)

const dish = fc.constantFrom(1, 2, 3, SOLD_OUT)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ who, do: fc.constantFrom('receive', 'serve') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      who,
      do: fc.constantFrom('cut', 'connect', 'lose', 'refuseAsTooMany', 'reload', 'carryOver'),
    }),
  },
  // A number is the milliseconds that pass.
  { weight: 1, arbitrary: fc.record({ who, do: fc.constantFrom(100, 1_000, 8_000) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      who,
      do: fc.oneof(
        fc.record({ kind: fc.constant('add'), dish: dish.map(dishOf), quantity: fc.integer({ min: 1, max: 3 }) }),
        fc.record({
          kind: fc.constant('set'),
          menuItemId: dish,
          quantity: fc.integer({ min: 0, max: 4 }),
          notes: fc.option(fc.constantFrom(null, 'no salt'), { nil: undefined }),
        }),
        fc.record({ kind: fc.constant('remove'), itemId: fc.integer({ min: 101, max: 106 }) }),
        fc.record({ kind: fc.constant('ready'), isReady: fc.boolean() }),
      ) as fc.Arbitrary<TableChange>,
    }),
  },
)

it('every phone shows the server’s cart, with nothing pending, once all frames are delivered', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const { model, clock, phones, serve, settle } = tableOf('ana', 'mihai', 'ioana')
      for (const { who, do: action } of steps) {
        const phone = phones[who]
        if (!phone) continue
        if (action === 'receive') phone.receive()
        else if (action === 'serve') serve(phone)
        else if (action === 'cut' || action === 'refuseAsTooMany' || action === 'reload') phone[action]()
        else if (action === 'carryOver') phone.carryOver([{ dish: dishOf(2), quantity: 2, notes: 'no salt' }])
        else if (action === 'lose') {
          // The frame is lost without a disconnect: the phone detects it by the gap in the versions.
          if (phone.down[0] && 'version' in phone.down[0] && phone.down[0].type !== 'CART_ITEMS') phone.down.shift()
        } else if (action === 'connect') {
          phone.cut()
          phone.connect()
        } else if (typeof action === 'number') clock.pass(action)
        else phone.change(action)
      }
      // A phone that is connected and lost no frame must reach the server's state without a reconnect.
      const isLossy = steps.some(({ do: action }) => action === 'lose')
      for (const phone of phones.filter(({ isConnected }) => isLossy || !isConnected)) {
        phone.cut()
        phone.connect()
      }
      settle()
      const serverLines = model.lines.map((line) => [line.participantId, line.menuItemId, line.quantity, line.notes])
      for (const phone of phones) {
        expect(phone.shown.lines).toEqual(serverLines)
        expect(phone.shown.ready).toEqual(model.guests.filter(({ isReady }) => isReady).map(({ id }) => id))
        expect(phone.state.pending).toEqual([])
      }
    }),
    { numRuns: 400 },
  )
})

it('each tap adds one portion, none lost or doubled through any number of disconnects', () => {
  const acts = fc.array(fc.constantFrom('tap', 'serve', 'receive', 'drop', 'refuseAsTooMany', 'wait'), {
    maxLength: 60,
    size: 'max',
  })
  fc.assert(
    fc.property(acts, (generatedActs) => {
      const { first, clock, serve, settle, model } = tableOf('ana')
      let taps = 0
      for (const act of generatedActs) {
        if (act === 'tap') {
          if (first.change({ kind: 'add', dish: soup, quantity: 1 })) taps += 1
        } else if (act === 'serve') serve(first)
        else if (act === 'receive') first.receive()
        else if (act === 'refuseAsTooMany') first.refuseAsTooMany()
        else if (act === 'wait') clock.pass(1_000)
        else {
          first.cut()
          first.connect()
        }
        // At every moment the shown quantity equals the number of taps.
        expect(first.shown.lines[0]?.[2] ?? 0).toBe(taps)
      }
      settle()
      expect(model.lines[0]?.quantity ?? 0).toBe(taps)
    }),
    { numRuns: 300 },
  )
})

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

  it('become one when a change makes them equal', () => {
    const table = tableOf('ana')
    table.first.change(extra([5], { quantity: 3 }))
    table.first.change(extra([]))
    table.first.change({ kind: 'set', menuItemId: 1, line: key([]), quantity: 2, options: [5], price: 105 })
    expect(shown(table)).toEqual([[5, [5], null, 105]])
    table.settle()
    expect(shown(table)).toEqual([[5, [5], null, 105]])
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

describe('the lines to give back after an order', () => {
  it('are those of every change that the order does not contain', () => {
    const { first, settle } = tableOf('ana')
    first.change({ kind: 'add', dish: dishOf(1), quantity: 2 })
    settle()
    first.change({ kind: 'add', dish: dishOf(1), quantity: 1 })
    first.change({ kind: 'add', dish: dishOf(2), quantity: 1 })
    first.change({ kind: 'remove', itemId: 999 })
    first.change({ kind: 'ready', isReady: true })
    expect(linesToGiveBack(first.state)).toEqual([
      { dish: dishOf(1), quantity: 1 },
      { dish: dishOf(2), quantity: 1 },
    ])
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

const ready = (isReady: boolean): TableChange => ({ kind: 'ready', isReady })

const isReady = ({ model }: ReturnType<typeof tableOf>) => model.guests[0]?.isReady

describe('a change rejected as one frame too many', () => {
  it('is not sent again if it is a ready mark that a later dish withdrew', () => {
    const table = tableOf('ana')
    table.first.change(add(1))
    table.settle()
    table.first.change(ready(true))
    table.first.change(add(2))
    table.first.refuseAsTooMany()
    table.settle()
    expect(table.model.lines).toHaveLength(2)
    expect(isReady(table)).toBe(false)
  })

  it('still withdraws the ready mark, even if another change was made after it', () => {
    const table = tableOf('ana')
    table.first.change(ready(true))
    table.settle()
    table.first.change(ready(false))
    table.first.change(add(SOLD_OUT))
    table.first.refuseAsTooMany()
    table.settle()
    expect(isReady(table)).toBe(false)
  })

  it('is sent again behind additions that may still be made, and before what waits for it', () => {
    const made = [add(1), add(2), ready(true)].reduce(addPendingChange, newTableState('ana'))
    const sent = nextFrames({ ...made, isSynced: true }).state
    const rejected = receiveTooManyFrames(sent, sent.pending[0]?.ref ?? 0)
    expect(rejected.pending.map(({ change, isSent }) => [change, isSent])).toEqual([
      [add(2), true],
      [add(1), false],
      [ready(true), false],
    ])
    expect(nextFrames(rejected).frames).toMatchObject([{ payload: { menuItemId: 1 }, ref: sent.pending[0]?.ref }])
  })
})
