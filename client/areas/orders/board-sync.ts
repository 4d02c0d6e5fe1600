import { QueryObserver } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { listOrders, Order } from '#shared/contracts/orders.ts'
import { hasBegun, isUnseen, nextTurn } from '#shared/domain/orders/later.ts'
import { isOpen, LIST_TRUNCATED, OPEN_ON_BOARD, OPEN_STATUSES, ORDERS_PER_PAGE } from '#shared/domain/orders/order.ts'
import { RECONNECT_AFTER_S } from '#shared/domain/time/timing.ts'
import { type BareEndpoint, callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { isSignedOut, NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { serverDate, serverNow } from '../../lib/clock/server-clock.ts'
import { followLive, prefetchFrames, watchLiveStatus } from '../../lib/live/live.ts'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { i18n, toast, withdrawToast } from '../../ui/index.ts'
import {
  type Board,
  boardKey,
  boardOfList,
  changeBoard,
  clearBoard,
  currentBoard,
  EMPTY_BOARD,
  type FetchedOrders,
  isLoaded,
  isStale,
  lowestId,
  merge,
  newestFirst,
  putOrders,
  refetchOrders,
  shownNow,
} from './board.ts'
import { announceUpdate } from './order-changes.ts'
import { prepareBell, ring, stopBell } from './screen-and-sound.tsx'

const ordersEndpoint: BareEndpoint<typeof listOrders> = { method: 'GET', path: '/api/orders' }

type Options = NonNullable<Parameters<typeof callApi<typeof listOrders>>[1]>

/** Fetches a list of orders. Throws what `callApi` throws. */
export async function fetchOrders(options: Options = {}): Promise<FetchedOrders> {
  let isTruncated = false
  const onHeaders = (headers: Headers) => {
    isTruncated = headers.has(LIST_TRUNCATED)
  }
  const orders = await callApi(ordersEndpoint, { ...options, onHeaders })
  return { orders, isTruncated }
}

/** Fetches the list, and the open orders for which it had no room. */
async function fetchAll(timeout: number): Promise<FetchedOrders> {
  const list = await fetchOrders({ timeout })
  const open = list.orders.filter(({ status }) => isOpen(status))
  const isCut = list.isTruncated && open.length === list.orders.length
  if (open.length < OPEN_ON_BOARD && !isCut) return list
  const others = OPEN_STATUSES.map(async (status) => {
    const older: Order[] = []
    for (let isLast = false; !isLast; ) {
      const before = String(lowestId([...open, ...older]))
      const page = await fetchOrders({ query: { status, before }, timeout: MAX_TIMEOUT_MS })
      older.push(...page.orders)
      isLast = page.orders.length < ORDERS_PER_PAGE && !page.isTruncated
    }
    return older
  })
  return { ...list, orders: [...list.orders, ...(await Promise.all(others)).flat()] }
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
/** A list that is requested while the live channel is closed may lack what changes until it opens. */
let isChannelOpen = false

const boardQuery = {
  queryKey: boardKey,
  async queryFn(): Promise<Board> {
    const known = currentBoard()
    const mendedGaps = isChannelOpen ? known.gaps : 0
    attemptBegan = Date.now()
    const fetched = await fetchAll(ATTEMPT_TIMEOUTS_MS[attemptsWithoutResponse] ?? MAX_TIMEOUT_MS)
    attemptsWithoutResponse = 0
    return { ...boardOfList(fetched, known), mendedGaps }
  },
  // Frames and responses that arrived during the fetch may be newer than what it brings.
  structuralSharing: (known: unknown, fetched: unknown) => merge((known as Board) ?? EMPTY_BOARD, fetched as Board),
}

/** How long the first render waits for the orders. */
const FIRST_ORDERS_MS = 300

/**
 * Puts the orders that index.html requested onto the board before the page renders, so that it is rendered and laid out
 * once. If they are late, they are the response to the page's first request.
 */
export async function loadFirstOrders(): Promise<void> {
  if (!window.masaEarly?.[ordersEndpoint.path]) return
  const isLate = new Promise((resolve) => setTimeout(resolve, FIRST_ORDERS_MS))
  await Promise.race([queryClient.prefetchQuery(boardQuery), isLate])
}

/**
 * Keeps the board up to date: fetches the list, follows the live channel, fetches again at every (re)connect and until
 * that succeeds, and rings. Returns a function that ends it, and clears the board.
 */
export function followBoard(onSignedOut: (status: number) => void): () => void {
  let [retry, turning]: ReturnType<typeof setTimeout>[] = []
  let before = currentBoard()
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
    const next = nextTurn(currentBoard().orders.values(), serverDate())
    if (next === undefined) return
    const turn = () => changeBoard((board) => ({ ...board, orders: new Map(board.orders) }))
    turning = setTimeout(() => (serverNow() < next ? awaitTurn() : turn()), Math.min(next - serverNow(), MAX_WAIT_MS))
  }
  const onChanged = () => {
    const [former, board] = [before, currentBoard()]
    before = board
    if (isStale(former) && !isStale(board)) {
      withdrawToast(LIVE)
      // A change of duties closes the sockets, and the list does not show it to a user who may still read the orders.
      onSignedOut(403)
    }
    announceUnseen(isLoaded(board) && !isLoaded(former))
    awaitTurn()
  }
  const stops = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.query.queryKey[0] !== boardKey[0] || event.type !== 'updated') return
      if (event.action.type === 'fetch') clearTimeout(retry)
      if (event.action.type === 'error') onFailed(event.action.error)
      if (before !== currentBoard()) onChanged()
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
    // Fetches the list at once, unless index.html has: some networks block the live channel, but not this request.
    new QueryObserver(queryClient, boardQuery).subscribe(() => {}),
  ]
  awaitTurn()
  prepareBell()
  return () => {
    for (const stop of stops) stop()
    clearTimeout(retry)
    clearTimeout(turning)
    clearTimeout(nextRing)
    stopBell()
    clearBoard()
  }
}

/** What the page rings for. */
export interface RingPolicy {
  isFor: (order: Order) => boolean
  /** Whether toasts report new and changed orders; false if the page shows all of them anyway. */
  withToasts: boolean
}

const RING_FOR_ALL: RingPolicy = { isFor: () => true, withToasts: true }
/** For a page that rings for something else. */
export const RING_FOR_NONE: RingPolicy = { isFor: () => false, withToasts: false }

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

/** Puts an order from the live channel onto the board, and announces it if it is new or changed. */
export function receiveOrder(order: Order): void {
  const board = currentBoard()
  const shown = shownNow().find(({ id }) => id === order.id)
  const isKnown = board.orders.has(order.id) || board.goneAtVersion.has(order.id)
  if (isLoaded(board) && isKnown) skipRinging([order])
  putOrders([order])
  // Do not announce what the page already shows: its own change, or an order that was only printed.
  const isNewer = currentBoard() !== board
  if (isNewer && !(shown && !isVisiblyChanged(order, shown)) && ringPolicy.withToasts)
    announceUpdate(order, { before: shown })
  // Another device has already marked it as seen, but it is new on this page.
  if (isLoaded(board) && !isKnown && isOpen(order.status) && order.seenAt !== null) announceOrders([order])
}

/** Whether two copies of an order differ in what the toast "Order Updated" reports: status, table or lines. */
function isVisiblyChanged(copy: Order, known: Order): boolean {
  if (copy.status !== known.status || copy.tableNumber !== known.tableNumber) return true
  const quantities = new Map(known.items.map(({ id, quantity }) => [id, quantity]))
  return (
    copy.items.length !== known.items.length || copy.items.some(({ id, quantity }) => quantities.get(id) !== quantity)
  )
}

/** What a page rings for: an order that is new, by its id, or the start of one that was placed for later. */
type RingKey = number | string

function ringKeyOf(order: Order, now = serverDate()): RingKey {
  return hasBegun(order, now) ? `${order.id} ${order.startAt}` : order.id
}

/** When this page last rang for each order, and for its start; NEVER for orders that it does not ring for. */
const lastRungAt = new Map<RingKey, number>()
const NEVER = Number.POSITIVE_INFINITY
/** What the page that is open draws attention to. */
let ringPolicy = RING_FOR_ALL
let nextRing: ReturnType<typeof setTimeout> | undefined

/** After so many milliseconds unseen, an order rings again (docs/product/board.md#board-rings-again). */
const RING_INTERVAL_MS = 60_000
/** A tablet that slept does not know how long. */
const MAX_WAIT_MS = 60_000

export function setRingPolicy(next: RingPolicy): void {
  ringPolicy = next
}

/** The unseen orders that the page rings for. */
function unseenOrders(): Order[] {
  const now = serverDate()
  return [...currentBoard().orders.values()].filter((order) => isUnseen(order, now) && ringPolicy.isFor(order))
}

/**
 * Rings for every unseen order for which this page has not rung yet.
 * @param isSilent without toasts, because the opening page shows the orders anyway
 */
function announceUnseen(isSilent = false): void {
  const unrung = unseenOrders().filter((order) => !lastRungAt.has(ringKeyOf(order)))
  announceOrders(unrung.sort(newestFirst).reverse(), isSilent)
  awaitNextRing()
}

/** Marks old orders that this page has just loaded, so that it does not ring for them. */
function skipRinging(orders: readonly Order[]): void {
  for (const { id } of orders) if (!lastRungAt.has(id)) lastRungAt.set(id, NEVER)
}

/** Rings once for all these orders, and shows a toast for each unless `isSilent`. */
function announceOrders(candidates: readonly Order[], isSilent = false): void {
  const orders = candidates.filter(ringPolicy.isFor)
  if (orders.length === 0) return
  const keys = orders.map((order) => ringKeyOf(order))
  for (const key of keys) lastRungAt.set(key, serverNow())
  void ring()
  if (isSilent || !ringPolicy.withToasts) return
  // Only one toast shows at a time: this one must follow the toast about the change, to stay.
  setTimeout(() => {
    orders.forEach(({ id }, index) => {
      toast(
        keys[index] === id
          ? { title: i18n.t('orders.newOrder'), description: i18n.t('orders.newOrderDescription', { id }) }
          : { title: i18n.t('orders.moveOn.preparing'), description: i18n.t('orders.order', { id }) },
      )
    })
  })
}

/** Waits for the moment at which an order that the page has rung for was unseen for too long. */
function awaitNextRing(): void {
  clearTimeout(nextRing)
  const rungAt = unseenOrders().map((order) => lastRungAt.get(ringKeyOf(order)) ?? NEVER)
  const ringAt = Math.min(...rungAt) + RING_INTERVAL_MS
  if (ringAt < NEVER) nextRing = setTimeout(() => ringAgain(ringAt), ringAt - serverNow())
}

// One ring for all unseen orders, so that many of them do not keep the bell ringing.
function ringAgain(ringAt: number): void {
  if (ringAt <= serverNow()) {
    for (const key of unseenOrders().map((order) => ringKeyOf(order)))
      if (lastRungAt.get(key) !== NEVER) lastRungAt.set(key, serverNow())
    void ring()
  }
  awaitNextRing()
}

const LIVE = 'live channel'

/** Shows a toast about the lost live channel, on pages with toasts (docs/product/live-channel.md#live-reconnect). */
function announceLost(): void {
  if (!ringPolicy.withToasts) return
  toast({
    title: i18n.t('errors.connection'),
    description: i18n.t('errors.connectionDescription'),
    variant: 'destructive',
    subject: LIVE,
  })
}
