import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ClientFrame,
  FRAMES_PER_SECOND,
  MAX_FRAME_BURST,
  MAX_REFUSED_FRAMES,
  type ServerFrame,
} from '#shared/contracts/live.ts'
import { newTableState } from './table-cart.ts'
import { MAX_UNANSWERED_CHANGES, type TableListeners, TablePage } from './table-page.ts'
import { dishOf, HandClock, tableOf } from './table-phone.fixture.ts'

const add = (id: number) => ({ kind: 'add', dish: dishOf(id), quantity: 1 }) as const

const error = (code: string, ref?: number): ServerFrame => ({
  type: 'ERROR',
  payload: { message: `It is ${code}`, code },
  ...(ref !== undefined && { ref }),
})

const cart = (version: number, refs?: number[]): ServerFrame => ({ type: 'CART_ITEMS', payload: [], version, refs })

const refsOf = (page: TablePage) => page.state.pending.map(({ ref }) => ref)

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
    newTableState('ana'),
    { send: (frame) => sent.push(frame) > 0, after: clock.after },
    {
      refused: record('refused'),
      linesReturned: record('linesReturned'),
      sessionInfo: record('sessionInfo'),
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
    clock.pass(999)
    expect(sentOfType('JOIN_SESSION')).toHaveLength(1)
    clock.pass(1)
    expect(sentOfType('JOIN_SESSION')).toHaveLength(2)
    clock.pass(8_000)
    expect(sentOfType('JOIN_SESSION')).toHaveLength(3)
    page.receive(cart(1))
    clock.pass(60_000)
    expect(sentOfType('JOIN_SESSION')).toHaveLength(3)
    expect(sentOfType('GET_CART')).toEqual([])
  })

  it('requests the whole cart every eight seconds while a change is not confirmed', () => {
    const { page, clock, sentOfType } = pageOf()
    page.opened()
    page.receive(cart(1))
    page.change(add(1))
    clock.pass(16_000)
    expect(sentOfType('GET_CART')).toHaveLength(2)
    page.receive(cart(2, refsOf(page)))
    clock.pass(16_000)
    expect(sentOfType('GET_CART')).toHaveLength(2)
    expect(sentOfType('ADD_ITEM')).toHaveLength(1)
  })

  it('requests the whole cart once if a frame was missed, and again a second after the request was one too many', () => {
    const { page, clock, sentOfType } = pageOf()
    page.opened()
    page.receive(cart(1))
    for (const version of [3, 4]) page.receive({ type: 'ITEM_REMOVED', payload: { itemId: 1 }, version })
    expect(sentOfType('GET_CART')).toHaveLength(1)
    page.receive(error('too_many_frames'))
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
    refsOf(page).slice(0, MAX_UNANSWERED_CHANGES),
  )
})

it('a page sends a change made by a listener after the change that the listener was called for', () => {
  const { page, sentOfType } = pageOf({
    stateChanged: ({ state }) => {
      if (state.pending.length === 1) page.change(add(2))
    },
  })
  page.opened()
  page.receive(cart(1))
  page.change(add(1))
  expect(sentOfType('ADD_ITEM')).toMatchObject([{ payload: { menuItemId: 1 } }, { payload: { menuItemId: 2 } }])
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
    const [ref] = refsOf(page)
    page.receive(error('session_over', ref))
    expect(events).toEqual([])
    page.receive(error('session_over'))
    page.receive(error('session_not_found', ref))
    expect(events).toEqual([
      ['ended', 'expired', 'It is session_over', 'session_over'],
      ['ended', 'left', 'It is session_not_found', 'session_not_found'],
    ])
    // The pending changes stay, so that the caller can give them back.
    expect(page.state.pending).toHaveLength(1)
  })

  it('about a change undoes it, and gives back a carried-over dish unless nobody can order it', () => {
    const { page, events } = pageOf()
    page.opened()
    page.receive(cart(1))
    page.carryOver([1, 2].map((id) => ({ dish: dishOf(id), quantity: 2, notes: 'no salt' })))
    const [first, second] = refsOf(page)
    page.receive(error('cart_full', first))
    page.receive(error('item_unavailable', second))
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

// In each step time passes, and the network either delivers all frames in progress and their responses, or delays them.
const steps = fc.array(fc.record({ ms: fc.integer({ min: 0, max: 400 }), delivers: fc.boolean() }), { maxLength: 200 })

it('the server closes no socket for a page’s frames, however the network delays and bunches them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_FRAME_BURST }), steps, (allowance, generatedSteps) => {
      const { page, clock, sent } = pageOf()
      page.opened()
      page.receive(cart(1))
      page.carryOver(Array.from({ length: 100 }, (_, i) => ({ dish: dishOf(i), quantity: 1 })))
      // Other frames of the page's socket have used up a part of it.
      let allowed = allowance
      let version = 1
      for (const { ms, delivers } of generatedSteps) {
        clock.pass(ms)
        allowed = Math.min(MAX_FRAME_BURST, allowed + (ms / 1000) * FRAMES_PER_SECOND)
        for (const frame of delivers ? sent.splice(0) : []) {
          allowed -= 1
          expect(allowed).toBeGreaterThan(-MAX_REFUSED_FRAMES / 2)
          const refs = 'ref' in frame && frame.ref !== undefined ? [frame.ref] : []
          page.receive(allowed < 0 ? error('too_many_frames', refs[0]) : cart(++version, refs))
        }
      }
      for (let i = 0; page.state.pending.length > 0 && i < 200; i++) {
        for (const frame of sent.splice(0)) if ('ref' in frame && frame.ref) page.receive(cart(++version, [frame.ref]))
        clock.pass(1_000)
      }
      expect(page.state.pending).toEqual([])
    }),
    { numRuns: 100 },
  )
})
