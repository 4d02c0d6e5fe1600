import i18n from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
import { liveConnection, receiveFrame } from './live.fixture.ts'

const storage = stubStorage()
const toasts: unknown[] = []
const loggedProblems: unknown[] = []
vi.mock('../../lib/live/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
vi.mock('../../ui/toast/store.ts', () => ({ toast: (content: unknown) => toasts.push(content) }))
const sendChange = vi.fn(async (..._: unknown[]): Promise<unknown> => undefined)
vi.mock('../../lib/changes/send-change.ts', () => ({ sendChange }))
vi.mock('../../lib/browser/log.ts', () => ({ logProblem: (what: unknown) => loggedProblems.push(what) }))

const { connectSeat } = await import('./connection.ts')
const { changeSharedCart, enterTable, followSession, setGiveBack, takeSeat, tableStore } = await import(
  './table-store.ts'
)
const { storedSeat } = await import('./stored.ts')

const dish = { id: 5, name: 'Soup', nameRo: 'Supă', price: 2850 }
const add = () => changeSharedCart({ kind: 'add', dish, quantity: 1 })
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
  storage.clear()
  liveConnection.sent = []
  toasts.length = 0
  loggedProblems.length = 0
  tableStore.setState({ tableId: null })
  enterTable(3)
  joinAgain()
})

function joinAgain() {
  disconnect()
  takeSeat({ sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
  disconnect = connectSeat({ joined: () => {}, allReady: () => {} })
}

describe('a seat', () => {
  it('sends JOIN_SESSION, and only logs changes until the cart is received', () => {
    expect(liveConnection.sent).toMatchObject([
      { type: 'JOIN_SESSION', payload: { sessionId: 's', participantId: 'me' } },
    ])
    expect(add()).toBe(false)
    expect(changeSharedCart({ kind: 'remove', itemId: 1 })).toBe(false)
    expect(changeSharedCart({ kind: 'ready', isReady: true })).toBe(false)
    expect(quantity()).toBe(0)
    expect(loggedProblems).toHaveLength(3)
    expect(liveConnection.sent).toHaveLength(1)
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    expect(add()).toBe(true)
    expect(quantity()).toBe(1)
    expect(liveConnection.sent.at(-1)).toEqual({ type: 'ADD_ITEM', payload: { menuItemId: 5, quantity: 1 }, ref: 1 })
  })

  it('names the dish in the error if it was hidden meanwhile, although the server does not name it', () => {
    const translate = vi
      .spyOn(i18n, 't')
      .mockImplementation(((key: string, { names = '' } = {}) => `${key} ${names}`) as never)
    receiveFrame({ type: 'CART_ITEMS', payload: [line(1)], version: 1 })
    const receiveError = (ref: number, code: string) =>
      receiveFrame({ type: 'ERROR', payload: { message: 'No longer available: a dish', code }, ref })
    add()
    changeSharedCart({ kind: 'set', menuItemId: 5, quantity: 3 })
    changeSharedCart({ kind: 'set', menuItemId: 5, quantity: 1, notes: 'n' })
    receiveError(1, 'item_unavailable')
    receiveError(2, 'item_unavailable')
    receiveError(3, 'notes_too_long')
    expect(toasts).toMatchObject([
      { description: 'checkout.unavailable Soup' },
      { description: 'checkout.unavailable Soup' },
      { description: 'No longer available: a dish' },
    ])
    translate.mockRestore()
  })

  it('joins again after a disconnect under the same page name, and sends unconfirmed changes again', () => {
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    add()
    liveConnection.status({ state: 'reconnecting' })
    liveConnection.status({ state: 'offline' })
    // One toast for the lost connection, none for the failed attempts to reconnect.
    expect(toasts).toHaveLength(1)
    expect(add()).toBe(false)
    expect(quantity()).toBe(2)
    const [first] = liveConnection.sent
    liveConnection.sent = []
    liveConnection.status({ state: 'live' })
    liveConnection.follower.opened?.()
    expect(liveConnection.sent).toEqual([first])
    receiveFrame({ type: 'CART_ITEMS', payload: [line(1)], version: 2, ref: 1 })
    expect(quantity()).toBe(2)
    expect(liveConnection.sent.slice(1)).toEqual([
      { type: 'ADD_ITEM', payload: { menuItemId: 5, quantity: 1 }, ref: 2 },
    ])
    receiveFrame({ type: 'ITEM_ADDED', payload: line(2), version: 3, ref: 2 })
    expect(quantity()).toBe(2)
    expect(tableStore.getState().tableState?.pending).toEqual([])
  })

  it('requests the whole cart once when it has missed a frame', () => {
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    receiveFrame({ type: 'ITEM_ADDED', payload: line(1), version: 3 })
    receiveFrame({ type: 'ITEM_ADDED', payload: line(2), version: 4 })
    expect(liveConnection.sent.filter(({ type }) => type === 'GET_CART')).toHaveLength(1)
    expect(quantity()).toBe(0)
    receiveFrame({ type: 'CART_ITEMS', payload: [line(2)], version: 4 })
    expect(quantity()).toBe(2)
  })

  it('undoes a rejected change, and shows the error', () => {
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    receiveFrame({ type: 'ERROR', payload: { message: 'Sold out', code: 'item_unavailable' }, ref: 1 })
    expect(quantity()).toBe(0)
    expect(toasts).toMatchObject([{ variant: 'destructive', description: 'Sold out' }])
  })

  it('ends with the order, shows the order’s own total, and is removed from storage', () => {
    receiveFrame({ type: 'CART_ITEMS', payload: [line(2)], version: 1 })
    // The order's total includes a dish of another guest that this page was never sent.
    receiveFrame({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 9900 } })
    expect(tableStore.getState()).toMatchObject({
      seat: null,
      ended: 'completed',
      placed: { orderId: 7, orderToken: 'secret', total: 9900 },
    })
    expect(storage.has('masa.seat')).toBe(false)
  })

  it('ends when the session is full, and returns unconfirmed dishes to the guest’s own cart', () => {
    const returned: unknown[] = []
    const stop = setGiveBack((lines) => returned.push(...lines))
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    liveConnection.status({ state: 'reconnecting' })
    liveConnection.follower.opened?.()
    toasts.length = 0
    receiveFrame({ type: 'ERROR', payload: { message: 'Full', code: 'session_full' } })
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'left' })
    expect(returned).toEqual([{ dish, quantity: 1 }])
    expect(toasts).toMatchObject([{ variant: 'destructive', description: 'Full' }])
    stop()
  })

  it('ends on session_over, but not while its guest is leaving', () => {
    const over = { type: 'ERROR', payload: { message: 'Over', code: 'session_over' } } as const
    tableStore.setState({ isLeaving: true })
    receiveFrame(over)
    expect(toasts).toEqual([])
    tableStore.setState({ isLeaving: false })
    receiveFrame(over)
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'expired' })
  })

  it('says so in words of its own when the restaurant has closed the table', () => {
    receiveFrame({ type: 'ERROR', payload: { message: 'Closed', code: 'session_closed' } })
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'closed' })
    expect(toasts).toHaveLength(1)
    expect(toasts[0]).not.toHaveProperty('variant')
  })
})

describe('a guest who must prove the table’s key', () => {
  const receiveInfo = (notice: { mustScan?: true; tableKey?: string }) =>
    receiveFrame({ type: 'SESSION_INFO', payload: { timeRemaining: 60, tableId: 3, tableNumber: 12, ...notice } })
  const sentKeys = () => sendChange.mock.calls.map(([, input]) => (input as { body: object }).body)
  const withKey = (tableKey: string) => ({ tableId: 3, name: 'Ana', tableKey })
  beforeEach(() => {
    sendChange.mockClear()
    tableStore.setState({ tableKey: null })
  })

  it('is told so, until the server has the key; without one, nothing is sent', () => {
    receiveInfo({ mustScan: true })
    expect([tableStore.getState().mustScan, sentKeys()]).toEqual([true, []])
    receiveInfo({ tableKey: 'k3y-of_3' })
    expect(tableStore.getState().mustScan).toBe(false)
  })

  it('sends the key of a code that was scanned again, once for each key', async () => {
    for (const tableKey of ['outdated', 'k3y-of_3']) {
      tableStore.setState({ tableKey })
      receiveInfo({ mustScan: true })
      receiveInfo({ mustScan: true })
      await vi.waitFor(() => expect(sentKeys().at(-1)).toEqual(withKey(tableKey)))
    }
    expect(sentKeys()).toHaveLength(2)
    receiveInfo({ tableKey: 'k3y-of_3' })
    expect(sentKeys()).toHaveLength(2)
  })

  it('sends it again with the next SESSION_INFO if it did not arrive', async () => {
    tableStore.setState({ tableKey: 'renewed3' })
    sendChange.mockRejectedValueOnce(new Error('no network'))
    receiveInfo({ mustScan: true })
    await vi.waitFor(() => expect(loggedProblems).toHaveLength(1))
    receiveInfo({ mustScan: true })
    await vi.waitFor(() => expect(sentKeys()).toEqual([withKey('renewed3'), withKey('renewed3')]))
    expect(toasts).toEqual([])
  })
})

describe('a session that is moved', () => {
  const reportedTables: unknown[] = []
  const receiveSessionInfo = (tableId: number, tableNumber: number, tableKey?: string) =>
    receiveFrame({
      type: 'SESSION_INFO',
      payload: { timeRemaining: 60, tableId, tableNumber, ...(tableKey && { tableKey }) },
    })
  let stop = () => {}
  beforeEach(() => {
    stop()
    reportedTables.length = 0
    stop = followSession((table, isMoved) => reportedTables.push({ ...table, isMoved }))
  })

  it('moves the seat, without reconnecting and without losing the cart', () => {
    receiveSessionInfo(3, 12)
    receiveFrame({ type: 'CART_ITEMS', payload: [line(1)], version: 1 })
    add()
    const sentCount = liveConnection.sent.length
    receiveSessionInfo(8, 40, 'k3y-of_8')
    // A repeated SESSION_INFO with the same table, for example because of the time, moves nothing.
    receiveSessionInfo(8, 40)
    expect(reportedTables).toEqual([
      { id: 3, number: 12, key: null, isMoved: false },
      { id: 8, number: 40, key: 'k3y-of_8', isMoved: true },
      { id: 8, number: 40, key: null, isMoved: false },
    ])
    expect(tableStore.getState()).toMatchObject({ tableId: 8, seat: { sessionId: 's', tableId: 8 }, canChange: true })
    expect(storedSeat.read()).toMatchObject({ sessionId: 's', tableId: 8 })
    expect(liveConnection.sent).toHaveLength(sentCount)
    expect(quantity()).toBe(2)
    // The page then enters that table itself, which changes nothing.
    enterTable(8)
    expect(tableStore.getState().seat).not.toBeNull()
    expect(quantity()).toBe(2)
  })

  it('is found at its new table after a reload', () => {
    receiveSessionInfo(8, 40)
    tableStore.setState({ tableId: null, seat: null })
    enterTable(8)
    expect(tableStore.getState()).toMatchObject({ seat: { sessionId: 's', tableId: 8 }, dialog: null })
  })

  it('is followed by a phone that was disconnected when it moved', () => {
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    liveConnection.status({ state: 'reconnecting' })
    liveConnection.follower.opened?.()
    receiveSessionInfo(8, 40)
    receiveFrame({ type: 'CART_ITEMS', payload: [line(1)], version: 2, ref: 1 })
    expect(reportedTables).toEqual([{ id: 8, number: 40, key: null, isMoved: true }])
    expect(quantity()).toBe(1)
  })

  it('keeps its table and reports the new number if the table was renumbered', () => {
    receiveSessionInfo(3, 99)
    expect(reportedTables).toEqual([{ id: 3, number: 99, key: null, isMoved: false }])
    expect(tableStore.getState().tableId).toBe(3)
  })

  it('is ignored by a phone that has left it', () => {
    tableStore.setState({ seat: null })
    receiveSessionInfo(8, 40)
    expect(reportedTables).toEqual([])
    expect(tableStore.getState().tableId).toBe(3)
  })
})

describe('an error', () => {
  const error = (code: string, ref?: number) =>
    receiveFrame({ type: 'ERROR', payload: { message: code, code }, ...(ref !== undefined && { ref }) })

  it('session_not_found ends the seat as left, without a toast if the guest left in another tab', () => {
    error('session_not_found')
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'left' })
    expect(toasts).toHaveLength(1)
    joinAgain()
    storage.delete('masa.seat')
    error('session_not_found')
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'left' })
    expect(toasts).toHaveLength(1)
  })

  it('about a watched order on the same connection is ignored', () => {
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    for (const code of ['order_not_yours', 'internal']) error(code, -12)
    expect(toasts).toEqual([])
    expect(tableStore.getState().seat).not.toBeNull()
  })

  it('in response to GET_CART leads to another request', () => {
    vi.useFakeTimers()
    try {
      const cartRequests = () => liveConnection.sent.filter(({ type }) => type === 'GET_CART').length
      receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
      receiveFrame({ type: 'ITEM_ADDED', payload: line(1), version: 3 })
      expect(cartRequests()).toBe(1)
      error('internal')
      vi.advanceTimersByTime(1_100)
      expect(cartRequests()).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('taking a seat again', () => {
  it('uses a new page name, so that no change counts as one already applied', () => {
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    joinAgain()
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    const names = liveConnection.sent.flatMap((frame) => (frame.type === 'JOIN_SESSION' ? [frame.payload.page] : []))
    expect(new Set(names).size).toBe(2)
  })
})

describe('entering a table', () => {
  it('asks for a name once per visit, unless this phone has a seat there', () => {
    storage.clear()
    tableStore.setState({ tableId: null, dialog: null })
    enterTable(4)
    expect(tableStore.getState().dialog).toBe('join')
    tableStore.setState({ dialog: null })
    enterTable(5)
    expect(tableStore.getState().dialog).toBeNull()
    storage.clear()
    takeSeat({ sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
    tableStore.setState({ tableId: null, seat: null })
    enterTable(3)
    expect(tableStore.getState()).toMatchObject({ dialog: null, seat: { participantId: 'me' }, name: 'Ana' })
  })

  it('does not take a seat whose session has expired', () => {
    takeSeat({ sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() - 1, name: 'Ana' })
    tableStore.setState({ tableId: null, seat: null })
    enterTable(3)
    expect(tableStore.getState().seat).toBeNull()
  })
})
