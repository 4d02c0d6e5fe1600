import { QueryObserver } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { changedOrders, listOrders } from '#shared/contracts/orders.ts'
import { nextLaterChange } from '#shared/domain/orders/later.ts'
import {
  isOpen,
  LIST_TRUNCATED,
  MAX_KNOWN_ORDERS,
  OPEN_ON_BOARD,
  OPEN_STATUSES,
  ORDERS_PER_PAGE,
  type OrderStatus,
} from '#shared/domain/orders/order.ts'
import { RECONNECT_AFTER_S } from '#shared/domain/time/timing.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { isSignedOut, NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { serverDate, serverNow } from '../../lib/clock/server-clock.ts'
import { followLive, prefetchFrames, watchLiveStatus } from '../../lib/live/live.ts'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import {
  type Board,
  boardKey,
  boardOf,
  boardOfChanges,
  boardOfList,
  changeBoard,
  clearBoard,
  currentBoard,
  EMPTY_BOARD,
  type FetchedOrders,
  forgetOlderEnded,
  isLoaded,
  isStale,
  leftSince,
  lowestId,
  merge,
  putBoard,
  refetchOrders,
  versionsOf,
} from './board.ts'
import {
  announceLost,
  announceUnseen,
  RING_FOR_ALL,
  receiveOrder,
  setRingPolicy,
  stopRinging,
  withdrawLost,
} from './ringing.ts'
import { prepareBell, stopBell } from './screen-and-sound.tsx'

type Options = NonNullable<Parameters<typeof callApi<typeof listOrders>>[1]>

/** Fetches a list of orders. Throws what `callApi` throws. */
export async function fetchOrders(options: Options = {}): Promise<FetchedOrders> {
  let answered = new Headers()
  const onHeaders = (headers: Headers) => {
    answered = headers
  }
  const orders = await callApi<typeof listOrders>('GET /api/orders', { ...options, onHeaders })
  return { orders, isTruncated: answered.has(LIST_TRUNCATED) }
}

/**
 * Fetches the list, which the board then shows, and the open orders for which it had no room: of each status, one page
 * after another.
 */
async function fetchAll(timeout: number): Promise<FetchedOrders> {
  const isLeft = leftSince()
  const list = await fetchOrders({ timeout })
  const open = list.orders.filter(({ status }) => isOpen(status))
  const isCut = list.isTruncated && open.length === list.orders.length
  if (open.length < OPEN_ON_BOARD && !isCut) return list
  const orders = [...list.orders]
  // Not as the list: what counts all orders waits for the rest.
  if (!isLeft()) putBoard(boardOf(list.orders))
  const fetchOlder = async (status: OrderStatus) => {
    let before = lowestId(open)
    for (let isLast = false; !isLast && !isLeft(); ) {
      const page = await fetchOrders({ query: { status, before: String(before) }, timeout: MAX_TIMEOUT_MS })
      orders.push(...page.orders)
      before = lowestId(page.orders)
      isLast = page.orders.length < ORDERS_PER_PAGE && !page.isTruncated
    }
  }
  await Promise.all(OPEN_STATUSES.map(fetchOlder))
  return { ...list, orders }
}

/** Fetches what the board lacks; null if that is the list. */
async function fetchChanges(known: Board, timeout: number): Promise<Board | null> {
  if (!isLoaded(known) || known.orders.size > MAX_KNOWN_ORDERS) return null
  const changes = await callApi<typeof changedOrders>('POST /api/orders/changed', {
    body: { known: versionsOf(known) },
    timeout,
  })
  return changes && boardOfChanges(changes, known)
}

/**
 * Timeouts of consecutive attempts. After a network outage, the browser's idle connections may be dead without an
 * error, and each loses one request: the first timeouts are short, so that a working connection is soon used, the later
 * ones long enough for a slow network.
 */
const ATTEMPT_TIMEOUTS_MS = [2_000, 2_000, 3_000, 4_000, 6_000, 10_000, 20_000] as const
const MAX_TIMEOUT_MS = 20_000

let attemptsWithoutResponse = 0
let attemptBegan = 0
/** A tablet that slept does not know how long. */
const MAX_WAIT_MS = 60_000
/** What is requested while the live channel is closed may lack what changes until it opens. */
let isChannelOpen = false

const boardQuery = {
  queryKey: boardKey,
  async queryFn(): Promise<Board> {
    const known = currentBoard()
    const mendedGaps = isChannelOpen ? known.gaps : 0
    attemptBegan = Date.now()
    const timeout = ATTEMPT_TIMEOUTS_MS[attemptsWithoutResponse] ?? MAX_TIMEOUT_MS
    const fetched = (await fetchChanges(known, timeout)) ?? boardOfList(await fetchAll(timeout), known)
    attemptsWithoutResponse = 0
    return { ...fetched, mendedGaps }
  },
  // Frames and responses that arrived during the fetch may be newer than what it brings.
  structuralSharing: (known: unknown, fetched: unknown) => merge((known as Board) ?? EMPTY_BOARD, fetched as Board),
}

/** How long the first render waits for the orders. */
const FIRST_ORDERS_MS = 300

/**
 * Puts the orders that staff.html requested onto the board before the page renders, so that it is rendered and laid out
 * once: the list, or those of the first cards, whose list is fetched once they are shown. A list that is late is the
 * response to the page's first request.
 */
export async function loadFirstOrders(): Promise<void> {
  const path = '/api/orders'
  const early = Object.keys(window.masaEarly ?? {}).find((address) => address.startsWith(path))
  if (!early) return
  const isLate = new Promise<undefined>((resolve) => setTimeout(resolve, FIRST_ORDERS_MS))
  if (early === path) return void (await Promise.race([queryClient.prefetchQuery(boardQuery), isLate]))
  const query = Object.fromEntries(new URLSearchParams(early.slice(path.length)))
  const first = await Promise.race([fetchOrders({ query }).catch(() => undefined), isLate])
  if (!first) return
  queryClient.setQueryData(boardKey, boardOf(first.orders))
  // So the page that follows the board fetches the list, although it has data.
  await queryClient.invalidateQueries({ queryKey: boardKey })
}

/**
 * Keeps the board up to date: fetches the list, follows the live channel, fetches what changed at every (re)connect and
 * until that succeeds, and rings. Returns a function that ends it, and clears the board.
 */
export function followBoard(onSignedOut: (status: number) => void): () => void {
  let [retry, turning]: ReturnType<typeof setTimeout>[] = []
  let latest = currentBoard()
  isChannelOpen = false

  const onFailed = (error: unknown) => {
    const isForbidden = error instanceof RequestError && error.status === 403
    if (isForbidden || isSignedOut(error)) return onSignedOut(isForbidden ? 403 : 401)
    const isUnanswered = error instanceof NoAnswerError && attemptsWithoutResponse < ATTEMPT_TIMEOUTS_MS.length
    if (isUnanswered) attemptsWithoutResponse += 1
    // A request that failed at once was not lost on a dead connection: the server is away, so the next attempt waits.
    const wasLost = isUnanswered && Date.now() - attemptBegan >= ATTEMPT_TIMEOUTS_MS[0]
    retry = setTimeout(refetchOrders, wasLost ? 0 : RECONNECT_AFTER_S * 1000)
  }
  /** Makes what is made of the list anew when an order for later begins. */
  const awaitTurn = () => {
    clearTimeout(turning)
    const next = nextLaterChange(currentBoard().orders.values(), serverDate())
    if (next === undefined) return
    const turn = () => changeBoard((board) => ({ ...board, orders: new Map(board.orders) }))
    turning = setTimeout(() => (serverNow() < next ? awaitTurn() : turn()), Math.min(next - serverNow(), MAX_WAIT_MS))
  }
  const afterChange = (before: Board, after: Board) => {
    if (isStale(before) && !isStale(after)) {
      withdrawLost()
      // A change of duties closes the sockets, and the list does not show it to a user who may still read the orders.
      onSignedOut(403)
    }
    announceUnseen(!isLoaded(before))
    awaitTurn()
    forgetOlderEnded()
  }
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] !== boardKey[0] || event.type !== 'updated') return
      if (event.action.type === 'fetch') clearTimeout(retry)
      if (event.action.type === 'error') onFailed(event.action.error)
      const before = latest
      latest = currentBoard()
      if (before !== latest) afterChange(before, latest)
    }),
    followLive({
      opened() {
        isChannelOpen = true
        attemptsWithoutResponse = 0
        refetchOrders()
      },
      ended: () => onSignedOut(401),
      ORDER_UPDATE: ({ payload }) => receiveOrder(payload),
      ORDERS_CHANGED: refetchOrders,
    }),
    watchLiveStatus(({ state }) => {
      if (state !== 'reconnecting' && state !== 'offline') return
      isChannelOpen = false
      if (!isStale(currentBoard())) announceLost()
      changeBoard((board) => ({ ...board, gaps: board.gaps + 1 }))
    }),
    // Fetches the list at once, unless staff.html has: some networks block the live channel, but not this request.
    new QueryObserver(queryClient, boardQuery).subscribe(() => {}),
  ]
  awaitTurn()
  prepareBell()
  return () => {
    for (const stop of stops) stop()
    clearTimeout(retry)
    clearTimeout(turning)
    stopRinging()
    stopBell()
    clearBoard()
    isChannelOpen = false
  }
}

/**
 * Follows the orders while the page is mounted.
 * @param onSignedOut called with 401 when the server responds that nobody is signed in, with 403 when the user may not
 *   read the orders, or may have lost a duty while the live channel was away
 * @param policy what the page rings for; by default every order
 */
export function useBoardSync(onSignedOut: (status: number) => void, policy = RING_FOR_ALL): void {
  useEffect(() => {
    setRingPolicy(policy)
    announceUnseen(true)
    return () => setRingPolicy(RING_FOR_ALL)
  }, [policy])
  useEffect(() => whenIdle(prefetchFrames), [])
  const onSignedOutRef = useRef(onSignedOut)
  onSignedOutRef.current = onSignedOut
  useEffect(() => followBoard((status) => onSignedOutRef.current(status)), [])
}
