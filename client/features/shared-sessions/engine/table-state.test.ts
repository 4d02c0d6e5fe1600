import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TableChange } from './table-changes.ts'
import { dishOf, SOLD_OUT } from './table-model.fixture.ts'
import { tableOf } from './table-phone.fixture.ts'
import { CHANGES_UNDER_WAY } from './table-state.ts'

const soup = dishOf(1)
const add = (id = 1, quantity = 1): TableChange => ({ kind: 'add', dish: dishOf(id), quantity })

describe('a change', () => {
  it('shows at once, is sent once, and stops being pending when the server’s cart contains it', () => {
    const { first, settle, model } = tableOf('ana')
    first.change(add())
    expect(first.shown.lines).toEqual([['ana', 1, 1, null]])
    expect(first.up).toEqual([{ type: 'ADD_ITEM', payload: { menuItemId: 1, quantity: 1 }, ref: 1 }])
    settle()
    expect(first.view.pending).toEqual([])
    expect(first.shown.lines).toEqual([['ana', 1, 1, null]])
    expect(model.lines).toHaveLength(1)
  })

  it('of a line that has no id yet waits for it, and what comes after waits too', () => {
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
    first.hear()
    expect(first.up).toMatchObject([
      { type: 'SET_ITEM', payload: { itemId: model.lines[0]?.id, quantity: 4, notes: 'no onions' }, ref: 2 },
      { type: 'ADD_ITEM', ref: 3 },
    ])
    settle()
    expect(first.view.pending).toEqual([])
  })

  it('of a line that goes and comes back waits for the new id', () => {
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

  it('that is refused is undone, and no other', () => {
    const { first, settle } = tableOf('ana')
    first.change(add(SOLD_OUT))
    first.change({ kind: 'set', menuItemId: SOLD_OUT, quantity: 3 })
    first.change(add())
    expect(first.shown.lines).toHaveLength(2)
    settle()
    expect(first.refusals).toEqual(['item_unavailable'])
    expect(first.shown.lines).toEqual([['ana', 1, 1, null]])
    expect(first.view.pending).toEqual([])
  })

  it('of a line that somebody else has removed is dropped without a word', () => {
    const { first, phones, settle, model, serve } = tableOf('ana', 'mihai')
    const [, mihai] = phones
    first.change(add())
    settle()
    mihai?.change({ kind: 'remove', itemId: model.lines[0]?.id ?? 0 })
    if (mihai) serve(mihai)
    // Before the phone has heard of it, and then the connection is gone before the server has heard of this.
    first.change({ kind: 'set', menuItemId: 1, quantity: 2 })
    first.cut()
    first.connect()
    settle()
    expect(first.refusals).toEqual([])
    expect(first.shown.lines).toEqual([])
  })

  it('waits while the limit of unanswered changes is reached', () => {
    const { first, clock, settle, model } = tableOf('ana')
    for (let id = 20; id < 60; id++) first.change(add(id))
    expect(first.up).toHaveLength(15)
    clock.pass(1_000)
    expect(first.up).toHaveLength(CHANGES_UNDER_WAY)
    settle()
    expect(model.lines).toHaveLength(40)
  })

  it('never takes a quantity over the limit', () => {
    const { first, settle } = tableOf('ana')
    first.change(add(1, 99))
    first.change(add(1, 1))
    expect(first.shown.lines).toEqual([['ana', 1, 99, null]])
    settle()
    expect(first.shown.lines).toEqual([['ana', 1, 99, null]])
  })
})

describe('after a disconnect', () => {
  it('changes that the server has made are not sent again, the others are', () => {
    const { first, serve, settle, model } = tableOf('ana')
    first.change(add())
    first.change(add(2))
    serve(first)
    // The answer to the first and the second itself are lost.
    first.cut()
    expect(first.shown.lines).toHaveLength(2)
    first.connect()
    serve(first)
    while (first.down.length > 0) first.hear()
    expect(first.shown.lines).toHaveLength(2)
    expect(first.up).toMatchObject([{ type: 'ADD_ITEM', payload: { menuItemId: 2 }, ref: 2 }])
    settle()
    expect(model.lines.map(({ quantity }) => quantity)).toEqual([1, 1])
  })
})

describe('ready', () => {
  it('shows at once, and stays while the server has not answered', () => {
    const { first, settle } = tableOf('ana', 'mihai')
    first.change({ kind: 'ready', isReady: true })
    expect(first.shown.ready).toEqual(['ana'])
    first.page.hear({ type: 'PARTICIPANTS_UPDATED', payload: [...first.view.guests] })
    expect(first.shown.ready).toEqual(['ana'])
    settle()
    expect(first.view.pending).toEqual([])
    expect(first.shown.ready).toEqual(['ana'])
  })

  it('is taken back by a change of the cart, with no moment in between', () => {
    const { first, serve, settle } = tableOf('ana')
    first.change({ kind: 'ready', isReady: true })
    settle()
    first.change(add())
    expect(first.shown.ready).toEqual([])
    serve(first)
    first.hear()
    expect(first.shown.ready).toEqual([])
    first.hear()
    expect(first.view.pending).toEqual([])
    expect(first.shown.ready).toEqual([])
  })

  it('is removed from the guest whose line another one removes', () => {
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
    ['a line that is set to what it is', { kind: 'set', menuItemId: 1, quantity: 99 }],
    ['more of a dish than a line can have', add()],
    ['a line that is gone', { kind: 'remove', itemId: 101 }],
  ])('stays when the server finds nothing to change: %s', (_, nothing) => {
    const { first, phones, settle, serve, model } = tableOf('ana', 'mihai')
    const [, mihai] = phones
    if (!mihai) throw new Error('nobody')
    mihai.change(add(2))
    settle()
    first.change(add(1, 99))
    settle()
    first.change({ kind: 'ready', isReady: true })
    settle()
    // Removed while one's own removal of it is on its way.
    if (nothing.kind === 'remove') mihai.change({ kind: 'set', menuItemId: 2, quantity: 0 })
    first.change(nothing)
    serve(mihai)
    settle()
    expect(model.guests.filter(({ isReady }) => isReady)).toMatchObject([{ id: 'ana' }])
    expect(first.shown.ready).toEqual(['ana'])
  })
})

type Step =
  | { who: number; do: 'hear' | 'serve' | 'cut' | 'connect' | 'lose' | 'tooMuch' | 'sitDownAnew' | 'carry' | number }
  | { who: number; do: TableChange }

const who = fc.nat(2)
const dish = fc.constantFrom(1, 2, 3, SOLD_OUT)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ who, do: fc.constantFrom('hear', 'serve') }) },
  {
    weight: 1,
    arbitrary: fc.record({ who, do: fc.constantFrom('cut', 'connect', 'lose', 'tooMuch', 'sitDownAnew', 'carry') }),
  },
  // So many milliseconds pass.
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

it('whatever happens, when all is quiet every phone shows the server’s cart and nothing is pending', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      const { model, clock, phones, serve, settle } = tableOf('ana', 'mihai', 'ioana')
      for (const { who, do: what } of steps) {
        const phone = phones[who]
        if (!phone) continue
        if (what === 'hear') phone.hear()
        else if (what === 'serve') serve(phone)
        else if (what === 'cut' || what === 'tooMuch' || what === 'sitDownAnew') phone[what]()
        else if (what === 'carry') phone.carry([{ dish: dishOf(2), quantity: 2, notes: 'no salt' }])
        else if (what === 'lose') {
          // A frame that is lost without a disconnect: the version tells.
          if (phone.down[0] && 'version' in phone.down[0] && phone.down[0].type !== 'CART_ITEMS') phone.down.shift()
        } else if (what === 'connect') {
          phone.cut()
          phone.connect()
        } else if (typeof what === 'number') clock.pass(what)
        else phone.change(what)
      }
      // Who is connected and lost nothing must come to the truth by what it was told alone.
      const isLossy = steps.some(({ do: what }) => what === 'lose')
      for (const phone of phones.filter(({ isConnected }) => isLossy || !isConnected)) {
        phone.cut()
        phone.connect()
      }
      settle()
      const truth = model.lines.map((line) => [line.participantId, line.menuItemId, line.quantity, line.notes])
      for (const phone of phones) {
        expect(phone.shown.lines).toEqual(truth)
        expect(phone.shown.ready).toEqual(model.guests.filter(({ isReady }) => isReady).map(({ id }) => id))
        expect(phone.view.pending).toEqual([])
      }
    }),
    { numRuns: 400 },
  )
})

it('nothing is lost or doubled: so many taps, so many portions, through any number of disconnects', () => {
  const acts = fc.array(fc.constantFrom('tap', 'serve', 'hear', 'drop', 'tooMuch', 'wait'), {
    maxLength: 60,
    size: 'max',
  })
  fc.assert(
    fc.property(acts, (drawn) => {
      const { first, clock, serve, settle, model } = tableOf('ana')
      let taps = 0
      for (const act of drawn) {
        if (act === 'tap') {
          if (first.change({ kind: 'add', dish: soup, quantity: 1 })) taps += 1
        } else if (act === 'serve') serve(first)
        else if (act === 'hear') first.hear()
        else if (act === 'tooMuch') first.tooMuch()
        else if (act === 'wait') clock.pass(1_000)
        else {
          first.cut()
          first.connect()
        }
        // And not for a moment is another number shown than that of the taps.
        expect(first.shown.lines[0]?.[2] ?? 0).toBe(taps)
      }
      settle()
      expect(model.lines[0]?.quantity ?? 0).toBe(taps)
    }),
    { numRuns: 300 },
  )
})
