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

/** A page on a connection over which only the test sends frames to it. */
function pageOf(listeners: Partial<TableListeners> = {}) {
  const clock = new HandClock()
  const sent: ClientFrame[] = []
  const events: unknown[][] = []
  const record =
    (name: string) =>
    (...args: unknown[]) =>
      events.push([name, ...args])
  const page = new TablePage(
    'session',
    newTableState('ana', 'mine'),
    { send: (frame) => sent.push(frame) > 0, now: clock.now, after: clock.after },
    {
      refused: record('refused'),
      linesReturned: record('linesReturned'),
      sessionInfo: record('sessionInfo'),
      joined: record('joined'),
      allReady: record('allReady'),
      completed: record('completed'),
      ended: record('ended'),
      ...listeners,
    },
  )
  const sentOfType = (type: ClientFrame['type']) => sent.filter((frame) => frame.type === type)
  return { page, clock, sent, sentOfType, events }
}

describe('a page', () => {
  it('joins again if JOIN_SESSION was rejected as one frame too many', () => {
    const { page, clock, sentOfType } = pageOf()
    page.opened()
    page.receive(error('too_many_frames'))
    clock.pass(7_999)
    expect(sentOfType('JOIN_SESSION')).toHaveLength(1)
    clock.pass(1)
    expect(sentOfType('JOIN_SESSION')).toHaveLength(2)
    page.receive(cart(1))
    clock.pass(60_000)
    expect(sentOfType('JOIN_SESSION')).toHaveLength(2)
    expect(sentOfType('GET_CART')).toEqual([])
  })

  it('requests the whole cart every eight seconds while a change is not confirmed', () => {
    const { page, clock, sentOfType } = pageOf()
    page.opened()
    page.receive(cart(1))
    page.change(add(1))
    clock.pass(16_000)
    expect(sentOfType('GET_CART')).toHaveLength(2)
    page.receive(cart(2, 1))
    clock.pass(16_000)
    expect(sentOfType('GET_CART')).toHaveLength(2)
    expect(sentOfType('ADD_ITEM')).toHaveLength(1)
  })

  it('requests the whole cart once if a frame was missed, and again a second after an error', () => {
    const { page, clock, sentOfType } = pageOf()
    page.opened()
    page.receive(cart(1))
    for (const version of [3, 4]) page.receive({ type: 'ITEM_REMOVED', payload: { itemId: 1 }, version })
    expect(sentOfType('GET_CART')).toHaveLength(1)
    page.receive(error('internal'))
    clock.pass(999)
    expect(sentOfType('GET_CART')).toHaveLength(1)
    clock.pass(1)
    expect(sentOfType('GET_CART')).toHaveLength(2)
  })
})

it('a page sends nothing and runs no timer without a connection', () => {
  const { page, clock, sent } = pageOf()
  page.opened()
  page.receive(cart(1))
  for (let id = 1; id <= 30; id++) page.change(add(id))
  page.lost()
  const sentBefore = sent.length
  expect(clock.isIdle).toBe(true)
  expect(page.change(add(31))).toBe(false)
  expect(page.state.pending).toHaveLength(30)
  page.opened()
  page.receive(cart(1))
  clock.pass(2_000)
  expect(sent.slice(sentBefore).flatMap((frame) => ('ref' in frame ? [frame.ref] : []))).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
})

it('a page sends a change made by a listener after the change that the listener was called for', () => {
  const { page, sentOfType } = pageOf({
    stateChanged: ({ state }) => {
      if (state.pending.length === 1 && state.lastRef === 1) page.change(add(2))
    },
  })
  page.opened()
  page.receive(cart(1))
  page.change(add(1))
  expect(sentOfType('ADD_ITEM')).toMatchObject([{ ref: 1 }, { ref: 2 }])
})

it('a page reports the remaining time and the table on each SESSION_INFO', () => {
  const { page, events } = pageOf()
  page.opened()
  const payload = { timeRemaining: 60, tableId: 37, tableNumber: 7 }
  page.receive({ type: 'SESSION_INFO', payload })
  expect(events).toEqual([['sessionInfo', payload]])
})

describe('an error frame', () => {
  it('about WATCH_ORDER is ignored', () => {
    const { page, events } = pageOf()
    page.opened()
    page.receive(error('session_over', -7))
    expect(events).toEqual([])
  })

  it('that ends the session is reported; one that only rejects a late change is not', () => {
    const { page, events } = pageOf()
    page.opened()
    page.receive(cart(1))
    page.change(add(1))
    page.receive(error('session_over', 1))
    expect(events).toEqual([])
    page.receive(error('session_over'))
    page.receive(error('session_not_found', 1))
    expect(events).toEqual([
      ['ended', 'expired', 'It is session_over'],
      ['ended', 'left', 'It is session_not_found'],
    ])
    // The pending changes stay, so that the caller can give them back.
    expect(page.state.pending).toHaveLength(1)
  })

  it('about a change undoes it, and gives back a carried-over dish unless nobody can order it', () => {
    const { page, events } = pageOf()
    page.opened()
    page.receive(cart(1))
    page.carryOver([1, 2].map((id) => ({ dish: dishOf(id), quantity: 2, notes: 'no salt' })))
    page.receive(error('cart_full', 1))
    page.receive(error('item_unavailable', 2))
    expect(events).toMatchObject([
      ['refused', 'It is cart_full', 'cart_full', { dish: dishOf(1) }],
      ['linesReturned', [{ dish: dishOf(1), quantity: 2, notes: 'no salt' }]],
      ['refused', 'It is item_unavailable', 'item_unavailable', { dish: dishOf(2) }],
    ])
    expect(page.state.pending).toEqual([])
  })
})

it('no change is lost or doubled if two tabs of one guest send the same changes', () => {
  const acts = fc.array(
    fc.record({ tabIndex: fc.nat(1), act: fc.constantFrom('serve', 'receive', 'receive', 'cut', 'tap', 'wait') }),
    { maxLength: 100, size: 'max' },
  )
  fc.assert(
    fc.property(acts, (generatedActs) => {
      const { phones, clock, serve, settle, model } = tableOf('ana', 'ana')
      const [one, two] = phones
      if (!one || !two) throw new Error('nobody')
      one.carryOver(Array.from({ length: 2 }, (_, i) => ({ dish: dishOf(i + 20), quantity: 1 })))
      two.stored = one.stored
      two.reload()
      let taps = 0
      for (const { tabIndex, act } of generatedActs) {
        const phone = tabIndex ? two : one
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

it('phones follow a moved session to its table without losing changes, whatever frames are lost', () => {
  const acts = fc.array(
    fc.record({
      phoneIndex: fc.nat(1),
      act: fc.constantFrom('serve', 'receive', 'receive', 'cut', 'connect', 'tap', 'move', 'wait'),
    }),
    { maxLength: 100, size: 'max' },
  )
  fc.assert(
    fc.property(acts, (generatedActs) => {
      const { phones, clock, serve, settle, move, model } = tableOf('ana', 'mihai')
      const taps = [0, 0]
      for (const { phoneIndex, act } of generatedActs) {
        const phone = phones[phoneIndex]
        if (!phone) throw new Error('nobody')
        if (act === 'serve') serve(phone)
        else if (act === 'wait') clock.pass(500)
        else if (act === 'move') move()
        else if (act === 'tap') taps[phoneIndex] = (taps[phoneIndex] ?? 0) + (phone.change(add(1)) ? 1 : 0)
        else phone[act]()
      }
      for (const phone of phones) if (!phone.isConnected) phone.connect()
      settle()
      for (const { ownId, receivedTableNumbers, shown } of phones) {
        expect(receivedTableNumbers.at(-1)).toBe(model.tableNumber)
        // In order: an older frame never moves a phone back to the former table.
        expect(receivedTableNumbers).toEqual([...receivedTableNumbers].sort((a, b) => a - b))
        const expected = ['ana', 'mihai'].flatMap((id, i) => (taps[i] ? [[id, 1, taps[i], null]] : []))
        expect([ownId, [...shown.lines].sort()]).toEqual([ownId, expected])
      }
    }),
    { numRuns: 200 },
  )
})
