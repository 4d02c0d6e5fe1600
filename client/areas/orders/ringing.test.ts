import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#shared/contracts/orders.ts'
import { serverWith } from '../../testing/board.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { sampleOrder } from '../../testing/samples.ts'
import { currentBoard, refetchOrders, subscribeBoard } from './board.ts'
import { followBoard } from './board-sync.ts'
import { receiveOrder, setRingPolicy } from './ringing.ts'

const { callApi, ring, toast } = vi.hoisted(() => ({ callApi: vi.fn(), ring: vi.fn(), toast: vi.fn() }))
vi.mock('../../lib/api/api.ts', () => ({ callApi }))
vi.mock('../../ui/toast/store.ts', () => ({ toast, withdrawToast: vi.fn() }))
vi.mock('./screen-and-sound.tsx', () => ({ ring, prepareBell: vi.fn(), stopBell: vi.fn() }))

fakeLive()

// The page remembers for which orders it has rung, so every test uses its own order ids.
let lastId = 0
const newOrder = (fields: Partial<Order> = {}) => {
  lastId += 1
  return sampleOrder({ id: lastId, ...fields })
}

let leave: (() => void) | undefined
beforeEach(() => {
  vi.useFakeTimers()
  for (const mock of [callApi, ring, toast]) mock.mockReset()
})
afterEach(() => {
  leave?.()
  leave = undefined
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const SEEN = '2026-11-20T18:00:00.000Z'

/** Fetches this list: of a page that opens, or of the open one. */
async function fetchList(list: Order[] = []): Promise<void> {
  callApi.mockImplementation(serverWith(list))
  if (leave) refetchOrders()
  else leave = followBoard(() => {})
  await settle()
}
const orderOnBoard = (id: number) => currentBoard().orders.get(id)

describe('the bell', () => {
  it('rings once for all unseen orders of a fetch, and not again for them after the next fetch', async () => {
    const [one, two] = [newOrder(), newOrder()]
    await fetchList([one, two])
    expect(ring).toHaveBeenCalledTimes(1)
    // No toasts: the opening page shows these orders.
    expect(toast).not.toHaveBeenCalled()
    await fetchList([one, two])
    expect(callApi).toHaveBeenCalledTimes(2)
    expect(ring).toHaveBeenCalledTimes(1)
    await fetchList([one, two, newOrder(), newOrder()])
    expect(ring).toHaveBeenCalledTimes(2)
    expect(toast).toHaveBeenCalledTimes(2)
  })

  it('rings for the frame of an unknown order, but not for its update, and shows toasts for both', async () => {
    await fetchList()
    const order = newOrder()
    receiveOrder(order)
    await settle()
    expect(ring).toHaveBeenCalledTimes(1)
    expect(toast).toHaveBeenCalledTimes(2)
    receiveOrder({ ...order, version: 2, status: 'ready', seenAt: SEEN })
    await settle()
    expect(orderOnBoard(order.id)?.status).toBe('ready')
    expect(ring).toHaveBeenCalledTimes(1)
    expect(toast).toHaveBeenCalledTimes(3)
  })

  it('rings for an unknown open order even if another device has marked it as seen, but not for a closed one', async () => {
    await fetchList()
    receiveOrder(newOrder({ seenAt: SEEN, status: 'completed' }))
    expect(ring).not.toHaveBeenCalled()
    receiveOrder(newOrder({ seenAt: SEEN }))
    expect(ring).toHaveBeenCalledTimes(1)
  })

  it('rings only for the orders that the page attends to, and reports nothing where it wants no toasts', async () => {
    await fetchList()
    const [other, mine] = [newOrder(), newOrder()]
    setRingPolicy({ isFor: ({ id }) => id === mine.id, withToasts: false })
    receiveOrder(other)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(ring).not.toHaveBeenCalled()
    receiveOrder(mine)
    expect(ring).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(ring).toHaveBeenCalledTimes(2)
    receiveOrder({ ...mine, version: 2, status: 'preparing', seenAt: SEEN })
    await settle()
    expect(toast).not.toHaveBeenCalled()
    setRingPolicy({ isFor: () => true, withToasts: true })
  })

  it('rings for an unseen order once an update makes it one that the page attends to', async () => {
    await fetchList()
    setRingPolicy({ isFor: ({ tableNumber }) => tableNumber === 9, withToasts: false })
    const order = newOrder({ tableNumber: 2 })
    receiveOrder(order)
    receiveOrder({ ...order, version: 2, notes: 'la geam' })
    expect(ring).not.toHaveBeenCalled()
    receiveOrder({ ...order, version: 3, tableNumber: 9 })
    expect(ring).toHaveBeenCalledTimes(1)
    setRingPolicy({ isFor: () => true, withToasts: true })
  })

  it('rings again every 60 s for an unseen order until it is seen, whatever is fetched meanwhile', async () => {
    const order = newOrder()
    await fetchList([order])
    expect(ring).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(59_000)
    refetchOrders()
    // Printing an order does not mark it as seen.
    receiveOrder({ ...order, version: 2 })
    await vi.advanceTimersByTimeAsync(999)
    expect(ring).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(ring).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ring).toHaveBeenCalledTimes(3)
    receiveOrder({ ...order, version: 3, seenAt: SEEN })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ring).toHaveBeenCalledTimes(3)
  })

  it('repeats the ring once for all unseen orders together', async () => {
    await fetchList()
    receiveOrder(newOrder())
    await vi.advanceTimersByTimeAsync(30_000)
    receiveOrder(newOrder())
    expect(ring).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(89_000)
    expect(ring).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(ring).toHaveBeenCalledTimes(4)
  })

  it.each([
    ['another status', 1, { status: 'ready' }],
    ['another table', 1, { tableNumber: 9 }],
    ['a line taken off', 1, { items: [] }],
    ['a mark', 0, { seenAt: SEEN }],
    ['a print', 0, { prints: [{ kind: 'receipt', ticketId: null, at: SEEN, user: 'ana' }] }],
  ] as const)('for an update with %s shows %i toast(s), however often it arrives', async (_, times, change) => {
    const order = newOrder({ seenAt: SEEN })
    await fetchList([order])
    const newer = { ...order, ...change, version: 2 } as Order
    receiveOrder(newer)
    receiveOrder(newer)
    receiveOrder(order)
    await settle()
    expect(toast).toHaveBeenCalledTimes(times)
  })
})

describe('an order for later', () => {
  const NOW = Date.parse('2026-11-20T17:00:00.000Z')
  const MINUTE = 60_000
  const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString()
  const later = (fields: Partial<Order> = {}) =>
    newOrder({ createdAt: at(0), startAt: at(65), pickupAt: at(85), seenAt: at(1), ...fields })
  const rings = () => ring.mock.calls.length
  beforeEach(() => void vi.setSystemTime(NOW))

  it('rings at its start although it was seen before, and every minute until it is seen again', async () => {
    const order = later()
    await fetchList([order])
    expect(toast).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(64.9 * MINUTE)
    expect(rings()).toBe(0)
    await vi.advanceTimersByTimeAsync(0.2 * MINUTE)
    expect(rings()).toBe(1)
    expect(toast).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(rings()).toBe(2)
    receiveOrder({ ...order, version: 2, seenAt: at(66.2) })
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(rings()).toBe(2)
  })

  it('does not ring if it was started early, or its time has changed', async () => {
    const [started, moved] = [later(), later()]
    await fetchList([started, moved])
    receiveOrder({ ...started, version: 2, status: 'preparing' })
    receiveOrder({ ...moved, version: 2, startAt: at(125), pickupAt: at(145) })
    await vi.advanceTimersByTimeAsync(120 * MINUTE)
    expect(rings()).toBe(0)
    await vi.advanceTimersByTimeAsync(6 * MINUTE)
    expect(rings()).toBe(2)
  })

  it('makes the list anew when its start is found to have passed, after the device has slept', async () => {
    await fetchList([later()])
    const lists = new Set([currentBoard().orders])
    const unsubscribe = subscribeBoard(() => void lists.add(currentBoard().orders))
    // The time passes without the device's timers.
    vi.setSystemTime(NOW + 70.5 * MINUTE)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(lists.size).toBe(2)
    await vi.advanceTimersByTimeAsync(MINUTE)
    unsubscribe()
    expect(lists.size).toBe(2)
  })

  it('rings in the kitchen only once it is due', async () => {
    setRingPolicy({ isFor: ({ startAt = '' }) => startAt <= new Date().toISOString(), withToasts: false })
    await fetchList([later({ seenAt: null })])
    await vi.advanceTimersByTimeAsync(64 * MINUTE)
    expect(rings()).toBe(0)
    await vi.advanceTimersByTimeAsync(1.5 * MINUTE)
    expect(rings()).toBe(1)
    setRingPolicy({ isFor: () => true, withToasts: true })
  })
})
