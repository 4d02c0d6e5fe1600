import { describe, expect, it } from 'vitest'
import { linesToGiveBack, type TableChange } from './table-cart.ts'
import { MAX_UNANSWERED_CHANGES } from './table-page.ts'
import { dishOf, SOLD_OUT, tableOf } from './table-phone.fixture.ts'

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

  it('is sent again a second later, and what waits for it after it', () => {
    const { first, clock, serve, settle, model } = tableOf('ana')
    for (const change of [add(1), add(2), ready(true)]) first.change(change)
    const [refused] = first.up
    first.refuseAsTooMany()
    serve(first)
    while (first.down.length > 0) first.receive()
    clock.pass(999)
    expect(first.up).toEqual([])
    clock.pass(1)
    expect(first.up).toEqual([refused])
    settle()
    expect(model.lines.map(({ menuItemId }) => menuItemId)).toEqual([2, 1])
    expect(first.shown.ready).toEqual(['ana'])
  })
})
