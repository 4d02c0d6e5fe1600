import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
import { sampleSharedLine } from '../../testing/samples.ts'
import * as translation from '../../ui/translation.ts'
import { liveConnection, receiveFrame, sentRefs } from './live.fixture.ts'

const storage = stubStorage()
const toasts: unknown[] = []
const loggedProblems: unknown[] = []
vi.mock('../../lib/live/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
vi.mock('../../ui/toast/store.ts', () => ({ toast: (content: unknown) => toasts.push(content) }))
const sendChange = vi.fn(async (..._: unknown[]): Promise<unknown> => undefined)
vi.mock('../../lib/changes/send-change.ts', () => ({ sendChange }))
vi.mock('../../lib/browser/environment.ts', async (original) => ({
  ...(await original<object>()),
  logProblem: (what: unknown) => loggedProblems.push(what),
}))

const returned: unknown[] = []
const onRemoved = vi.fn()
const announce = vi.fn()
vi.mock('../cart/index.ts', () => ({
  announceToScreenReader: (text: string) => announce(text),
  cart: { put: (line: object) => returned.push(line) },
  removeOrdered: () => onRemoved(),
}))

const { connectSeat } = await import('./session.ts')
const { canChange, changeSharedCart, enterTable, SESSION_END, storedSeat, takeSeat, tableStore } = await import(
  './table-store.ts'
)
const { shownTable } = await import('./table-cart.ts')

const dish = { id: 5, name: 'Soup', nameRo: 'Supă', price: 2850 }
const add = () => changeSharedCart({ kind: 'add', dish, quantity: 1 })
const line = (quantity: number, id = 40) =>
  sampleSharedLine({ id, participantId: 'me', guestName: 'Ana', menuItemId: 5, name: 'Soup', nameRo: 'Supă', quantity })
const quantity = () => shownTable(tableStore.getState().tableState).lines[0]?.quantity ?? 0

const reportedTables: unknown[] = []
const atTable = (table: object, isMoved: boolean) => void reportedTables.push({ ...table, isMoved })
let disconnect = () => {}
beforeEach(() => {
  disconnect()
  storage.clear()
  liveConnection.sent = []
  toasts.length = 0
  loggedProblems.length = 0
  returned.length = 0
  reportedTables.length = 0
  tableStore.setState({ tableId: null })
  enterTable(3)
  joinAgain()
})

function joinAgain() {
  disconnect()
  takeSeat({ sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
  disconnect = connectSeat(atTable)
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
    expect(liveConnection.sent.at(-1)).toMatchObject({ type: 'ADD_ITEM', payload: { menuItemId: 5, quantity: 1 } })
  })

  it('names the dish in the error if it was hidden meanwhile, although the server does not name it', () => {
    const translate = vi
      .spyOn(translation, 't')
      .mockImplementation(((key: string, { names = '' } = {}) => `${key} ${names}`) as never)
    receiveFrame({ type: 'CART_ITEMS', payload: [line(1)], version: 1 })
    const receiveError = (code: string) =>
      receiveFrame({ type: 'ERROR', payload: { message: 'No longer available: a dish', code }, ref: sentRefs().at(-1) })
    add()
    receiveError('item_unavailable')
    changeSharedCart({ kind: 'set', menuItemId: 5, quantity: 3 })
    receiveError('item_unavailable')
    changeSharedCart({ kind: 'set', menuItemId: 5, quantity: 1, notes: 'n' })
    receiveError('notes_too_long')
    expect(toasts).toMatchObject([
      { description: 'checkout.unavailable Soup' },
      { description: 'checkout.unavailable Soup' },
      { description: 'No longer available: a dish' },
    ])
    translate.mockRestore()
  })

  it('joins again after a disconnect, and sends unconfirmed changes again with the same ids', () => {
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
    const [made, lost] = sentRefs()
    liveConnection.sent = []
    liveConnection.status({ state: 'live' })
    liveConnection.follower.opened?.()
    expect(liveConnection.sent).toEqual([first])
    receiveFrame({ type: 'CART_ITEMS', payload: [line(1)], version: 2, refs: [made ?? 0] })
    expect(quantity()).toBe(2)
    expect(liveConnection.sent.slice(1)).toEqual([
      { type: 'ADD_ITEM', payload: { menuItemId: 5, quantity: 1 }, ref: lost },
    ])
    receiveFrame({ type: 'ITEM_ADDED', payload: line(2), version: 3, refs: [lost ?? 0] })
    expect(quantity()).toBe(2)
    expect(tableStore.getState().tableState.pending).toEqual([])
  })

  it('undoes a rejected change, and shows the error', () => {
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    receiveFrame({ type: 'ERROR', payload: { message: 'Sold out', code: 'item_unavailable' }, ref: sentRefs()[0] })
    expect(quantity()).toBe(0)
    expect(toasts).toMatchObject([
      { variant: 'destructive', title: 'errors.websocket', description: 'checkout.unavailable' },
    ])
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
    receiveFrame({ type: 'CART_ITEMS', payload: [], version: 1 })
    add()
    liveConnection.status({ state: 'reconnecting' })
    liveConnection.follower.opened?.()
    toasts.length = 0
    receiveFrame({ type: 'ERROR', payload: { message: 'Full', code: 'session_full' } })
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'left' })
    expect(returned).toMatchObject([{ dish, quantity: 1 }])
    expect(toasts).toMatchObject([{ variant: 'destructive', description: 'Full' }])
  })

  it('ends on session_over, but not while its guest is leaving', () => {
    const over = { type: 'ERROR', payload: { message: 'Over', code: 'session_over' } } as const
    const expired = {
      title: 'sharedTable.expired',
      description: 'sharedTable.expiredDescription',
      subject: SESSION_END,
    }
    tableStore.setState({ isLeaving: true })
    receiveFrame(over)
    expect(toasts).toEqual([])
    tableStore.setState({ isLeaving: false })
    receiveFrame(over)
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'expired' })
    expect(toasts).toEqual([expired])
  })

  it('says so in words of its own when the restaurant has closed the table', () => {
    receiveFrame({ type: 'ERROR', payload: { message: 'Closed', code: 'session_closed' } })
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'closed' })
    expect(toasts).toHaveLength(1)
    expect(toasts[0]).not.toHaveProperty('variant')
  })
})

describe('an announcement to a screen reader', () => {
  const others = { participantId: 'mihai', guestName: 'Mihai' }
  const added = (version: number, fields: object) =>
    receiveFrame({ type: 'ITEM_ADDED', payload: { ...line(1), ...fields }, version })
  const removed = (version: number, itemId: number) =>
    receiveFrame({ type: 'ITEM_REMOVED', payload: { itemId }, version })
  const spoken = () => {
    announce.mockClear()
    vi.advanceTimersByTime(1_500)
    return announce.mock.calls.flat()
  }
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(translation, 't').mockImplementation(((key: string, values = {}) =>
      [key, ...Object.values(values)].join(' ')) as never)
    receiveFrame({ type: 'CART_ITEMS', payload: [line(2), { ...line(1, 41), ...others }], version: 1 })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('says how others change the cart; of several changes, the last', () => {
    added(2, { ...others, id: 42, quantity: 3 })
    expect(spoken()).toEqual(['sharedTable.added Soup Mihai 3'])
    added(3, { ...others, id: 42, quantity: 4 })
    removed(4, 41)
    added(5, { ...others, id: 42, quantity: 5 })
    expect(spoken()).toEqual(['sharedTable.changed Soup Mihai 5'])
    removed(6, 40)
    expect(spoken()).toEqual(['sharedTable.removed Soup Ana 2'])
  })

  it('is not made for this phone’s own changes, nor for a new price', () => {
    added(2, { id: 40, quantity: 5 })
    added(3, { ...others, id: 41, price: 900 })
    changeSharedCart({ kind: 'remove', itemId: 41 })
    removed(4, 41)
    expect(spoken()).toEqual([])
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

  it('sends the key of a code that was scanned again', async () => {
    for (const tableKey of ['outdated', 'k3y-of_3']) {
      tableStore.setState({ tableKey })
      receiveInfo({ mustScan: true })
      await vi.waitFor(() => expect(sentKeys().at(-1)).toEqual(withKey(tableKey)))
    }
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
  const receiveSessionInfo = (tableId: number, tableNumber: number, tableKey?: string) =>
    receiveFrame({
      type: 'SESSION_INFO',
      payload: { timeRemaining: 60, tableId, tableNumber, ...(tableKey && { tableKey }) },
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
    expect(tableStore.getState()).toMatchObject({ tableId: 8, seat: { sessionId: 's', tableId: 8 } })
    expect(canChange(tableStore.getState())).toBe(true)
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
  const error = (code: string) => receiveFrame({ type: 'ERROR', payload: { message: code, code } })

  it('session_not_found says that the browser keeps no cookies where this phone has never had the cart', () => {
    error('session_not_found')
    expect(toasts).toMatchObject([{ description: translation.t('sharedTable.noCookies') }])
    joinAgain()
  })

  it('session_not_found is passed on where this phone has had the cart', () => {
    receiveFrame({ type: 'CART_ITEMS', payload: [line(1)], version: 1 })
    error('session_not_found')
    expect(toasts).toMatchObject([{ description: 'session_not_found' }])
  })

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
