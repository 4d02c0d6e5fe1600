import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientFrame } from '#shared/contracts/live.ts'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
import type { OwnLine } from './cart/shared-table-props.ts'
import type { CarriedLine } from './engine/carry-over.ts'
import { liveConnection, receiveFrame } from './live.fixture.ts'

const storage = stubStorage()
vi.mock('../../lib/live/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
vi.mock('../../ui/toast/store.ts', () => ({ toast: () => {} }))
vi.mock('../../lib/browser/log.ts', () => ({ logProblem: () => {} }))

const { carryIntoTable } = await import('./table-store.ts')
const { connectSeat } = await import('./connection.ts')
const { changeSharedCart, enterTable, setGiveBack, takeSeat, leaveSeat, tableStore } = await import('./table-store.ts')

const seat = { sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' }
const dish = (id: number) => ({ id, name: `Dish ${id}`, nameRo: '', price: 100 })
const ownLines = (count: number): OwnLine[] =>
  Array.from({ length: count }, (_, i) => ({ dish: dish(i + 1), quantity: 2 }))
const receiveEmptyCart = (version: number, ref?: number) =>
  receiveFrame({ type: 'CART_ITEMS', payload: [], version, ...(ref !== undefined && { ref }) })
const sentFrames = (type: ClientFrame['type']) => liveConnection.sent.filter((frame) => frame.type === type)
const joinedPageNames = () =>
  sentFrames('JOIN_SESSION').map((frame) => frame.type === 'JOIN_SESSION' && frame.payload.page)

let disconnect = () => {}
let returned: CarriedLine[] = []
let unsetGiveBack = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  storage.clear()
  liveConnection.sent = []
  returned = []
  unsetGiveBack = setGiveBack((lines) => returned.push(...lines))
  tableStore.setState({ tableId: null, seat: null, tableState: null })
  enterTable(3)
  takeSeat(seat)
  disconnect = connectSeat({ joined: () => {}, allReady: () => {} })
  receiveEmptyCart(1)
})
afterEach(() => {
  disconnect()
  unsetGiveBack()
  vi.useRealTimers()
})

/** Reloads the page: only what the browser stores survives. */
function reload() {
  disconnect()
  liveConnection.sent = []
  tableStore.setState({ tableId: null, seat: null, tableState: null, canChange: false })
  enterTable(3)
  disconnect = connectSeat({ joined: () => {}, allReady: () => {} })
}

describe('a cart that is carried over', () => {
  it('is stored before the own cart is emptied, and resumes after a reload under the same page name and refs', () => {
    carryIntoTable(ownLines(3), () => expect(storage.get('masa.table-changes')).toContain('Dish 3'))
    receiveEmptyCart(1)
    const before = sentFrames('ADD_ITEM')
    const name = joinedPageNames().at(-1)
    expect(before).toHaveLength(3)
    reload()
    expect(joinedPageNames()).toEqual([name])
    receiveEmptyCart(2, 1)
    expect(sentFrames('ADD_ITEM')).toEqual(before.slice(1))
    receiveEmptyCart(4, 3)
    expect(storage.has('masa.table-changes')).toBe(false)
    // From here on this page sends under its own name.
    changeSharedCart({ kind: 'add', dish: dish(9), quantity: 1 })
    expect(joinedPageNames().at(-1)).not.toBe(name)
    receiveEmptyCart(4)
    expect(sentFrames('ADD_ITEM').at(-1)).toMatchObject({ payload: { menuItemId: 9 }, ref: 1004 })
  })

  it('of a hundred dishes is sent completely, within the rate limit', () => {
    carryIntoTable(ownLines(100), () => {})
    receiveEmptyCart(1)
    expect(sentFrames('ADD_ITEM')).toHaveLength(15)
    for (let second = 1; second <= 8; second++) {
      vi.advanceTimersByTime(1_000)
      const last = liveConnection.sent.at(-1)
      receiveEmptyCart(1 + second, last && 'ref' in last ? last.ref : 0)
      vi.advanceTimersByTime(200)
    }
    const refs = sentFrames('ADD_ITEM').map((frame) => 'ref' in frame && frame.ref)
    expect(refs).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  })

  it('sends a change again a second after it was rejected as one frame too many, and drops none', () => {
    carryIntoTable(ownLines(2), () => {})
    receiveEmptyCart(1)
    receiveFrame({ type: 'ERROR', payload: { message: 'slow down', code: 'too_many_frames' }, ref: 2 })
    expect(sentFrames('ADD_ITEM')).toHaveLength(2)
    vi.advanceTimersByTime(1_500)
    expect(sentFrames('ADD_ITEM').at(-1)).toMatchObject({ payload: { menuItemId: 2 }, ref: 3 })
    expect(tableStore.getState().tableState?.pending).toHaveLength(2)
  })

  it('returns to the phone’s own cart if the session ends first or the table’s cart is full', () => {
    carryIntoTable(ownLines(3), () => {})
    receiveEmptyCart(1)
    receiveFrame({ type: 'ERROR', payload: { message: 'full', code: 'cart_full' }, ref: 1 })
    expect(returned).toMatchObject([{ dish: dish(1), quantity: 2 }])
    receiveFrame({ type: 'ITEM_ADDED', payload: lineOf(2), version: 2, ref: 2 })
    receiveFrame({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 } })
    expect(returned).toMatchObject([{ dish: dish(1) }, { dish: dish(3), quantity: 2 }])
    expect(storage.has('masa.table-changes')).toBe(false)
  })

  it('returns to the phone’s own cart if the session ended before the page was reloaded', () => {
    carryIntoTable([{ dish: dish(1), quantity: 2, notes: 'no salt' }], () => {})
    storage.delete('masa.seat')
    reload()
    expect(returned).toEqual([{ dish: dish(1), quantity: 2, notes: 'no salt' }])
    expect(storage.has('masa.table-changes')).toBe(false)
  })

  it('is dropped if its guest leaves', () => {
    carryIntoTable(ownLines(3), () => {})
    tableStore.setState({ isLeaving: true })
    leaveSeat('left')
    expect(returned).toEqual([])
    expect(storage.has('masa.table-changes')).toBe(false)
  })
})

it('sends unconfirmed changes again after a reload, under the same page name and refs', () => {
  changeSharedCart({ kind: 'add', dish: dish(5), quantity: 1 })
  receiveFrame({ type: 'ITEM_ADDED', payload: lineOf(5), version: 2, ref: 1 })
  changeSharedCart({ kind: 'remove', itemId: 99 })
  changeSharedCart({ kind: 'add', dish: dish(6), quantity: 1 })
  changeSharedCart({ kind: 'ready', isReady: true })
  const name = joinedPageNames().at(-1)
  const before = liveConnection.sent.slice(-2)
  reload()
  expect(tableStore.getState().shown.lines).toMatchObject([{ menuItemId: 6 }])
  expect(joinedPageNames()).toEqual([name])
  receiveFrame({ type: 'CART_ITEMS', payload: [lineOf(5)], version: 2, ref: 1 })
  expect(liveConnection.sent.slice(-2)).toEqual(before)
  receiveFrame({ type: 'CART_ITEMS', payload: [lineOf(5), lineOf(6)], version: 3, ref: 4 })
  expect(storage.has('masa.table-changes')).toBe(false)
})

it.each([
  ['the name of a page', { page: 'no name', ref: 1 }],
  ['the number of a change', { page: 'p'.repeat(20), ref: -1 }],
])('ignores a stored change with %s that the server would reject', (_, invalid) => {
  const value = { sessionId: 's', changes: [{ change: { kind: 'ready', isReady: true }, ...invalid }] }
  storage.set('masa.table-changes', JSON.stringify({ version: 1, value }))
  reload()
  receiveEmptyCart(1)
  expect(joinedPageNames()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(sentFrames('SET_READY')).toEqual([])
})

it('gives back the changes after the ref of SESSION_COMPLETED, which the order does not contain', () => {
  changeSharedCart({ kind: 'add', dish: dish(5), quantity: 1 })
  changeSharedCart({ kind: 'add', dish: dish(6), quantity: 1 })
  receiveFrame({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 }, ref: 1 })
  expect(returned).toEqual([{ dish: dish(6), quantity: 1 }])
})

it('gives back a dish that was added too late for the order', () => {
  changeSharedCart({ kind: 'add', dish: dish(5), quantity: 1 })
  receiveFrame({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 } })
  expect(returned).toEqual([{ dish: dish(5), quantity: 1 }])
})

it('gives back a dish that was added too late for the order, even if its guest marked ready after it', () => {
  changeSharedCart({ kind: 'add', dish: dish(5), quantity: 1 })
  changeSharedCart({ kind: 'ready', isReady: true })
  receiveFrame({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 } })
  expect(returned).toEqual([{ dish: dish(5), quantity: 1 }])
})

it('waits for SESSION_COMPLETED if a change is rejected with session_over', () => {
  changeSharedCart({ kind: 'add', dish: dish(5), quantity: 1 })
  changeSharedCart({ kind: 'add', dish: dish(6), quantity: 1 })
  receiveFrame({ type: 'ERROR', payload: { message: 'Over', code: 'session_over' }, ref: 2 })
  expect(tableStore.getState().seat).not.toBeNull()
  receiveFrame({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 }, ref: 1 })
  expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'completed', placed: { orderId: 7 } })
  expect(returned).toEqual([{ dish: dish(6), quantity: 1 }])
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
