import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientFrame } from '#shared/contracts/live.ts'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
import { sampleSharedLine } from '../../testing/samples.ts'
import { liveConnection, receiveFrame, sentRefs } from './live.fixture.ts'

const storage = stubStorage()
vi.mock('../../lib/live/live.ts', async () => (await import('./live.fixture.ts')).liveModule)
vi.mock('../../ui/toast/store.ts', () => ({ toast: () => {} }))
vi.mock('../../lib/browser/environment.ts', async (original) => ({
  ...(await original<object>()),
  logProblem: () => {},
}))
const returned: unknown[] = []
const onRemoved = vi.fn()
vi.mock('../cart/index.ts', () => ({
  cart: { put: (line: object) => returned.push(line) },
  removeOrdered: () => onRemoved(),
}))

const { connectSeat } = await import('./session.ts')
const { shownTable } = await import('./table-cart.ts')
const { carryIntoTable, changeSharedCart, enterTable, leaveSeat, takeSeat, tableStore } = await import(
  './table-store.ts'
)

let disconnect = () => {}
beforeEach(() => {
  disconnect()
  storage.clear()
  liveConnection.sent = []
  returned.length = 0
  tableStore.setState({ tableId: null })
  enterTable(3)
  takeSeat({ sessionId: 's', participantId: 'me', tableId: 3, expiresAt: Date.now() + 60_000, name: 'Ana' })
  disconnect = connectSeat(() => {})
})

describe('changes that the server has not confirmed', () => {
  const dishOf = (id: number) => ({ id, name: `Dish ${id}`, nameRo: '', price: 100 })
  const ownLines = (count: number) => Array.from({ length: count }, (_, i) => ({ dish: dishOf(i + 1), quantity: 2 }))
  const receiveEmptyCart = (version: number, refs?: number[]) =>
    receiveFrame({ type: 'CART_ITEMS', payload: [], version, refs })
  const sentFrames = (type: ClientFrame['type']) => liveConnection.sent.filter((frame) => frame.type === type)
  const lineOf = (id: number) => ({
    ...sampleSharedLine({ participantId: 'me', quantity: 2 }),
    ...dishOf(id),
    id: id + 40,
    menuItemId: id,
  })

  /** Reloads the page: only what the browser stores survives. */
  function reload() {
    disconnect()
    liveConnection.sent = []
    tableStore.setState({ tableId: null, seat: null })
    enterTable(3)
    disconnect = connectSeat(() => {})
  }

  beforeEach(() => {
    vi.useFakeTimers()
    receiveEmptyCart(1)
  })
  afterEach(() => vi.useRealTimers())

  describe('a cart that is carried over', () => {
    it('is stored before the own cart is emptied, and resumes after a reload with the same ids', () => {
      onRemoved.mockImplementationOnce(() => expect(storage.get('masa.table-changes')).toContain('Dish 3'))
      carryIntoTable(ownLines(3))
      expect(onRemoved).toHaveBeenCalledOnce()
      const before = sentFrames('ADD_ITEM')
      const refs = sentRefs()
      expect(before).toHaveLength(3)
      reload()
      receiveEmptyCart(2, refs.slice(0, 1))
      expect(sentFrames('ADD_ITEM')).toEqual(before.slice(1))
      receiveEmptyCart(4, refs)
      expect(storage.has('masa.table-changes')).toBe(false)
    })

    it('returns to the phone’s own cart if the session ends first or the table’s cart is full', () => {
      carryIntoTable(ownLines(3))
      receiveFrame({ type: 'ERROR', payload: { message: 'full', code: 'cart_full' }, ref: sentRefs()[0] })
      expect(returned).toMatchObject([{ dish: dishOf(1), quantity: 2 }])
      receiveFrame({ type: 'ITEM_ADDED', payload: lineOf(2), version: 2, refs: sentRefs().slice(1, 2) })
      receiveFrame({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 } })
      expect(returned).toMatchObject([{ dish: dishOf(1) }, { dish: dishOf(3), quantity: 2 }])
      expect(storage.has('masa.table-changes')).toBe(false)
    })

    it('returns to the phone’s own cart if the session ended before the page was reloaded', () => {
      carryIntoTable([{ dish: dishOf(1), quantity: 2, notes: 'no salt' }])
      storage.delete('masa.seat')
      reload()
      expect(returned).toMatchObject([{ dish: dishOf(1), quantity: 2, notes: 'no salt' }])
      expect(storage.has('masa.table-changes')).toBe(false)
    })

    it('is dropped if its guest leaves', () => {
      carryIntoTable(ownLines(3))
      tableStore.setState({ isLeaving: true })
      leaveSeat('left')
      expect(returned).toEqual([])
      expect(storage.has('masa.table-changes')).toBe(false)
    })
  })

  it('sends unconfirmed changes again after a reload, with the same ids', () => {
    changeSharedCart({ kind: 'add', dish: dishOf(5), quantity: 1 })
    receiveFrame({ type: 'ITEM_ADDED', payload: lineOf(5), version: 2, refs: sentRefs() })
    changeSharedCart({ kind: 'remove', itemId: 99 })
    changeSharedCart({ kind: 'add', dish: dishOf(6), quantity: 1 })
    changeSharedCart({ kind: 'ready', isReady: true })
    const [made = 0, unconfirmed = 0] = sentRefs()
    reload()
    expect(shownTable(tableStore.getState().tableState).lines).toMatchObject([{ menuItemId: 6 }])
    receiveFrame({ type: 'CART_ITEMS', payload: [lineOf(5)], version: 2, refs: [made] })
    expect(sentRefs()).toEqual([unconfirmed])
    receiveFrame({ type: 'CART_ITEMS', payload: [lineOf(5), lineOf(6)], version: 3, refs: [made, unconfirmed] })
    expect(liveConnection.sent.at(-1)).toMatchObject({ type: 'SET_READY' })
    receiveFrame({ type: 'CART_ITEMS', payload: [lineOf(5), lineOf(6)], version: 3, refs: sentRefs() })
    expect(storage.has('masa.table-changes')).toBe(false)
  })

  it('keeps those of another tab, whatever this one sends', () => {
    const storedRefs = () =>
      JSON.parse(storage.get('masa.table-changes') ?? '{}').value?.changes.map(({ ref }: { ref: number }) => ref)
    const others = [{ ref: 7, change: { kind: 'add', dish: dishOf(9), quantity: 1 } }]
    storage.set('masa.table-changes', JSON.stringify({ version: 2, value: { sessionId: 's', changes: others } }))
    changeSharedCart({ kind: 'add', dish: dishOf(5), quantity: 1 })
    expect(storedRefs()).toEqual([7, ...sentRefs()])
    receiveFrame({ type: 'ITEM_ADDED', payload: lineOf(5), version: 2, refs: sentRefs() })
    expect(storedRefs()).toEqual([7])
  })

  it('ignores a stored change with an id that the server would reject', () => {
    const value = { sessionId: 's', changes: [{ change: { kind: 'ready', isReady: true }, ref: -1 }] }
    storage.set('masa.table-changes', JSON.stringify({ version: 2, value }))
    reload()
    receiveEmptyCart(1)
    expect(sentFrames('SET_READY')).toEqual([])
  })

  it('gives back a dish that was added too late for the order, even if its guest marked ready after it', () => {
    changeSharedCart({ kind: 'add', dish: dishOf(5), quantity: 1 })
    changeSharedCart({ kind: 'ready', isReady: true })
    receiveFrame({ type: 'SESSION_COMPLETED', payload: { orderId: 7, orderToken: 'secret', total: 200 } })
    expect(returned).toMatchObject([{ dish: dishOf(5), quantity: 1 }])
  })

  it('waits for SESSION_COMPLETED if a change is rejected with session_over', () => {
    changeSharedCart({ kind: 'add', dish: dishOf(5), quantity: 1 })
    changeSharedCart({ kind: 'add', dish: dishOf(6), quantity: 1 })
    receiveFrame({ type: 'ERROR', payload: { message: 'Over', code: 'session_over' }, ref: sentRefs()[1] })
    expect(tableStore.getState().seat).not.toBeNull()
    receiveFrame({
      type: 'SESSION_COMPLETED',
      payload: { orderId: 7, orderToken: 'secret', total: 200 },
      refs: sentRefs().slice(0, 1),
    })
    expect(tableStore.getState()).toMatchObject({ seat: null, ended: 'completed', placed: { orderId: 7 } })
    expect(returned).toMatchObject([{ dish: dishOf(6), quantity: 1 }])
  })
})
