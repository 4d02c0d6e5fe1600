import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClientFrame, ServerFrame } from '#shared/contracts/live.ts'
import { HandClock } from './hand-clock.fixture.ts'
import { dishOf } from './table-model.fixture.ts'
import { type TableListeners, TablePage } from './table-page.ts'
import { tableOf } from './table-phone.fixture.ts'
import { newTableState } from './table-state.ts'

const add = (id: number) => ({ kind: 'add', dish: dishOf(id), quantity: 1 }) as const
const error = (code: string, ref?: number): ServerFrame => ({
  type: 'ERROR',
  payload: { message: `It is ${code}`, code },
  ...(ref !== undefined && { ref }),
})
const cart = (version: number, ref = 0): ServerFrame => ({ type: 'CART_ITEMS', payload: [], version, ref })

/** A page on a wire that answers nothing by itself. */
function pageOf(listeners: Partial<TableListeners> = {}) {
  const clock = new HandClock()
  const said: ClientFrame[] = []
  const told: unknown[][] = []
  const tell =
    (what: string) =>
    (...about: unknown[]) =>
      told.push([what, ...about])
  const page = new TablePage(
    'session',
    newTableState('ana', 'mine'),
    { send: (frame) => said.push(frame) > 0, now: clock.now, after: clock.after },
    {
      refused: tell('refused'),
      givenBack: tell('givenBack'),
      info: tell('info'),
      joined: tell('joined'),
      allReady: tell('allReady'),
      completed: tell('completed'),
      over: tell('over'),
      ...listeners,
    },
  )
  const saidOf = (type: ClientFrame['type']) => said.filter((frame) => frame.type === type)
  return { page, clock, said, saidOf, told }
}

describe('the page asks again for what is not answered', () => {
  it('when JOIN_SESSION was refused as too many frames', () => {
    const { page, clock, saidOf } = pageOf()
    page.opened()
    page.hear(error('too_many_frames'))
    clock.pass(7_999)
    expect(saidOf('JOIN_SESSION')).toHaveLength(1)
    clock.pass(1)
    expect(saidOf('JOIN_SESSION')).toHaveLength(2)
    page.hear(cart(1))
    clock.pass(60_000)
    expect(saidOf('JOIN_SESSION')).toHaveLength(2)
    expect(saidOf('GET_CART')).toEqual([])
  })

  it('when a change was not confirmed', () => {
    const { page, clock, saidOf } = pageOf()
    page.opened()
    page.hear(cart(1))
    page.change(add(1))
    clock.pass(16_000)
    expect(saidOf('GET_CART')).toHaveLength(2)
    page.hear(cart(2, 1))
    clock.pass(16_000)
    expect(saidOf('GET_CART')).toHaveLength(2)
    expect(saidOf('ADD_ITEM')).toHaveLength(1)
  })

  it('when a frame was missed: once, and again a second after a refusal', () => {
    const { page, clock, saidOf } = pageOf()
    page.opened()
    page.hear(cart(1))
    for (const version of [3, 4]) page.hear({ type: 'ITEM_REMOVED', payload: { itemId: 1 }, version })
    expect(saidOf('GET_CART')).toHaveLength(1)
    page.hear(error('internal'))
    clock.pass(999)
    expect(saidOf('GET_CART')).toHaveLength(1)
    clock.pass(1)
    expect(saidOf('GET_CART')).toHaveLength(2)
  })
})

it('without a connection the page sends nothing and no timer runs', () => {
  const { page, clock, said } = pageOf()
  page.opened()
  page.hear(cart(1))
  for (let id = 1; id <= 30; id++) page.change(add(id))
  page.lost()
  const before = said.length
  expect(clock.isIdle).toBe(true)
  expect(page.change(add(31))).toBe(false)
  expect(page.view.pending).toHaveLength(30)
  page.opened()
  page.hear(cart(1))
  clock.pass(2_000)
  expect(said.slice(before).flatMap((frame) => ('ref' in frame ? [frame.ref] : []))).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
})

it('a change that a listener makes is sent after the one that it heard of', () => {
  const { page, saidOf } = pageOf({
    changed: ({ view }) => {
      if (view.pending.length === 1 && view.lastRef === 1) page.change(add(2))
    },
  })
  page.opened()
  page.hear(cart(1))
  page.change(add(1))
  expect(saidOf('ADD_ITEM')).toMatchObject([{ ref: 1 }, { ref: 2 }])
})

it('the page says at each SESSION_INFO how long the session lasts, and at which table', () => {
  const { page, told } = pageOf()
  page.opened()
  const payload = { timeRemaining: 60, tableId: 37, tableNumber: 7 }
  page.hear({ type: 'SESSION_INFO', payload })
  expect(told).toEqual([['info', payload]])
})

describe('an error', () => {
  it('about WATCH_ORDER does not concern the table', () => {
    const { page, told } = pageOf()
    page.opened()
    page.hear(error('session_over', -7))
    expect(told).toEqual([])
  })

  it('that ends the session says how; one that only refuses a late change does not', () => {
    const { page, told } = pageOf()
    page.opened()
    page.hear(cart(1))
    page.change(add(1))
    page.hear(error('session_over', 1))
    expect(told).toEqual([])
    page.hear(error('session_over'))
    page.hear(error('session_not_found', 1))
    expect(told).toEqual([
      ['over', 'expired', 'It is session_over'],
      ['over', 'left', 'It is session_not_found'],
    ])
    // Whoever lets the page go finds in it what the table has not taken.
    expect(page.view.pending).toHaveLength(1)
  })

  it('about a change undoes it; a dish from the guest’s own cart returns there, unless nobody can order it', () => {
    const { page, told } = pageOf()
    page.opened()
    page.hear(cart(1))
    page.carryOver([1, 2].map((id) => ({ dish: dishOf(id), quantity: 2, notes: 'no salt' })))
    page.hear(error('cart_full', 1))
    page.hear(error('item_unavailable', 2))
    expect(told).toMatchObject([
      ['refused', 'It is cart_full', 'cart_full', { dish: dishOf(1) }],
      ['givenBack', [{ dish: dishOf(1), quantity: 2, notes: 'no salt' }]],
      ['refused', 'It is item_unavailable', 'item_unavailable', { dish: dishOf(2) }],
    ])
    expect(page.view.pending).toEqual([])
  })
})

it('two tabs of one guest send the same changes: nothing is lost or doubled', () => {
  const acts = fc.array(
    fc.record({ tab: fc.nat(1), act: fc.constantFrom('serve', 'hear', 'hear', 'cut', 'tap', 'wait') }),
    { maxLength: 100, size: 'max' },
  )
  fc.assert(
    fc.property(acts, (drawn) => {
      const { phones, clock, serve, settle, model } = tableOf('ana', 'ana')
      const [one, two] = phones
      if (!one || !two) throw new Error('nobody')
      one.carry(Array.from({ length: 2 }, (_, i) => ({ dish: dishOf(i + 20), quantity: 1 })))
      two.kept = one.kept
      two.sitDownAnew()
      let taps = 0
      for (const { tab, act } of drawn) {
        const phone = tab ? two : one
        if (act === 'serve') serve(phone)
        else if (act === 'wait') clock.pass(500)
        else if (act === 'tap') taps += phone.change(add(1)) ? 1 : 0
        else if (act === 'cut') {
          phone.cut()
          phone.connect()
        } else phone[act]()
      }
      settle()
      const carried = model.lines.filter(({ menuItemId }) => menuItemId !== 1)
      expect(carried.map(({ quantity }) => quantity)).toEqual(Array(2).fill(1))
      expect(model.lines.find(({ menuItemId }) => menuItemId === 1)?.quantity ?? 0).toBe(taps)
    }),
    { numRuns: 300 },
  )
})

it('phones whose session is moved follow it, whatever is lost meanwhile, and lose nothing of the cart', () => {
  const acts = fc.array(
    fc.record({
      at: fc.nat(1),
      act: fc.constantFrom('serve', 'hear', 'hear', 'cut', 'connect', 'tap', 'move', 'wait'),
    }),
    { maxLength: 100, size: 'max' },
  )
  fc.assert(
    fc.property(acts, (drawn) => {
      const { phones, clock, serve, settle, move, model } = tableOf('ana', 'mihai')
      const taps = [0, 0]
      for (const { at, act } of drawn) {
        const phone = phones[at]
        if (!phone) throw new Error('nobody')
        if (act === 'serve') serve(phone)
        else if (act === 'wait') clock.pass(500)
        else if (act === 'move') move()
        else if (act === 'tap') taps[at] = (taps[at] ?? 0) + (phone.change(add(1)) ? 1 : 0)
        else phone[act]()
      }
      for (const phone of phones) if (!phone.isConnected) phone.connect()
      settle()
      for (const { own, tables, shown } of phones) {
        expect(tables.at(-1)).toBe(model.tableNumber)
        // In their order: an older frame never brings a phone back to the table before.
        expect(tables).toEqual([...tables].sort((a, b) => a - b))
        const expected = ['ana', 'mihai'].flatMap((id, i) => (taps[i] ? [[id, 1, taps[i], null]] : []))
        expect([own, [...shown.lines].sort()]).toEqual([own, expected])
      }
    }),
    { numRuns: 200 },
  )
})
