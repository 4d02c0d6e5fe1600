import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Order } from '#shared/contracts/orders.ts'
import { LIST_TRUNCATED, OPEN_ON_BOARD, OPEN_STATUSES } from '#shared/domain/orders/order.ts'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { serverWith } from '../../testing/board.ts'
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
import { followBoard, loadFirstOrders } from './board-sync.ts'
import { receiveOrder } from './ringing.ts'

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
  callApi.mockImplementation(serverWith(list))
  await fetchNow()
}
/** Holds the next response. @returns a function that gives it */
function holdList(list: Order[] = []): () => Promise<void> {
  let respond = () => {}
  callApi.mockImplementationOnce(async (...request: Parameters<ReturnType<typeof serverWith>>) => {
    await new Promise<void>((resolve) => (respond = resolve))
    return serverWith(list)(...request)
  })
  return async () => {
    respond()
    await settle()
  }
}
/** The requests. */
const requested = () => callApi.mock.calls.map(([call]) => call)
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
    callApi.mockClear()
    callApi.mockImplementation(serverWith([{ ...changed, version: 2, status: 'ready', seenAt: SEEN }, come]))
    await reopen()
    expect(requested()).toEqual(['POST /api/orders/changed'])
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
    callApi.mockImplementation(serverWith([order]))
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

  it('is on the board before the page renders, if staff.html requested it, and is not fetched again', async () => {
    const order = newOrder()
    callApi.mockImplementation(serverWith([order]))
    await loadFirstOrders()
    expect(orderOnBoard(order.id)).toBeDefined()
    await fetchList([order])
    expect(callApi).toHaveBeenCalledTimes(1)
  })

  it('is fetched once the first cards are shown, if staff.html requested only those', async () => {
    const [first, other] = [newOrder(), newOrder()]
    vi.stubGlobal('window', { masaEarly: { '/api/orders?status=pending&limit=12': Promise.resolve() } })
    callApi.mockResolvedValueOnce([first])
    await loadFirstOrders()
    expect(callApi.mock.calls[0]?.[1].query).toEqual({ status: 'pending', limit: '12' })
    expect([orderOnBoard(first.id), isLoaded(currentBoard())]).toEqual([first, false])
    await fetchList([first, other])
    expect([orderOnBoard(other.id), isLoaded(currentBoard())]).toEqual([other, true])
    expect(requested()).toEqual(['GET /api/orders', 'GET /api/orders'])
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

  it('is followed by what changed until the live channel opened, even if it is answered later', async () => {
    const [early, late] = [newOrder(), newOrder()]
    const onServer = [early]
    callApi.mockImplementation(serverWith(onServer))
    await loadFirstOrders()
    await fetchNow()
    onServer.push(late)
    await reopen()
    expect(orderOnBoard(late.id)).toBeDefined()
    leave()
    callApi.mockClear()
    const respond = holdList([early])
    leave = followBoard(signedOut)
    await reopen()
    await respond()
    expect(orderOnBoard(late.id)).toBeDefined()
    expect(requested()).toEqual(['GET /api/orders', 'POST /api/orders/changed'])
  })

  it('is fetched again once so much has changed that the server does not say what', async () => {
    const [gone, come] = [newOrder(), newOrder()]
    await fetchList([gone])
    callApi.mockReset().mockResolvedValueOnce(null).mockResolvedValueOnce([come])
    await reopen()
    expect(requested()).toEqual(['POST /api/orders/changed', 'GET /api/orders'])
    expect([...currentBoard().orders.keys()]).toEqual([come.id])
  })

  it('comes with the open orders for which it had no room, whatever limits it', async () => {
    const ids = (count: number, status: Order['status']) => Array.from({ length: count }, () => newOrder({ status }))
    const all = [...ids(30, 'ready'), ...ids(250, 'pending'), ...ids(300, 'preparing')].reverse()
    let room = OPEN_ON_BOARD
    let [atOnce, mostAtOnce] = [0, 0]
    callApi.mockImplementation(async (_: unknown, { query, onHeaders }: never) => {
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      await Promise.resolve()
      atOnce -= 1
      const { status, before } = (query ?? {}) as { status?: string; before?: string }
      const wanted = all.filter((order) => (!status || order.status === status) && order.id < Number(before ?? 1e9))
      const page = wanted.slice(0, Math.min(room, status ? 200 : OPEN_ON_BOARD))
      if (room < Math.min(wanted.length, 200))
        (onHeaders as (headers: Headers) => void)(new Headers({ [LIST_TRUNCATED]: '1' }))
      return page
    })
    for (room of [OPEN_ON_BOARD, 70]) {
      leave = followBoard(signedOut)
      const sizes = new Map<boolean, number>()
      const stop = subscribeBoard(() => sizes.set(isLoaded(currentBoard()), currentBoard().orders.size))
      await vi.advanceTimersByTimeAsync(1)
      // What counts all orders waits for the rest.
      expect([...sizes]).toEqual([
        [false, room],
        [true, all.length],
      ])
      stop()
      leave()
    }
    // They are all new to the page, which rings once for the list and once for the rest.
    expect(ring).toHaveBeenCalledTimes(2)
    // One page of each status.
    expect(mostAtOnce).toBe(OPEN_STATUSES.length)
  })
})

it('the board forgets old ended orders while it follows the live channel', async () => {
  await fetchList([newOrder({ seenAt: SEEN })])
  const open = lastId
  for (let i = 0; i <= 400; i += 1) receiveOrder(newOrder({ status: 'completed', seenAt: SEEN }))
  expect(currentBoard().orders.size).toBe(201)
  expect(orderOnBoard(open)).toBeDefined()
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

describe('fetching the list', () => {
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
