import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientFrame } from '#shared/contracts/live.ts'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
import type { CarriedLine } from './engine/carry-over.ts'
import { hear, wire } from './live.fixture.ts'
import type { OwnLine } from './shared-table-props.ts'

const kept = stubStorage()
vi.mock('../../lib/live/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
vi.mock('../../ui/toast/store.ts', () => ({ toast: () => {} }))
vi.mock('../../lib/browser/log.ts', () => ({ logProblem: () => {} }))

const { carryIntoTable } = await import('./table-store.ts')
const { connectSeat } = await import('./connection.ts')
const { change, comeTo, giveBackTo, sitDown, standUp, tableStore } = await import('./table-store.ts')

const seat = { sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' }
const dish = (id: number) => ({ id, name: `Dish ${id}`, nameRo: '', price: 100 })
const own = (count: number): OwnLine[] => Array.from({ length: count }, (_, i) => ({ dish: dish(i + 1), quantity: 2 }))
const cart = (version: number, ref?: number) =>
  hear({ type: 'CART_ITEMS', payload: [], version, ...(ref !== undefined && { ref }) })
const said = (type: ClientFrame['type']) => wire.said.filter((frame) => frame.type === type)
const joinedAs = () => said('JOIN_SESSION').map((frame) => frame.type === 'JOIN_SESSION' && frame.payload.page)

let disconnect = () => {}
let back: CarriedLine[] = []
let stopGivingBack = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  kept.clear()
  wire.said = []
  back = []
  stopGivingBack = giveBackTo((lines) => back.push(...lines))
  tableStore.setState({ tableId: null, seat: null, view: null })
  comeTo(3)
  sitDown(seat)
  disconnect = connectSeat({ joined: () => {}, allReady: () => {} })
  cart(1)
})
afterEach(() => {
  disconnect()
  stopGivingBack()
  vi.useRealTimers()
})

/** The page is loaded anew: only what is stored is left. */
function reload() {
  disconnect()
  wire.said = []
  tableStore.setState({ tableId: null, seat: null, view: null, isOpen: false })
  comeTo(3)
  disconnect = connectSeat({ joined: () => {}, allReady: () => {} })
}

describe('a cart that is carried over', () => {
  it('is stored on its way before it is taken out, and goes on after a reload under the same name and numbers', () => {
    carryIntoTable(own(3), () => expect(kept.get('masa.table-changes')).toContain('Dish 3'))
    cart(1)
    const before = said('ADD_ITEM')
    const name = joinedAs().at(-1)
    expect(before).toHaveLength(3)
    reload()
    expect(joinedAs()).toEqual([name])
    cart(2, 1)
    expect(said('ADD_ITEM')).toEqual(before.slice(1))
    cart(4, 3)
    expect(kept.has('masa.table-changes')).toBe(false)
    // From here on this page speaks under its own name.
    change({ kind: 'add', dish: dish(9), quantity: 1 })
    expect(joinedAs().at(-1)).not.toBe(name)
    cart(4)
    expect(said('ADD_ITEM').at(-1)).toMatchObject({ payload: { menuItemId: 9 }, ref: 1004 })
  })

  it('of a hundred dishes is said no faster than the server reads, and whole', () => {
    carryIntoTable(own(100), () => {})
    cart(1)
    expect(said('ADD_ITEM')).toHaveLength(15)
    for (let second = 1; second <= 8; second++) {
      vi.advanceTimersByTime(1_000)
      const last = wire.said.at(-1)
      cart(1 + second, last && 'ref' in last ? last.ref : 0)
      vi.advanceTimersByTime(200)
    }
    const refs = said('ADD_ITEM').map((frame) => 'ref' in frame && frame.ref)
    expect(refs).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  })

  it('says again what was too much at once, after a second, and forgets nothing', () => {
    carryIntoTable(own(2), () => {})
    cart(1)
    hear({ type: 'ERROR', payload: { message: 'slow down', code: 'too_many_frames' }, ref: 2 })
    expect(said('ADD_ITEM')).toHaveLength(2)
    vi.advanceTimersByTime(1_500)
    expect(said('ADD_ITEM').at(-1)).toMatchObject({ payload: { menuItemId: 2 }, ref: 3 })
    expect(tableStore.getState().view?.pending).toHaveLength(2)
  })

  it('is the phone’s own again where the session ends first, or the table’s cart is full', () => {
    carryIntoTable(own(3), () => {})
    cart(1)
    hear({ type: 'ERROR', payload: { message: 'full', code: 'cart_full' }, ref: 1 })
    expect(back).toMatchObject([{ dish: dish(1), quantity: 2 }])
    hear({ type: 'ITEM_ADDED', payload: lineOf(2), version: 2, ref: 2 })
    hear({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 } })
    expect(back).toMatchObject([{ dish: dish(1) }, { dish: dish(3), quantity: 2 }])
    expect(kept.has('masa.table-changes')).toBe(false)
  })

  it('is the phone’s own again where its session was over before the page came back', () => {
    carryIntoTable([{ dish: dish(1), quantity: 2, notes: 'no salt' }], () => {})
    kept.delete('masa.seat')
    reload()
    expect(back).toEqual([{ dish: dish(1), quantity: 2, notes: 'no salt' }])
    expect(kept.has('masa.table-changes')).toBe(false)
  })

  it('goes along where its guest leaves', () => {
    carryIntoTable(own(3), () => {})
    tableStore.setState({ isLeaving: true })
    standUp('left')
    expect(back).toEqual([])
    expect(kept.has('masa.table-changes')).toBe(false)
  })
})

it('what was tapped and not confirmed goes on after a reload, under the same name and numbers', () => {
  change({ kind: 'add', dish: dish(5), quantity: 1 })
  hear({ type: 'ITEM_ADDED', payload: lineOf(5), version: 2, ref: 1 })
  change({ kind: 'remove', itemId: 99 })
  change({ kind: 'add', dish: dish(6), quantity: 1 })
  change({ kind: 'ready', isReady: true })
  const name = joinedAs().at(-1)
  const before = wire.said.slice(-2)
  reload()
  expect(tableStore.getState().shown.lines).toMatchObject([{ menuItemId: 6 }])
  expect(joinedAs()).toEqual([name])
  hear({ type: 'CART_ITEMS', payload: [lineOf(5)], version: 2, ref: 1 })
  expect(wire.said.slice(-2)).toEqual(before)
  hear({ type: 'CART_ITEMS', payload: [lineOf(5), lineOf(6)], version: 3, ref: 4 })
  expect(kept.has('masa.table-changes')).toBe(false)
})

it.each([
  ['the name of a page', { page: 'no name', ref: 1 }],
  ['the number of a change', { page: 'p'.repeat(20), ref: -1 }],
])('what is stored with %s that the server would not read is passed over', (_, which) => {
  const value = { sessionId: 's', changes: [{ change: { kind: 'ready', isReady: true }, ...which }] }
  kept.set('masa.table-changes', JSON.stringify({ version: 1, value }))
  reload()
  cart(1)
  expect(joinedAs()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(said('SET_READY')).toEqual([])
})

it('an order says which of the last taps it contains: only the others are kept for the next round', () => {
  change({ kind: 'add', dish: dish(5), quantity: 1 })
  change({ kind: 'add', dish: dish(6), quantity: 1 })
  hear({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 }, ref: 1 })
  expect(back).toEqual([{ dish: dish(6), quantity: 1 }])
})

it('a dish that was tapped too late for the order is kept for the next round', () => {
  change({ kind: 'add', dish: dish(5), quantity: 1 })
  hear({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 } })
  expect(back).toEqual([{ dish: dish(5), quantity: 1 }])
})

it('a dish that was tapped too late for the order is kept for the next round, also where its guest was ready after it', () => {
  change({ kind: 'add', dish: dish(5), quantity: 1 })
  change({ kind: 'ready', isReady: true })
  hear({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 } })
  expect(back).toEqual([{ dish: dish(5), quantity: 1 }])
})

it('a change that is refused because the session is just over waits for the word of how it ended', () => {
  change({ kind: 'add', dish: dish(5), quantity: 1 })
  change({ kind: 'add', dish: dish(6), quantity: 1 })
  hear({ type: 'ERROR', payload: { message: 'Over', code: 'session_over' }, ref: 2 })
  expect(tableStore.getState().seat).not.toBeNull()
  hear({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 }, ref: 1 })
  expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'completed', placed: { orderId: 7 } })
  expect(back).toEqual([{ dish: dish(6), quantity: 1 }])
})

function lineOf(id: number) {
  const { name, nameRo, price } = dish(id)
  return {
    id: id + 40,
    participantId: 'me',
    guestName: 'Ana',
    menuItemId: id,
    name,
    nameRo,
    price,
    isOrderable: true,
    quantity: 2,
    notes: null,
  }
}
