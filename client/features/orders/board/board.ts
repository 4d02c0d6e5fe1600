import { OPEN_ON_BOARD, ORDERS_PER_PAGE, type Order, type Summary } from '#shared/contracts/orders.ts'
import { isOpen, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '#shared/domain/orders/order-status.ts'
import type { FetchedOrders } from '../../../entities/order/index.ts'

/** The sub-tabs of the board, in their order (docs/product/board.md#board-views). */
export const VIEWS = [...ORDER_STATUSES, 'all'] as const
export type View = (typeof VIEWS)[number]

/**
 * The orders that the page has loaded. Copies of an order arrive in frames, fetched lists and responses to the page's
 * own changes, in any sequence: the board has the copy with the highest version.
 */
export interface Board {
  orders: ReadonlyMap<number, Order>
  /**
   * The versions of orders that were removed from the board because a fetched list no longer contained them: their
   * status has changed. Only a newer copy adds such an order again.
   */
  removedVersions: ReadonlyMap<number, number>
  /** The lowest order id down to which each view is complete; 0 once all are loaded, infinite before any is. */
  reach: Readonly<Record<View, number>>
  /** Whether the whole list was ever fetched. */
  loaded: boolean
}

export const EMPTY_BOARD: Board = {
  orders: new Map(),
  removedVersions: new Map(),
  reach: reachOf(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
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
 * Returns the board with a fetched list added: the newest open orders and the newest closed ones. A cut list lacks some
 * of the closed orders and, if it contains no closed order, may lack some of the open ones.
 * @param boardAtRequest the board as it was when the list was requested
 */
export function withList(board: Board, { orders: list, isCut }: FetchedOrders, boardAtRequest: Board): Board {
  const open = list.filter(({ status }) => isOpen(status))
  const closed = list.filter(({ status }) => !isOpen(status))
  const isOpenCut = isCut && closed.length === 0
  const openReach = open.length < OPEN_ON_BOARD && !isOpenCut ? 0 : lowestId(open)
  const closedReach = closed.length < ORDERS_PER_PAGE && !isCut ? 0 : lowestId(closed)
  const known = withoutMissing(board, list, boardAtRequest, ({ status }) => isOpen(status), openReach)
  return { ...withOrders(known, list), loaded: true, reach: reachOf(openReach, closedReach) }
}

/** Returns the board with a page of older orders of a view added; a page that is neither full nor cut is the last. */
export function withPage(
  board: Board,
  view: View,
  { orders: page, isCut }: FetchedOrders,
  limit: number,
  boardAtRequest: Board,
): Board {
  const reach = page.length < limit && !isCut ? 0 : lowestId(page)
  const isOfPage = ({ id, status }: Order) => status === view && id >= reach && id < boardAtRequest.reach[view]
  const known = withoutMissing(board, page, boardAtRequest, isOfPage, reach)
  return { ...withOrders(known, page), reach: { ...board.reach, [view]: reach } }
}

/**
 * Removes the orders that a response should contain but does not, unless a newer copy has arrived since the request. An
 * order below the response's reach may be unchanged: it returns with the page of older orders that contains it.
 */
function withoutMissing(
  board: Board,
  response: readonly Order[],
  boardAtRequest: Board,
  belongs: (order: Order) => boolean,
  reach: number,
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
    if (id >= reach) removedVersions.set(id, version)
  }
  return { ...board, orders, removedVersions }
}

/** The orders of a view, newest first. Closed orders stop where the view is no longer complete. */
export function ordersOf(board: Board, view: View): Order[] {
  return [...board.orders.values()].filter((order) => isIn(board, view, order)).sort(newestFirst)
}

function isIn({ reach }: Board, view: View, { id, status }: Order): boolean {
  if (view !== 'all' && status !== view) return false
  return isOpen(status) || id >= reach[view]
}

/**
 * The number of orders in a view, for its tab: for open orders the total, for others the number loaded, with a plus if
 * there are older ones. Undefined if only older ones exist.
 * @param open the server's count of each open status, once fetched
 */
export function countOf(board: Board, view: View, open?: Summary['open']): string | undefined {
  const count = [...board.orders.values()].filter((order) => isIn(board, view, order)).length
  if (view !== 'all' && isOpen(view) && open) return String(count + olderOpen(board, view, open))
  if (!hasOlder(board, view)) return String(count)
  return count > 0 ? `${count}+` : undefined
}

/** The number of open orders of a view that are not loaded. */
export function olderOpen(board: Board, view: View, open: Summary['open']): number {
  const older = OPEN_STATUSES.filter((status) => board.reach[status] > 0 && (view === 'all' || view === status)).map(
    (status) => open[status] - [...board.orders.values()].filter((order) => order.status === status).length,
  )
  return Math.max(
    0,
    older.reduce((sum, orders) => sum + orders, 0),
  )
}

/** The lowest order id down to which all open orders are loaded. */
export function openReach({ reach }: Board): number {
  return Math.max(...OPEN_STATUSES.map((status) => reach[status]))
}

/** The unseen orders for which this page has not yet rung, oldest first. */
export function ordersToRing(board: Board, rung: { has(id: number): boolean }): Order[] {
  return unseen(board)
    .filter(({ id }) => !rung.has(id))
    .sort(newestFirst)
    .reverse()
}

/** How long an order may stay unseen before the board rings again, in milliseconds (docs/product/board.md#board-rings-again). */
const RING_INTERVAL_MS = 60_000

/**
 * When the board rings again for unseen orders, in milliseconds since 1970; undefined if it has not rung for any of them.
 * @param rung when this page last rang for each order; infinite for orders that it never rings for
 */
export function nextRingAt(board: Board, rung: ReadonlyMap<number, number>): number | undefined {
  const moments = unseen(board).map(({ id }) => (rung.get(id) ?? Number.POSITIVE_INFINITY) + RING_INTERVAL_MS)
  const next = Math.min(...moments)
  return Number.isFinite(next) ? next : undefined
}

function unseen({ orders }: Board): Order[] {
  return [...orders.values()].filter(({ seenAt }) => seenAt === null)
}

/** Whether two copies of an order differ in what the toast "Order Updated" reports: status, table or lines. */
export function isVisiblyChanged(copy: Order, known: Order): boolean {
  if (copy.status !== known.status || copy.tableNumber !== known.tableNumber) return true
  const quantities = new Map(known.items.map(({ id, quantity }) => [id, quantity]))
  return (
    copy.items.length !== known.items.length || copy.items.some(({ id, quantity }) => quantities.get(id) !== quantity)
  )
}

/** Whether a view may have older orders to fetch. */
export function hasOlder(board: Board, view: View): boolean {
  return board.loaded && board.reach[view] > 0
}

/**
 * The id before which the next page of a view begins. Undefined if it begins with the newest order: after a list that
 * was cut among the open orders, the board has no closed order.
 */
export function nextPageBefore({ reach }: Board, view: View): string | undefined {
  return Number.isFinite(reach[view]) ? String(reach[view]) : undefined
}

/** The status filter for a page of a view; undefined for all. */
export function statusOfView(view: View): OrderStatus | undefined {
  return view === 'all' ? undefined : view
}

export function newestFirst(a: Order, b: Order): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id
}

function isNewer(copy: Order, known: Order | undefined, removedVersions: Board['removedVersions']): boolean {
  return copy.version > Math.max(known?.version ?? -1, removedVersions.get(copy.id) ?? -1)
}

function reachOf(open: number, closed: number): Board['reach'] {
  const ofOpen = { pending: open, preparing: open, ready: open, delivered: open }
  return { ...ofOpen, completed: closed, cancelled: closed, all: Math.max(open, closed) }
}

function lowestId(orders: readonly Order[]): number {
  return Math.min(...orders.map(({ id }) => id))
}
