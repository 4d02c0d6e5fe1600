import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#shared/contracts/orders.ts'
import { LIST_TRUNCATED, OPEN_ON_BOARD } from '#shared/domain/orders/order.ts'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { fakeLive } from '../../testing/fake-live.ts'
import { sampleOrder } from '../../testing/samples.ts'
import {
  changeOptimistically,
  clearBoard,
  currentBoard,
  hasFailed,
  isLoaded,
  isStale,
  refetchOrders,
  shownNow,
  subscribeBoard,
} from './board.ts'
import { followBoard, loadFirstOrders, receiveOrder, setRingPolicy } from './board-sync.ts'

const { callApi, ring, toast } = vi.hoisted(() => ({ callApi: vi.fn(), ring: vi.fn(), toast: vi.fn() }))
vi.mock('../../lib/api/api.ts', () => ({ callApi }))
vi.mock('../../ui/toast/store.ts', () => ({ toast, withdrawToast: vi.fn() }))
vi.mock('./screen-and-sound.tsx', () => ({ ring, prepareBell: vi.fn(), stopBell: vi.fn() }))

// The page remembers for which orders it has rung, so every test uses its own order ids.
let lastId = 0
const newOrder = (fields: Partial<Order> = {}) => {
  lastId += 1
  return sampleOrder({ id: lastId, ...fields })
}

const live = fakeLive()
const signedOut = vi.fn()
let leave = () => {}
let isOpen = false

beforeEach(() => {
  vi.useFakeTimers()
  for (const mock of [callApi, ring, toast, signedOut]) mock.mockReset()
})
afterEach(() => {
  leave()
  isOpen = false
  clearBoard()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const SEEN = '2026-11-20T18:00:00.000Z'

/** Opens the page, which fetches the list, or has the open one fetch it again. */
async function fetchNow(): Promise<void> {
  if (isOpen) refetchOrders()
  else leave = followBoard(signedOut)
  isOpen = true
  await settle()
}
/** Fetches this list. */
async function fetchList(list: Order[] = []): Promise<void> {
  callApi.mockResolvedValue(list)
  await fetchNow()
}
/** Holds the next response. @returns a function that gives it */
function holdList(list: Order[] = []): () => Promise<void> {
  let respond: (list: Order[]) => void = () => {}
  callApi.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)))
  return async () => {
    respond(list)
    await settle()
  }
}
const orderOnBoard = (id: number) => currentBoard().orders.get(id)
const lose = () => live.changeStatus({ state: 'reconnecting', since: 0 })
const reopen = async () => {
  live.follower.opened?.()
  await settle()
}

describe('syncing the board after the live channel was lost', () => {
  beforeEach(() => fetchList())

  it('marks the board as stale until the list is fetched after the reconnect', async () => {
    lose()
    await fetchList()
    expect(isStale(currentBoard())).toBe(true)
    const respond = holdList()
    await reopen()
    expect(isStale(currentBoard())).toBe(true)
    await respond()
    expect(isStale(currentBoard())).toBe(false)
  })

  it('keeps the board stale if the channel is lost again during the fetch', async () => {
    lose()
    const respond = holdList()
    await reopen()
    lose()
    await respond()
    expect(isStale(currentBoard())).toBe(true)
  })

  it('adds what came and removes what went meanwhile', async () => {
    const [gone, changed, come] = [newOrder(), newOrder(), newOrder()]
    await fetchList([gone, changed])
    lose()
    callApi.mockResolvedValue([{ ...changed, version: 2, status: 'ready', seenAt: SEEN }, come])
    await reopen()
    expect([...currentBoard().orders.values()].map(({ id, status }) => [id, status])).toEqual([
      [changed.id, 'ready'],
      [come.id, 'pending'],
    ])
    expect(ring).toHaveBeenCalledTimes(2)
  })

  it('has the user checked once the channel is back, because a duty may have been taken away', async () => {
    await reopen()
    expect(signedOut).not.toHaveBeenCalled()
    lose()
    await reopen()
    expect(signedOut.mock.calls).toEqual([[403]])
  })

  it('leaves it at the sign-out if nobody is signed in any more', async () => {
    callApi.mockRejectedValue(new RequestError(401, 'Unauthorized', '{"message":"Please sign in"}'))
    lose()
    await reopen()
    expect(signedOut.mock.calls).toEqual([[401]])
  })

  it('retries at once, with short timeouts first, because old connections may be dead', async () => {
    const order = newOrder()
    const timeOut = (_: unknown, { timeout }: { timeout: number }) =>
      new Promise((_resolve, reject) => setTimeout(() => reject(new NoAnswerError()), timeout))
    callApi.mockClear()
    callApi.mockImplementationOnce(timeOut).mockImplementationOnce(timeOut).mockImplementationOnce(timeOut)
    callApi.mockResolvedValue([order])
    lose()
    await reopen()
    await vi.advanceTimersByTimeAsync(7_010)
    expect(orderOnBoard(order.id)).toBeDefined()
    expect(isStale(currentBoard())).toBe(false)
    expect(callApi.mock.calls.map(([, { timeout }]) => timeout)).toEqual([2_000, 2_000, 3_000, 4_000])
  })
})

describe('the first list', () => {
  beforeEach(() => vi.stubGlobal('window', { masaEarly: { '/api/orders': Promise.resolve() } }))
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is on the board before the page renders, if index.html requested it, and is not fetched again', async () => {
    const order = newOrder()
    callApi.mockResolvedValue([order])
    await loadFirstOrders()
    expect(orderOnBoard(order.id)).toBeDefined()
    await fetchList([order])
    expect(callApi).toHaveBeenCalledTimes(1)
  })

  it('is the response to the first request if it is late, so that it is loaded once', async () => {
    const respond = holdList()
    const waiting = loadFirstOrders()
    await vi.advanceTimersByTimeAsync(300)
    await waiting
    await fetchNow()
    await respond()
    expect(isLoaded(currentBoard())).toBe(true)
    expect(callApi).toHaveBeenCalledTimes(1)
  })

  it('is requested again if the server refused it', async () => {
    callApi.mockRejectedValueOnce(new RequestError(401, 'Unauthorized', '{"message":"Please sign in"}'))
    await loadFirstOrders()
    await fetchList()
    expect(signedOut).not.toHaveBeenCalled()
    expect(callApi).toHaveBeenCalledTimes(2)
  })

  it('is fetched once if the live channel is already open', async () => {
    vi.spyOn(await import('../../lib/live/live.ts'), 'followLive').mockImplementation((follower) => {
      follower.opened?.()
      return () => {}
    })
    await fetchList([newOrder()])
    expect(callApi).toHaveBeenCalledTimes(1)
  })

  it('has no copy that is older than a frame which arrived during the fetch', async () => {
    const order = newOrder()
    const respond = holdList([order])
    await fetchNow()
    receiveOrder({ ...order, version: 2, status: 'ready', seenAt: SEEN })
    expect(isLoaded(currentBoard())).toBe(false)
    await respond()
    expect(orderOnBoard(order.id)?.status).toBe('ready')
  })

  it('comes with the open orders for which it had no room, whatever limits it', async () => {
    const ids = (count: number, status: Order['status']) => Array.from({ length: count }, () => newOrder({ status }))
    const all = [...ids(30, 'ready'), ...ids(250, 'pending'), ...ids(300, 'preparing')].reverse()
    let room = OPEN_ON_BOARD
    callApi.mockImplementation(async (_: unknown, { query, onHeaders }: never) => {
      const { status, before } = (query ?? {}) as { status?: string; before?: string }
      const wanted = all.filter((order) => (!status || order.status === status) && order.id < Number(before ?? 1e9))
      const page = wanted.slice(0, Math.min(room, status ? 200 : OPEN_ON_BOARD))
      if (room < Math.min(wanted.length, 200))
        (onHeaders as (headers: Headers) => void)(new Headers({ [LIST_TRUNCATED]: '1' }))
      return page
    })
    for (room of [OPEN_ON_BOARD, 70]) {
      leave = followBoard(signedOut)
      await vi.advanceTimersByTimeAsync(1)
      expect(currentBoard().orders.size).toBe(all.length)
      leave()
    }
    // They are all new to the page, which rings once.
    expect(ring).toHaveBeenCalledTimes(1)
  })
})

describe('own changes', () => {
  const statusOf = (order: Order) => shownNow().find(({ id }) => id === order.id)?.status
  const to = (status: Order['status']) => (order: Order) => ({ ...order, status })

  it('are shown at once over what arrives, and taken back if the server refuses them', async () => {
    const order = newOrder({ seenAt: SEEN })
    await fetchList([order])
    let refuse: (error: Error) => void = () => {}
    const change = { orderId: order.id, queue: 'order', apply: to('ready') }
    const changing = changeOptimistically(change, () => new Promise((_, reject) => (refuse = reject)))
    expect(statusOf(order)).toBe('ready')
    receiveOrder({ ...order, version: 2, notes: 'la geam' })
    expect(statusOf(order)).toBe('ready')
    await settle()
    refuse(new Error('no'))
    await expect(changing).rejects.toThrow('no')
    expect([statusOf(order), orderOnBoard(order.id)?.notes]).toEqual(['pending', 'la geam'])
  })

  it('of one queue are sent one after another, also after a failure', async () => {
    const order = newOrder({ seenAt: SEEN })
    await fetchList([order])
    const change = { orderId: order.id, queue: 'order', apply: to('ready') }
    let refuse: (error: Error) => void = () => {}
    const sent: string[] = []
    const first = changeOptimistically(change, () => {
      sent.push('first')
      return new Promise((_, reject) => (refuse = reject))
    })
    const second = changeOptimistically(change, async () => {
      sent.push('second')
      return { ...order, version: 2, status: 'ready' }
    })
    await settle()
    expect(sent).toEqual(['first'])
    refuse(new Error('no'))
    await expect(first).rejects.toThrow('no')
    await second
    expect([sent, orderOnBoard(order.id)?.version]).toEqual([['first', 'second'], 2])
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

  it('retries every 5 s after a failure, and marks the board as failed meanwhile', async () => {
    callApi.mockRejectedValueOnce(new Error('no network')).mockRejectedValueOnce(new RequestError(503, '', ''))
    const order = newOrder()
    await fetchList([order])
    expect(hasFailed()).toBe(true)
    // What arrives meanwhile does not put the retry off.
    receiveOrder(newOrder({ seenAt: SEEN }))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(callApi).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5_001)
    expect(callApi).toHaveBeenCalledTimes(3)
    expect(hasFailed()).toBe(false)
    expect(orderOnBoard(order.id)).toBeDefined()
  })

  it('reports that the user is signed out, which a proxy’s 401 does not mean, and stops', async () => {
    callApi.mockRejectedValueOnce(new RequestError(401, 'Unauthorized', '<h1>Proxy</h1>'))
    callApi.mockRejectedValue(new RequestError(401, 'Unauthorized', '{"message":"Please sign in"}'))
    await fetchNow()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(signedOut).toHaveBeenCalledTimes(1)
    expect(callApi).toHaveBeenCalledTimes(2)
  })

  it('reports that the user may not read the orders any more, and stops', async () => {
    callApi.mockRejectedValue(new RequestError(403, 'Forbidden', '{"message":"Not your duty"}'))
    await fetchNow()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(signedOut.mock.calls).toEqual([[403]])
    expect(callApi).toHaveBeenCalledTimes(1)
  })

  it('fetches once more if a refetch was requested during a fetch', async () => {
    const late = newOrder()
    callApi.mockImplementationOnce(async () => {
      refetchOrders()
      refetchOrders()
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

  it('ignores a response after it was left', async () => {
    const respond = holdList([newOrder()])
    await fetchNow()
    leave()
    await respond()
    expect(isLoaded(currentBoard())).toBe(false)
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
