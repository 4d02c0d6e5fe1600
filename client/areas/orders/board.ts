import { useMemo } from 'react'
import { create } from 'zustand'
import type { Order, Summary } from '#shared/contracts/orders.ts'
import { countsFrom, hasBegun, isInLaterStrip, isUnseen } from '#shared/domain/orders/later.ts'
import {
  isOpen,
  OPEN_ON_BOARD,
  OPEN_STATUSES,
  ORDER_STATUSES,
  ORDERS_PER_PAGE,
  type OrderStatus,
} from '#shared/domain/orders/order.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'

/** The sub-tabs of the board, in their order (docs/product/board.md#board-views). */
export const SUB_TABS = [...ORDER_STATUSES, 'all'] as const
export type SubTab = (typeof SUB_TABS)[number]

/** The server's response with orders, newest first. */
export interface FetchedOrders {
  orders: Order[]
  /** Whether the list is shorter than the limit although there are more orders, because its orders are large. */
  isTruncated: boolean
}

/**
 * The orders that the page has loaded. Copies of an order arrive in frames, fetched lists and responses to the page's
 * own changes, in any sequence: the board has the copy with the highest version.
 */
export interface Board {
  orders: ReadonlyMap<number, Order>
  /** The versions of orders that a fetched list no longer contained: only a newer copy adds such an order again. */
  removedVersions: ReadonlyMap<number, number>
  /** The lowest order id down to which each sub-tab is complete; 0 once all are loaded, infinite before any is. */
  completeFrom: Readonly<Record<SubTab, number>>
  /** Whether the whole list was ever fetched. */
  loaded: boolean
}

export const EMPTY_BOARD: Board = {
  orders: new Map(),
  removedVersions: new Map(),
  completeFrom: completeFromOf(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
  loaded: false,
}

/** Returns the board with copies of orders added, except copies older than those on the board. */
export function withOrders(board: Board, copies: readonly Order[]): Board {
  const newer = copies.filter((copy) => isNewer(copy, board.orders.get(copy.id), board.removedVersions))
  if (newer.length === 0) return board
  const orders = new Map(board.orders)
  for (const copy of newer) if (isNewer(copy, orders.get(copy.id), board.removedVersions)) orders.set(copy.id, copy)
  return { ...board, orders }
}

/**
 * Returns the board with a fetched list added: the newest open orders and the newest closed ones. A truncated list lacks some
 * of the closed orders and, if it contains no closed order, may lack some of the open ones.
 * @param boardAtRequest the board as it was when the list was requested
 */
export function withList(board: Board, { orders: list, isTruncated }: FetchedOrders, boardAtRequest: Board): Board {
  const open = list.filter(({ status }) => isOpen(status))
  const closed = list.filter(({ status }) => !isOpen(status))
  const isOpenTruncated = isTruncated && closed.length === 0
  const openFrom = open.length < OPEN_ON_BOARD && !isOpenTruncated ? 0 : lowestId(open)
  const closedFrom = closed.length < ORDERS_PER_PAGE && !isTruncated ? 0 : lowestId(closed)
  const pruned = withoutMissing(board, list, boardAtRequest, ({ status }) => isOpen(status), openFrom)
  return { ...withOrders(pruned, list), loaded: true, completeFrom: completeFromOf(openFrom, closedFrom) }
}

/**
 * Returns the board with a page of older orders of a sub-tab added; a page that is neither full nor truncated is the last.
 */
export function withPage(
  board: Board,
  subTab: SubTab,
  { orders: page, isTruncated }: FetchedOrders,
  limit: number,
  boardAtRequest: Board,
): Board {
  const completeFrom = page.length < limit && !isTruncated ? 0 : lowestId(page)
  // No order is removed from 'all', because no change of status takes an order out of it.
  const isOfPage = ({ id, status }: Order) =>
    status === subTab && id >= completeFrom && id < boardAtRequest.completeFrom[subTab]
  const pruned = withoutMissing(board, page, boardAtRequest, isOfPage, completeFrom)
  return { ...withOrders(pruned, page), completeFrom: { ...board.completeFrom, [subTab]: completeFrom } }
}

/**
 * Removes the orders that a response should contain but does not, unless a newer copy has arrived since the request. An
 * order below the response's last one may be unchanged: it returns with the page of older orders that contains it.
 */
function withoutMissing(
  board: Board,
  response: readonly Order[],
  boardAtRequest: Board,
  belongs: (order: Order) => boolean,
  completeFrom: number,
): Board {
  const listed = new Set(response.map(({ id }) => id))
  const missing = [...board.orders.values()].filter(
    (order) =>
      belongs(order) && !listed.has(order.id) && boardAtRequest.orders.get(order.id)?.version === order.version,
  )
  if (missing.length === 0) return board
  const [orders, removedVersions] = [new Map(board.orders), new Map(board.removedVersions)]
  for (const { id, version } of missing) {
    orders.delete(id)
    if (id >= completeFrom) removedVersions.set(id, version)
  }
  return { ...board, orders, removedVersions }
}

/**
 * The orders of a sub-tab, newest first; those for later come last, in the order in which they begin. Closed orders stop
 * where the sub-tab is no longer complete.
 */
export function ordersOf(board: Board, subTab: SubTab, isOldestFirst = false, now = serverDate()): Order[] {
  const orders = [...board.orders.values()].filter((order) => isIn(board, subTab, order)).sort(newestFirst)
  const due = orders.filter((order) => !isInLaterStrip(order, now))
  return [...(isOldestFirst ? due.reverse() : due), ...later(orders, now)]
}

function isIn({ completeFrom }: Board, subTab: SubTab, { id, status }: Order): boolean {
  return (subTab === 'all' || status === subTab) && (isOpen(status) || id >= completeFrom[subTab])
}

/** The orders of the strip "Later", in the order in which they begin. */
export function laterOrders({ orders }: Board, now = serverDate()): Order[] {
  return later([...orders.values()].sort(newestFirst), now)
}

function later(newestFirst: readonly Order[], now: Date): Order[] {
  return newestFirst.filter((order) => isInLaterStrip(order, now)).reverse()
}

/**
 * The number of orders in a sub-tab, for its tab. Undefined if the page does not know all of them: the number of
 * loaded orders would mean nothing.
 * @param openCounts the server's count of each open status, once fetched
 */
export function countOf(board: Board, subTab: SubTab, openCounts?: Summary['open']): string | undefined {
  const count = [...board.orders.values()].filter((order) => isIn(board, subTab, order)).length
  if (subTab !== 'all' && isOpen(subTab) && openCounts) return String(count + countOlderOpen(board, subTab, openCounts))
  return hasOlder(board, subTab) ? undefined : String(count)
}

/** The number of open orders of a sub-tab that are not loaded. */
export function countOlderOpen(board: Board, subTab: SubTab, openCounts: Summary['open']): number {
  const older = OPEN_STATUSES.filter(
    (status) => board.completeFrom[status] > 0 && (subTab === 'all' || subTab === status),
  ).map((status) => openCounts[status] - [...board.orders.values()].filter((order) => order.status === status).length)
  return Math.max(
    0,
    older.reduce((sum, orders) => sum + orders, 0),
  )
}

/** The lowest order id down to which all open orders are loaded. */
export function openCompleteFrom({ completeFrom }: Board): number {
  return Math.max(...OPEN_STATUSES.map((status) => completeFrom[status]))
}

/** What a page rings for: an order that is new, by its id, or the start of one that was placed for later. */
export type Occasion = number | string

export function occasionOf(order: Order, now = serverDate()): Occasion {
  return hasBegun(order, now) ? `${order.id} ${order.startAt}` : order.id
}

/** The unseen orders for which this page has not yet rung, oldest first. */
export function ordersToRing(board: Board, rung: { has(id: Occasion): boolean }, now = serverDate()): Order[] {
  return unseenOf(board, now)
    .filter((order) => !rung.has(occasionOf(order, now)))
    .sort(newestFirst)
    .reverse()
}

/** After so many milliseconds unseen, an order rings again (docs/product/board.md#board-rings-again). */
const RING_INTERVAL_MS = 60_000

/**
 * When the board rings again for unseen orders, in milliseconds since 1970; undefined if it has not rung for any of
 * them.
 * @param rung when this page last rang for each order; infinite for orders that it never rings for
 */
export function nextRingAt(board: Board, rung: ReadonlyMap<Occasion, number>, now = serverDate()): number | undefined {
  const ringTimes = unseenOf(board, now).map(
    (order) => (rung.get(occasionOf(order, now)) ?? Number.POSITIVE_INFINITY) + RING_INTERVAL_MS,
  )
  const next = Math.min(...ringTimes)
  return Number.isFinite(next) ? next : undefined
}

export function unseenOf({ orders }: Board, now = serverDate()): Order[] {
  return [...orders.values()].filter((order) => isUnseen(order, now))
}

/** Whether two copies of an order differ in what the toast "Order Updated" reports: status, table or lines. */
export function isVisiblyChanged(copy: Order, known: Order): boolean {
  if (copy.status !== known.status || copy.tableNumber !== known.tableNumber) return true
  const quantities = new Map(known.items.map(({ id, quantity }) => [id, quantity]))
  return (
    copy.items.length !== known.items.length || copy.items.some(({ id, quantity }) => quantities.get(id) !== quantity)
  )
}

export function hasOlder(board: Board, subTab: SubTab): boolean {
  return board.loaded && board.completeFrom[subTab] > 0
}

/**
 * The id before which the next page of a sub-tab begins. Undefined if it begins with the newest order: after a list
 * that was truncated among the open orders, the board has no closed order.
 */
export function nextPageBefore({ completeFrom }: Board, subTab: SubTab): string | undefined {
  return Number.isFinite(completeFrom[subTab]) ? String(completeFrom[subTab]) : undefined
}

/** The status filter for a page of a sub-tab; undefined for all. */
export function statusOfSubTab(subTab: SubTab): OrderStatus | undefined {
  return subTab === 'all' ? undefined : subTab
}

/** Compares two orders by when they count from, to sort the newest first. */
export function newestFirst(a: Order, b: Order): number {
  return Date.parse(countsFrom(b)) - Date.parse(countsFrom(a)) || b.id - a.id
}

function isNewer(copy: Order, known: Order | undefined, removedVersions: Board['removedVersions']): boolean {
  return copy.version > Math.max(known?.version ?? -1, removedVersions.get(copy.id) ?? -1)
}

function completeFromOf(open: number, closed: number): Board['completeFrom'] {
  const ofOpen = { pending: open, preparing: open, ready: open, delivered: open }
  return { ...ofOpen, completed: closed, cancelled: closed, all: Math.max(open, closed) }
}

function lowestId(orders: readonly Order[]): number {
  return Math.min(...orders.map(({ id }) => id))
}

/** A change that this page has requested and the server has not confirmed: shown until the request settles. */
interface PendingChange {
  orderId: number
  apply: (order: Order) => Order
}

/** What a page knows of the orders: the server's last state, and its own changes of it. It shows both together. */
interface BoardState {
  board: Board
  /** In the sequence in which they were made. */
  pending: readonly PendingChange[]
  /** Whether the newest fetch of the whole list failed. */
  failed: boolean
  /** Whether the live channel was lost and the list has not been fetched since. */
  isStale: boolean
  refetch: () => void
}

const EMPTY: BoardState = { board: EMPTY_BOARD, pending: [], failed: false, isStale: false, refetch: () => {} }

export const useBoardState = create<BoardState>(() => EMPTY)

/** All loaded orders, without pending changes; the same array until an order changes. */
export function useBoardOrders(): readonly Order[] {
  const orders = useBoardState(({ board }) => board.orders)
  return useMemo(() => [...orders.values()], [orders])
}

/** The board as it is shown: with pending changes. */
export function useShownBoard(): Board {
  const board = useBoardState((state) => state.board)
  const pending = useBoardState((state) => state.pending)
  return useMemo(() => shownBoard({ board, pending }), [board, pending])
}

/** All loaded orders as they are shown; the same array until one changes. */
export function useShownOrders(): readonly Order[] {
  const { orders } = useShownBoard()
  return useMemo(() => [...orders.values()], [orders])
}

/** Whether the page waits for the server's response to a change of an order. */
export function useIsChanging(orderId: number): boolean {
  return useBoardState(({ pending }) => pending.some((change) => change.orderId === orderId))
}

export function useHasOpenOrders(): boolean {
  return useBoardState(({ board }) => [...board.orders.values()].some(({ status }) => isOpen(status)))
}

export function useIsBoardLoaded(): boolean {
  return useBoardState(({ board }) => board.loaded)
}

export function changeBoard(change: (board: Board) => Board): void {
  useBoardState.setState(({ board }) => ({ board: change(board) }))
}

/** Clears the orders: the next user of this device may not be staff. */
export function clearBoard(): void {
  useBoardState.setState(EMPTY)
}

/** Returns a function that tells whether the page that follows the orders now has been left since. */
export function watchPage(): () => boolean {
  const { refetch } = useBoardState.getState()
  return () => useBoardState.getState().refetch !== refetch
}

/** The last request of each queue. */
const queues = new Map<string, Promise<unknown>>()

/** Shows a change at once, and sends it after the earlier ones of its queue. Throws what `send` throws. */
export async function changeOptimistically(
  { queue, ...change }: PendingChange & { queue: string },
  send: () => Promise<Order>,
): Promise<Order> {
  useBoardState.setState(({ pending }) => ({ pending: [...pending, change] }))
  const former = queues.get(queue)
  const sending = former === undefined ? send() : former.then(send, send)
  queues.set(queue, sending)
  try {
    const order = await sending
    changeBoard((board) => withOrders(board, [order]))
    return order
  } finally {
    if (queues.get(queue) === sending) queues.delete(queue)
    useBoardState.setState(({ pending }) => ({ pending: pending.filter((other) => other !== change) }))
  }
}

/** What was shown of an order, so that its card is rendered again only if the order or its pending changes differ. */
const shownCopies = new WeakMap<Order, { changes: readonly PendingChange[]; shown: Order }>()

export function shownBoard({ board, pending }: Pick<BoardState, 'board' | 'pending'>): Board {
  if (pending.length === 0) return board
  const orders = new Map(board.orders)
  for (const id of new Set(pending.map(({ orderId }) => orderId))) {
    const order = board.orders.get(id)
    if (!order) continue
    const changes = pending.filter(({ orderId }) => orderId === id)
    const former = shownCopies.get(order)
    const isSame = former?.changes.length === changes.length && former.changes.every((one, i) => one === changes[i])
    const shown = isSame ? former.shown : changes.reduce((copy, { apply }) => apply(copy), order)
    shownCopies.set(order, { changes, shown })
    orders.set(id, shown)
  }
  return { ...board, orders }
}
