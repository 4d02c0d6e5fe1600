import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#shared/contracts/orders.ts'
import { OPEN_ON_BOARD } from '#shared/domain/orders/order.ts'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { sampleOrder } from '../../testing/samples.ts'
import { clearBoard, useBoardState } from './board.ts'
import { BoardSync, loadFirstOrders, receiveOrder } from './board-sync.ts'
import { followTurns, setRingPolicy } from './order-changes.ts'

const { callApi, ring, toast } = vi.hoisted(() => ({ callApi: vi.fn(), ring: vi.fn(), toast: vi.fn() }))
vi.mock('../../lib/api/api.ts', () => ({ callApi }))
vi.mock('../../ui/toast/store.ts', () => ({ toast }))
vi.mock('./screen-and-sound.tsx', () => ({ ring, prepareBell: vi.fn(), stopBell: vi.fn() }))

// The page remembers for which orders it has rung, so every test uses its own order ids.
let lastId = 0
const newOrder = (fields: Partial<Order> = {}) => {
  lastId += 1
  return sampleOrder({ id: lastId, ...fields })
}

const signedOut = vi.fn()
let sync: BoardSync

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  sync = new BoardSync(signedOut)
})
afterEach(() => {
  sync.stop()
  clearBoard()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const SEEN = '2026-11-20T18:00:00.000Z'

/** Fetches this list. */
async function fetchList(list: Order[] = []): Promise<void> {
  callApi.mockResolvedValue(list)
  sync.refetch()
  await settle()
}
/** Holds the next response. @returns a function that gives it, an empty list */
function holdList(): () => Promise<void> {
  let respond: (list: Order[]) => void = () => {}
  callApi.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
  return async () => {
    respond([])
    await settle()
  }
}
const orderOnBoard = (id: number) => useBoardState.getState().board.orders.get(id)

describe('syncing the board after the live channel was lost', () => {
  const isStale = () => useBoardState.getState().isStale

  it('marks the board as stale until the list is fetched after the reconnect', async () => {
    sync.connectionLost()
    await fetchList()
    expect(isStale()).toBe(true)
    const respond = holdList()
    sync.connectionOpened()
    await settle()
    expect(isStale()).toBe(true)
    await respond()
    expect(isStale()).toBe(false)
  })

  it('keeps the board stale if the channel is lost again during the fetch', async () => {
    const respond = holdList()
    sync.connectionLost()
    sync.connectionOpened()
    sync.connectionLost()
    await respond()
    expect(isStale()).toBe(true)
  })

  it('has the user checked once the channel is back, because a duty may have been taken away', async () => {
    callApi.mockResolvedValue([])
    sync.connectionOpened()
    await settle()
    expect(signedOut).not.toHaveBeenCalled()
    sync.connectionLost()
    sync.connectionOpened()
    await settle()
    expect(signedOut.mock.calls).toEqual([[403]])
  })

  it('leaves it at the sign-out if nobody is signed in any more', async () => {
    callApi.mockRejectedValue(new RequestError(401, 'Unauthorized', '{"message":"Please sign in"}'))
    sync.connectionLost()
    sync.connectionOpened()
    await settle()
    expect(signedOut.mock.calls).toEqual([[401]])
  })

  it('retries at once, with short timeouts first, because old connections may be dead', async () => {
    const order = newOrder()
    const timeOut = (_: unknown, { timeout }: { timeout: number }) =>
      new Promise((_resolve, reject) => setTimeout(() => reject(new NoAnswerError()), timeout))
    callApi.mockImplementationOnce(timeOut).mockImplementationOnce(timeOut).mockImplementationOnce(timeOut)
    callApi.mockResolvedValue([order])
    sync.connectionLost()
    sync.connectionOpened()
    await vi.advanceTimersByTimeAsync(7_000)
    expect(orderOnBoard(order.id)).toBeDefined()
    expect(isStale()).toBe(false)
    expect(callApi.mock.calls.map(([, { timeout }]) => timeout)).toEqual([2_000, 2_000, 3_000, 4_000])
  })
})

describe('the orders that index.html requested', () => {
  beforeEach(() => vi.stubGlobal('window', { masaEarly: { '/api/orders': Promise.resolve() } }))
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('are on the board before the page renders', async () => {
    const order = newOrder()
    callApi.mockResolvedValue([order])
    await loadFirstOrders()
    expect(orderOnBoard(order.id)).toBeDefined()
  })

  it('are the response to the first request if they are late, so that they are loaded once', async () => {
    const respond = holdList()
    const waiting = loadFirstOrders()
    await vi.advanceTimersByTimeAsync(300)
    await waiting
    sync.refetch()
    await respond()
    expect(useBoardState.getState().board.loaded).toBe(true)
    expect(callApi).toHaveBeenCalledTimes(1)
  })

  it('are requested again if the server refused them', async () => {
    callApi.mockRejectedValueOnce(new RequestError(401, 'Unauthorized', '{"message":"Please sign in"}'))
    await loadFirstOrders()
    await fetchList()
    expect(signedOut).not.toHaveBeenCalled()
    expect(callApi).toHaveBeenCalledTimes(2)
  })
})

describe('syncing the board', () => {
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

  it('rings again every 60 s for an unseen order until it is seen, whatever is fetched meanwhile', async () => {
    const order = newOrder()
    await fetchList([order])
    expect(ring).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(59_000)
    sync.refetch()
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

  it('retries every 5 s after a failure, and marks the board as failed meanwhile', async () => {
    callApi.mockRejectedValueOnce(new Error('no network')).mockRejectedValueOnce(new RequestError(503, '', ''))
    await fetchList([newOrder()])
    expect(useBoardState.getState().failed).toBe(true)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(callApi).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5_001)
    expect(callApi).toHaveBeenCalledTimes(3)
    expect(useBoardState.getState().failed).toBe(false)
    expect(orderOnBoard(lastId)).toBeDefined()
  })

  it('reports that the user is signed out, which a proxy’s 401 does not mean, and stops', async () => {
    callApi.mockRejectedValueOnce(new RequestError(401, 'Unauthorized', '<h1>Proxy</h1>'))
    callApi.mockRejectedValue(new RequestError(401, 'Unauthorized', '{"message":"Please sign in"}'))
    sync.refetch()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(signedOut).toHaveBeenCalledTimes(1)
    expect(callApi).toHaveBeenCalledTimes(2)
  })

  it('reports that the user may not read the orders any more, and stops', async () => {
    callApi.mockRejectedValue(new RequestError(403, 'Forbidden', '{"message":"Not your duty"}'))
    sync.refetch()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(signedOut.mock.calls).toEqual([[403]])
    expect(callApi).toHaveBeenCalledTimes(1)
  })

  it('fetches once more if a refetch was requested during a fetch', async () => {
    const late = newOrder()
    callApi.mockImplementationOnce(async () => {
      sync.refetch()
      sync.refetch()
      return []
    })
    await fetchList([late])
    expect(callApi).toHaveBeenCalledTimes(2)
    expect(orderOnBoard(late.id)).toBeDefined()
  })

  it('removes open orders that the fetched list lacks', async () => {
    const delivered = newOrder({ status: 'delivered', seenAt: SEEN })
    await fetchList([delivered])
    await fetchList()
    expect(orderOnBoard(delivered.id)).toBeUndefined()
  })

  it('does not ring for old orders that were beyond the limit of the list before', async () => {
    const newest = Array.from({ length: OPEN_ON_BOARD + 2 }, () => newOrder()).reverse()
    const [old, older] = newest.slice(-2)
    if (!old || !older) throw new Error('no orders')
    const list = newest.slice(0, OPEN_ON_BOARD)
    await fetchList(list)
    expect(ring).toHaveBeenCalledTimes(1)
    // Another device changes the status of one of them.
    receiveOrder({ ...old, status: 'preparing', version: 2, seenAt: SEEN })
    // The other one moves into the list, because a newer order was closed.
    await fetchList([...list.slice(1), older])
    expect(orderOnBoard(older.id)).toBeDefined()
    expect(ring).toHaveBeenCalledTimes(1)
    receiveOrder(newOrder())
    expect(ring).toHaveBeenCalledTimes(2)
  })

  it('ignores a response after it has stopped', async () => {
    callApi.mockResolvedValue([newOrder()])
    sync.refetch()
    sync.stop()
    await settle()
    expect(useBoardState.getState().board.loaded).toBe(false)
    expect(ring).not.toHaveBeenCalled()
  })
})

describe('an order for later', () => {
  const NOW = Date.parse('2026-11-20T17:00:00.000Z')
  const MINUTE = 60_000
  const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString()
  const later = (fields: Partial<Order> = {}) =>
    newOrder({ createdAt: at(0), startAt: at(65), pickupAt: at(85), seenAt: at(1), ...fields })
  const rings = () => ring.mock.calls.length
  let stop = () => {}

  beforeEach(() => {
    vi.setSystemTime(NOW)
    stop = followTurns()
  })
  afterEach(() => stop())

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
    const lists = new Set([useBoardState.getState().board.orders])
    const unsubscribe = useBoardState.subscribe(({ board }) => void lists.add(board.orders))
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
