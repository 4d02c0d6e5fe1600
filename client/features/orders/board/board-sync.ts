import { useEffect, useRef } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen } from '#shared/domain/order-status.ts'
import { RECONNECT_AFTER_S } from '#shared/domain/timing.ts'
import { fetchOrders } from '../../../entities/order/index.ts'
import { NoAnswerError, RequestError } from '../../../lib/api/request-error.ts'
import { followLive, watchLiveStatus } from '../../../lib/live/live.ts'
import { announceLost, announceOrders, announceUnseen, announceUpdate, endRinging, passOver } from '../bell/announce.ts'
import { readyBell } from '../bell/bell.ts'
import { isVisiblyChanged, openReach, withList, withOrders } from './board.ts'
import { changeBoard, clearBoard, shownBoard, useBoardState } from './board-store.ts'

/**
 * How long each try in a row may take. After a network was away, the browser's idle connections may be dead without a
 * word, and each swallows a request: the first tries are short so that a live one is soon found, the later ones long
 * enough for a slow network.
 */
const PATIENCE_MS = [2_000, 2_000, 3_000, 4_000, 6_000, 10_000, 20_000] as const
const LONGEST_MS = 20_000

/** Fetches the list, and retries until it succeeds: a board must not be out of date without saying so. */
export class BoardSync {
  readonly #signedOut: () => void
  #ended = false
  #again = false
  #running = false
  #unanswered = 0
  /** Whether the live channel is open again and the list has not been fetched since. */
  #catchingUp = false
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(signedOut: () => void) {
    this.#signedOut = signedOut
  }

  /** A fetch under way is followed by another: its answer may be older than the reason for this call. */
  refetch(): void {
    clearTimeout(this.#retry)
    this.#again = true
    if (!this.#running) void this.#run()
  }

  /** The live channel was lost: from now on the board may be out of date. */
  lost(): void {
    this.#catchingUp = false
    useBoardState.setState({ behind: true })
  }

  /** The live channel is open again: fetches what changed meanwhile. Until then the board is not up to date. */
  opened(): void {
    this.#catchingUp = true
    this.#unanswered = 0
    this.refetch()
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#retry)
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#again && !this.#ended) {
      this.#again = false
      const began = Date.now()
      try {
        await this.#fetchAll()
      } catch (error) {
        this.#failed(error, Date.now() - began)
      }
    }
    this.#running = false
  }

  async #fetchAll(): Promise<void> {
    const before = useBoardState.getState().board
    const catchesUp = this.#catchingUp
    const fetched = await fetchOrders({ timeout: PATIENCE_MS[this.#unanswered] ?? LONGEST_MS })
    if (this.#ended) return
    this.#unanswered = 0
    changeBoard((board) => withList(board, fetched, before))
    useBoardState.setState({ failed: false })
    if (catchesUp && this.#catchingUp) {
      this.#catchingUp = false
      useBoardState.setState({ behind: false })
    }
    // Orders that moved up into the list as others were closed are not new.
    if (before.loaded) passOver(fetched.orders.filter(({ id }) => id < openReach(before)))
    announceUnseen(!before.loaded)
  }

  #failed(error: unknown, tookMs: number): void {
    if (this.#ended) return
    if (error instanceof RequestError && (error.status === 401 || error.status === 403)) {
      this.#signedOut()
      return
    }
    if (error instanceof NoAnswerError && this.#unanswered < PATIENCE_MS.length) {
      this.#unanswered++
      // A request that failed at once met no dead connection: the server is away, so the next try waits.
      if (tookMs >= PATIENCE_MS[0]) this.#again = true
    }
    useBoardState.setState({ failed: true })
    if (this.#again) return
    this.#retry = setTimeout(() => this.refetch(), RECONNECT_AFTER_S * 1000)
  }
}

/**
 * Keeps the board true for as long as the page is there: it follows the live channel, fetches all anew at every
 * (re)connect, and rings.
 * @param onSignedOut called when the server answers that nobody is signed in
 */
export function useBoardSync(onSignedOut: () => void): void {
  const signedOut = useRef(onSignedOut)
  signedOut.current = onSignedOut
  useEffect(() => {
    const keeper = new BoardSync(() => signedOut.current())
    const refetch = () => keeper.refetch()
    const takeUpdate = ({ payload }: { payload: Order }) => takeFrame(payload)
    useBoardState.setState({ refetch })
    const leave = followLive({ opened: () => keeper.opened(), ORDER_UPDATE: takeUpdate, ORDERS_CHANGED: refetch })
    const leaveStatus = watchLiveStatus(({ state }) => {
      if (state !== 'reconnecting' && state !== 'offline') return
      if (!useBoardState.getState().behind) announceLost()
      keeper.lost()
    })
    readyBell()
    // Fetched before the live channel opens: some networks block it, but not the list.
    refetch()
    return () => {
      leave()
      leaveStatus()
      keeper.end()
      endRinging()
      clearBoard()
    }
  }, [])
}

/** Takes in an order that came over the live channel. */
export function takeFrame(order: Order): void {
  const { board, wishes } = useBoardState.getState()
  const shown = shownBoard({ board, wishes }).orders.get(order.id)
  const isKnown = board.orders.has(order.id) || board.left.has(order.id) || order.id < openReach(board)
  const unknown = board.loaded && !isKnown && isOpen(order.status)
  changeBoard((known) => withOrders(known, [order]))
  if (board.loaded && isKnown) passOver([order])
  // What the page shows already is no news: its own change, or an order that was printed.
  const isNewer = useBoardState.getState().board !== board
  if (isNewer && !(shown && !isVisiblyChanged(order, shown))) announceUpdate(order, { before: shown })
  // Another device marked it as seen first, but it is new to this page.
  if (unknown && order.seenAt !== null) announceOrders([order])
  announceUnseen()
}
