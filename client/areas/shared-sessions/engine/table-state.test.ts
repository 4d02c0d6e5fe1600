import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TableChange } from './table-changes.ts'
import { dishOf, SOLD_OUT } from './table-model.fixture.ts'
import { tableOf } from './table-phone.fixture.ts'
import { MAX_UNANSWERED_CHANGES } from './table-state.ts'

const soup = dishOf(1)
const add = (id = 1, quantity = 1): TableChange => ({ kind: 'add', dish: dishOf(id), quantity })

describe('a change', () => {
  it('is shown at once, sent once, and pending until the server’s cart contains it', () => {
    const { first, settle, model } = tableOf('ana')
    first.change(add())
    expect(first.shown.lines).toEqual([['ana', 1, 1, null]])
    expect(first.up).toEqual([{ type: 'ADD_ITEM', payload: { menuItemId: 1, quantity: 1 }, ref: 1 }])
    settle()
    expect(first.state.pending).toEqual([])
    expect(first.shown.lines).toEqual([['ana', 1, 1, null]])
    expect(model.lines).toHaveLength(1)
  })

  it('of a line that has no id yet waits for it, and so do later changes', () => {
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
      { type: 'SET_ITEM', payload: { itemId: model.lines[0]?.id, quantity: 4, notes: 'no onions' }, ref: 2 },
      { type: 'ADD_ITEM', ref: 3 },
    ])
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
    expect(first.up.map(({ type }) => type)).toEqual(['SET_ITEM', 'ADD_ITEM'])
    settle()
    expect(model.lines).toMatchObject([{ quantity: 5 }])
    expect(first.refusals).toEqual([])
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
    expect(first.up).toMatchObject([{ type: 'ADD_ITEM', payload: { menuItemId: 2 }, ref: 2 }])
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
