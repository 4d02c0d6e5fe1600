import i18n from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
import { hear, wire } from './live.fixture.ts'

const kept = stubStorage()
const toasts: unknown[] = []
const logged: unknown[] = []
vi.mock('../../lib/live/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
vi.mock('../../ui/toast/store.ts', () => ({ toast: (content: unknown) => toasts.push(content) }))
vi.mock('../../lib/browser/log.ts', () => ({ logProblem: (what: unknown) => logged.push(what) }))

const { connectSeat } = await import('./connection.ts')
const { change, comeTo, followSession, giveBackTo, sitDown, tableStore } = await import('./table-store.ts')
const { storedSeat } = await import('./stored.ts')

const dish = { id: 5, name: 'Soup', nameRo: 'Supă', price: 2850 }
const add = () => change({ kind: 'add', dish, quantity: 1 })
const line = (quantity: number, id = 40) => ({
  id,
  participantId: 'me',
  guestName: 'Ana',
  menuItemId: 5,
  name: 'Soup',
  nameRo: 'Supă',
  price: 2850,
  isOrderable: true,
  quantity,
  notes: null,
})
const quantity = () => tableStore.getState().shown.lines[0]?.quantity ?? 0

let disconnect = () => {}
beforeEach(() => {
  disconnect()
  kept.clear()
  wire.said = []
  toasts.length = 0
  logged.length = 0
  tableStore.setState({ tableId: null })
  comeTo(3)
  sit()
})

function sit() {
  disconnect()
  sitDown({ sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
  disconnect = connectSeat({ joined: () => {}, allReady: () => {} })
}

describe('a seat', () => {
  it('says who it is, and does nothing but log until the cart is there', () => {
    expect(wire.said).toMatchObject([{ type: 'JOIN_SESSION', payload: { sessionId: 's', participantId: 'me' } }])
    expect(add()).toBe(false)
    expect(change({ kind: 'remove', itemId: 1 })).toBe(false)
    expect(change({ kind: 'ready', isReady: true })).toBe(false)
    expect(quantity()).toBe(0)
    expect(logged).toHaveLength(3)
    expect(wire.said).toHaveLength(1)
    hear({ type: 'CART_ITEMS', payload: [], version: 1 })
    expect(add()).toBe(true)
    expect(quantity()).toBe(1)
    expect(wire.said.at(-1)).toEqual({ type: 'ADD_ITEM', payload: { menuItemId: 5, quantity: 1 }, ref: 1 })
  })

  it('names a dish that was hidden meanwhile, although the server does not name it', () => {
    const words = vi
      .spyOn(i18n, 't')
      .mockImplementation(((key: string, { names = '' } = {}) => `${key} ${names}`) as never)
    hear({ type: 'CART_ITEMS', payload: [line(1)], version: 1 })
    const refuse = (ref: number, code: string) =>
      hear({ type: 'ERROR', payload: { message: 'No longer available: a dish', code }, ref })
    add()
    change({ kind: 'set', menuItemId: 5, quantity: 3 })
    change({ kind: 'set', menuItemId: 5, quantity: 1, notes: 'n' })
    refuse(1, 'item_unavailable')
    refuse(2, 'item_unavailable')
    refuse(3, 'notes_too_long')
    expect(toasts).toMatchObject([
      { description: 'checkout.unavailable Soup' },
      { description: 'checkout.unavailable Soup' },
      { description: 'No longer available: a dish' },
    ])
    words.mockRestore()
  })

  it('joins again after a loss, as the same page, and says again what was not done', () => {
    hear({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    add()
    wire.status({ state: 'reconnecting' })
    wire.status({ state: 'offline' })
    // One toast for the lost connection, none for the failed attempts to reconnect.
    expect(toasts).toHaveLength(1)
    expect(add()).toBe(false)
    expect(quantity()).toBe(2)
    const [first] = wire.said
    wire.said = []
    wire.status({ state: 'live' })
    wire.follower.opened?.()
    expect(wire.said).toEqual([first])
    hear({ type: 'CART_ITEMS', payload: [line(1)], version: 2, ref: 1 })
    expect(quantity()).toBe(2)
    expect(wire.said.slice(1)).toEqual([{ type: 'ADD_ITEM', payload: { menuItemId: 5, quantity: 1 }, ref: 2 }])
    hear({ type: 'ITEM_ADDED', payload: line(2), version: 3, ref: 2 })
    expect(quantity()).toBe(2)
    expect(tableStore.getState().view?.pending).toEqual([])
  })

  it('asks for the whole cart once when it has missed something', () => {
    hear({ type: 'CART_ITEMS', payload: [], version: 1 })
    hear({ type: 'ITEM_ADDED', payload: line(1), version: 3 })
    hear({ type: 'ITEM_ADDED', payload: line(2), version: 4 })
    expect(wire.said.filter(({ type }) => type === 'GET_CART')).toHaveLength(1)
    expect(quantity()).toBe(0)
    hear({ type: 'CART_ITEMS', payload: [line(2)], version: 4 })
    expect(quantity()).toBe(2)
  })

  it('takes back what was refused, and says why', () => {
    hear({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    hear({ type: 'ERROR', payload: { message: 'Sold out', code: 'item_unavailable' }, ref: 1 })
    expect(quantity()).toBe(0)
    expect(toasts).toMatchObject([{ variant: 'destructive', description: 'Sold out' }])
  })

  it('ends with the order, with the total of the order itself, and is not kept', () => {
    hear({ type: 'CART_ITEMS', payload: [line(2)], version: 1 })
    // The order's total includes a dish of another guest that this page was never sent.
    hear({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 9900 } })
    expect(tableStore.getState()).toMatchObject({
      seat: null,
      ended: 'completed',
      placed: { orderId: 7, orderToken: 'secret', total: 9900 },
    })
    expect(kept.has('masa.seat')).toBe(false)
  })

  it('ends when others have taken all seats: what was tapped is this phone’s own again', () => {
    const back: unknown[] = []
    const stop = giveBackTo((lines) => back.push(...lines))
    hear({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    wire.status({ state: 'reconnecting' })
    wire.follower.opened?.()
    toasts.length = 0
    hear({ type: 'ERROR', payload: { message: 'Full', code: 'session_full' } })
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'left' })
    expect(back).toEqual([{ dish, quantity: 1 }])
    expect(toasts).toMatchObject([{ variant: 'destructive', description: 'Full' }])
    stop()
  })

  it('ends when the server says that it is over, but for who is leaving', () => {
    const over = { type: 'ERROR', payload: { message: 'Over', code: 'session_over' } } as const
    tableStore.setState({ isLeaving: true })
    hear(over)
    expect(toasts).toEqual([])
    tableStore.setState({ isLeaving: false })
    hear(over)
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'expired' })
  })
})

describe('a session that is moved', () => {
  const followed: unknown[] = []
  const info = (tableId: number, tableNumber: number, tableKey?: string) =>
    hear({ type: 'SESSION_INFO', payload: { timeRemaining: 60, tableId, tableNumber, ...(tableKey && { tableKey }) } })
  let stop = () => {}
  beforeEach(() => {
    stop()
    followed.length = 0
    stop = followSession((table, isMoved) => followed.push({ ...table, isMoved }))
  })

  it('takes the seat along, in the same connection, with all that is in the cart', () => {
    info(3, 12)
    hear({ type: 'CART_ITEMS', payload: [line(1)], version: 1 })
    add()
    const said = wire.said.length
    info(8, 40, 'k3y-of_8')
    // Told once more, for example of the time: no news.
    info(8, 40)
    expect(followed).toEqual([
      { id: 3, number: 12, key: null, isMoved: false },
      { id: 8, number: 40, key: 'k3y-of_8', isMoved: true },
      { id: 8, number: 40, key: null, isMoved: false },
    ])
    expect(tableStore.getState()).toMatchObject({ tableId: 8, seat: { sessionId: 's', tableId: 8 }, isOpen: true })
    expect(storedSeat.read()).toMatchObject({ sessionId: 's', tableId: 8 })
    expect(wire.said).toHaveLength(said)
    expect(quantity()).toBe(2)
    // The page comes to that table too, which changes nothing.
    comeTo(8)
    expect(tableStore.getState().seat).not.toBeNull()
    expect(quantity()).toBe(2)
  })

  it('is found at its new table after a reload', () => {
    info(8, 40)
    tableStore.setState({ tableId: null, seat: null })
    comeTo(8)
    expect(tableStore.getState()).toMatchObject({ seat: { sessionId: 's', tableId: 8 }, dialog: null })
  })

  it('is met by a phone that was away when it joins again', () => {
    hear({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    wire.status({ state: 'reconnecting' })
    wire.follower.opened?.()
    info(8, 40)
    hear({ type: 'CART_ITEMS', payload: [line(1)], version: 2, ref: 1 })
    expect(followed).toEqual([{ id: 8, number: 40, key: null, isMoved: true }])
    expect(quantity()).toBe(1)
  })

  it('keeps its table, and tells the new number, where the table was renumbered', () => {
    info(3, 99)
    expect(followed).toEqual([{ id: 3, number: 99, key: null, isMoved: false }])
    expect(tableStore.getState().tableId).toBe(3)
  })

  it('is nothing to a phone that has left it', () => {
    tableStore.setState({ seat: null })
    info(8, 40)
    expect(followed).toEqual([])
    expect(tableStore.getState().tableId).toBe(3)
  })
})

describe('an error', () => {
  const error = (code: string, ref?: number) =>
    hear({ type: 'ERROR', payload: { message: code, code }, ...(ref !== undefined && { ref }) })

  it('that says that the guest is out of the session reads as leaving, and is no news after leaving in another tab', () => {
    error('session_not_found')
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'left' })
    expect(toasts).toHaveLength(1)
    sit()
    kept.delete('masa.seat')
    error('session_not_found')
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'left' })
    expect(toasts).toHaveLength(1)
  })

  it('about an order that is followed on the same connection is none of this table’s', () => {
    hear({ type: 'CART_ITEMS', payload: [], version: 1 })
    for (const code of ['order_not_yours', 'internal']) error(code, -12)
    expect(toasts).toEqual([])
    expect(tableStore.getState().seat).not.toBeNull()
  })

  it('in place of the whole cart does not leave the cart frozen', () => {
    vi.useFakeTimers()
    try {
      const asked = () => wire.said.filter(({ type }) => type === 'GET_CART').length
      hear({ type: 'CART_ITEMS', payload: [], version: 1 })
      hear({ type: 'ITEM_ADDED', payload: line(1), version: 3 })
      expect(asked()).toBe(1)
      error('internal')
      vi.advanceTimersByTime(1_100)
      expect(asked()).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('sitting down again', () => {
  it('is done under a new name, so that no tap counts as one of before', () => {
    hear({ type: 'CART_ITEMS', payload: [], version: 1 })
    sit()
    hear({ type: 'CART_ITEMS', payload: [], version: 1 })
    const names = wire.said.flatMap((frame) => (frame.type === 'JOIN_SESSION' ? [frame.payload.page] : []))
    expect(new Set(names).size).toBe(2)
  })
})

describe('coming to a table', () => {
  it('asks for a name once a visit, and not whoever sat there before', () => {
    kept.clear()
    tableStore.setState({ tableId: null, dialog: null })
    comeTo(4)
    expect(tableStore.getState().dialog).toBe('join')
    tableStore.setState({ dialog: null })
    comeTo(5)
    expect(tableStore.getState().dialog).toBeNull()
    kept.clear()
    sitDown({ sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
    tableStore.setState({ tableId: null, seat: null })
    comeTo(3)
    expect(tableStore.getState()).toMatchObject({ dialog: null, seat: { participantId: 'me' }, name: 'Ana' })
  })

  it('does not sit down where the time is up', () => {
    sitDown({ sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() - 1, name: 'Ana' })
    tableStore.setState({ tableId: null, seat: null })
    comeTo(3)
    expect(tableStore.getState().seat).toBeNull()
  })
})
