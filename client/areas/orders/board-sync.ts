import { useEffect, useRef } from 'react'
import type { listOrders, Order } from '#shared/contracts/orders.ts'
import { isOpen, LIST_TRUNCATED } from '#shared/domain/orders/order.ts'
import { RECONNECT_AFTER_S } from '#shared/domain/time/timing.ts'
import { type BareEndpoint, callApi } from '../../lib/api/api.ts'
import { isSignedOut, NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { followLive, prefetchFrames, watchLiveStatus } from '../../lib/live/live.ts'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import {
  changeBoard,
  clearBoard,
  type FetchedOrders,
  isVisiblyChanged,
  openCompleteFrom,
  shownBoard,
  useBoardState,
  withList,
  withOrders,
} from './board.ts'
import {
  announceBack,
  announceLost,
  announceOrders,
  announceOthersUpdate,
  announceUnseen,
  followTurns,
  type RingPolicy,
  setRingPolicy,
  skipRinging,
  stopRinging,
} from './order-changes.ts'
import { prepareBell } from './screen-and-sound.tsx'

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

/** How long the first render waits for the orders. */
const FIRST_ORDERS_MS = 300

let firstOrders: Promise<FetchedOrders> | undefined
/** Whether the board holds the first orders, and nobody has followed them yet. */
let holdsFirstOrders = false

/**
 * Puts the orders that index.html requested onto the board before the page renders, so that it is rendered and laid out
 * once. If they are late, `BoardSync` takes them as the response to its first request.
 */
export async function loadFirstOrders(): Promise<void> {
  if (!window.masaEarly?.[ordersEndpoint.path]) return
  const request = fetchOrders({ timeout: ATTEMPT_TIMEOUTS_MS[0] })
  firstOrders = request
  const put = request.then(
    (fetched) => {
      if (takeFirstOrders() === undefined) return
      changeBoard((board) => withList(board, fetched, board))
      holdsFirstOrders = true
    },
    // The page will ask again.
    () => void takeFirstOrders(),
  )
  await Promise.race([put, new Promise((resolve) => setTimeout(resolve, FIRST_ORDERS_MS))])
}

function takeFirstOrders(): Promise<FetchedOrders> | undefined {
  const taken = firstOrders
  firstOrders = undefined
  return taken
}

/**
 * Timeouts of consecutive attempts. After a network outage, the browser's idle connections may be dead without an
 * error, and each loses one request: the first timeouts are short, so that a working connection is soon used, the later
 * ones long enough for a slow network.
 */
const ATTEMPT_TIMEOUTS_MS = [2_000, 2_000, 3_000, 4_000, 6_000, 10_000, 20_000] as const
const MAX_TIMEOUT_MS = 20_000

/** Fetches the list of orders, and retries until that succeeds: an out-of-date board must be marked as such. */
export class BoardSync {
  readonly #onSignedOut: (status: number) => void
  #stopped = false
  #refetchRequested = false
  #running = false
  #attemptsWithoutResponse = 0
  /** Whether the live channel is open again and the list has not been fetched since. */
  #catchingUp = false
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(onSignedOut: (status: number) => void) {
    this.#onSignedOut = onSignedOut
  }

  /** Fetches the list. A fetch under way is followed by another: its response may be too old. */
  refetch(): void {
    clearTimeout(this.#retry)
    this.#refetchRequested = true
    if (!this.#running) void this.#run()
  }

  /** Call this when the live channel is lost: the board may then be out of date. */
  connectionLost(): void {
    this.#catchingUp = false
    useBoardState.setState({ isStale: true })
  }

  /** Call this when the live channel is open again: fetches the list. Until that succeeds, the board is out of date. */
  connectionOpened(): void {
    this.#catchingUp = true
    this.#attemptsWithoutResponse = 0
    this.refetch()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#retry)
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#refetchRequested && !this.#stopped) {
      this.#refetchRequested = false
      const began = Date.now()
      try {
        await this.#fetchAll()
      } catch (error) {
        this.#onFetchFailed(error, Date.now() - began)
      }
    }
    this.#running = false
  }

  async #fetchAll(): Promise<void> {
    const boardAtRequest = useBoardState.getState().board
    const wasCatchingUp = this.#catchingUp
    const timeout = ATTEMPT_TIMEOUTS_MS[this.#attemptsWithoutResponse] ?? MAX_TIMEOUT_MS
    const fetched = await (takeFirstOrders() ?? fetchOrders({ timeout }))
    if (this.#stopped) return
    this.#attemptsWithoutResponse = 0
    changeBoard((board) => withList(board, fetched, boardAtRequest))
    useBoardState.setState({ failed: false })
    if (wasCatchingUp && this.#catchingUp) {
      this.#catchingUp = false
      // A change of duties closes the sockets, and the list does not show it to a user who may still read the orders.
      if (useBoardState.getState().isStale) this.#onSignedOut(403)
      useBoardState.setState({ isStale: false })
      announceBack()
    }
    // Old orders that moved up into the list because others were closed are not new.
    if (boardAtRequest.loaded) skipRinging(fetched.orders.filter(({ id }) => id < openCompleteFrom(boardAtRequest)))
    announceUnseen(!boardAtRequest.loaded)
  }

  #onFetchFailed(error: unknown, tookMs: number): void {
    if (this.#stopped) return
    const isForbidden = error instanceof RequestError && error.status === 403
    if (isForbidden || isSignedOut(error)) {
      this.#onSignedOut(isForbidden ? 403 : 401)
      return
    }
    if (error instanceof NoAnswerError && this.#attemptsWithoutResponse < ATTEMPT_TIMEOUTS_MS.length) {
      this.#attemptsWithoutResponse++
      // A request that failed at once was not lost on a dead connection: the server is away, so the next attempt waits.
      if (tookMs >= ATTEMPT_TIMEOUTS_MS[0]) this.#refetchRequested = true
    }
    useBoardState.setState({ failed: true })
    if (this.#refetchRequested) return
    this.#retry = setTimeout(() => this.refetch(), RECONNECT_AFTER_S * 1000)
  }
}

const RING_FOR_ALL: RingPolicy = { isFor: () => true, withToasts: true }
/** For a page that rings for something else. */
export const RING_FOR_NONE: RingPolicy = { isFor: () => false, withToasts: false }

/**
 * Keeps the board up to date while the page is mounted: follows the live channel, refetches the list at every
 * (re)connect, and rings.
 * @param onSignedOut called with 401 when the server responds that nobody is signed in, with 403 when the user may not
 *   read the orders, or may have lost a duty while the live channel was away
 * @param ringPolicy what the page rings for; by default every order
 */
export function useBoardSync(onSignedOut: (status: number) => void, ringPolicy = RING_FOR_ALL): void {
  useEffect(() => {
    setRingPolicy(ringPolicy)
    announceUnseen(true)
    return () => setRingPolicy(RING_FOR_ALL)
  }, [ringPolicy])
  useEffect(() => whenIdle(prefetchFrames), [])
  const onSignedOutRef = useRef(onSignedOut)
  onSignedOutRef.current = onSignedOut
  useEffect(() => {
    const sync = new BoardSync((status) => onSignedOutRef.current(status))
    const refetch = () => sync.refetch()
    const onOrderUpdate = ({ payload }: { payload: Order }) => receiveOrder(payload)
    useBoardState.setState({ refetch })
    const unsubscribe = followLive({
      opened: () => sync.connectionOpened(),
      ended: () => onSignedOutRef.current(401),
      ORDER_UPDATE: onOrderUpdate,
      ORDERS_CHANGED: refetch,
    })
    const unsubscribeStatus = watchLiveStatus(({ state }) => {
      if (state !== 'reconnecting' && state !== 'offline') return
      if (!useBoardState.getState().isStale) announceLost()
      sync.connectionLost()
    })
    const stopTurns = followTurns()
    prepareBell()
    // Do not wait for the live channel: some networks block it, but not this request.
    // A board that was cleared meanwhile, for another user, has none.
    if (!(holdsFirstOrders && useBoardState.getState().board.loaded)) refetch()
    holdsFirstOrders = false
    return () => {
      unsubscribe()
      unsubscribeStatus()
      stopTurns()
      sync.stop()
      stopRinging()
      clearBoard()
    }
  }, [])
}

/** Puts an order from the live channel onto the board, and announces it if it is new or changed. */
export function receiveOrder(order: Order): void {
  const { board, pending } = useBoardState.getState()
  const shown = shownBoard({ board, pending }).orders.get(order.id)
  const isKnown =
    board.orders.has(order.id) || board.removedVersions.has(order.id) || order.id < openCompleteFrom(board)
  const isNew = board.loaded && !isKnown && isOpen(order.status)
  changeBoard((current) => withOrders(current, [order]))
  if (board.loaded && isKnown) skipRinging([order])
  // Do not announce what the page already shows: its own change, or an order that was only printed.
  const isNewer = useBoardState.getState().board !== board
  if (isNewer && !(shown && !isVisiblyChanged(order, shown))) announceOthersUpdate(order, shown)
  // Another device has already marked it as seen, but it is new on this page.
  if (isNew && order.seenAt !== null) announceOrders([order])
  announceUnseen()
}
