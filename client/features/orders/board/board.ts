import { OPEN_ON_BOARD, ORDERS_PER_PAGE, type Order, type Summary } from '#shared/contracts/orders.ts'
import { isOpen, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts'
import type { FetchedOrders } from '../../../entities/order/index.ts'

/** The sub-tabs of the board, in their order (docs/product.md#board-views). */
export const VIEWS = [...ORDER_STATUSES, 'all'] as const
export type View = (typeof VIEWS)[number]

/**
 * What the page knows of the orders. Copies of an order come from frames, fetched lists and answers to the page's own
 * changes, in any sequence: the page keeps the copy with the highest version.
 */
export interface Board {
  orders: ReadonlyMap<number, Order>
  /**
   * The versions of orders that were taken off the board, because a fetched list no longer had them: their status has
   * changed. Only a newer copy brings such an order back.
   */
  left: ReadonlyMap<number, number>
  /** The lowest order id down to which each view is complete; 0 once everything is loaded, infinite before anything is. */
  reach: Readonly<Record<View, number>>
  /** Whether the whole list was ever fetched. */
  loaded: boolean
}

export const EMPTY_BOARD: Board = {
  orders: new Map(),
  left: new Map(),
  reach: reachOf(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY),
  loaded: false,
}

/** Adds copies of orders, except those that are older than what the board has. */
export function withOrders(board: Board, copies: readonly Order[]): Board {
  const newer = copies.filter((copy) => isNewer(copy, board.orders.get(copy.id), board.left))
  if (newer.length === 0) return board
  const orders = new Map(board.orders)
  for (const copy of newer) if (isNewer(copy, orders.get(copy.id), board.left)) orders.set(copy.id, copy)
  return { ...board, orders }
}

/**
 * Adds the answer to a fetch of the whole list: the newest open orders and the newest closed ones. A cut answer lacks
 * some of the closed ones and, where it has no closed one at all, may lack some of the open ones.
 * @param asked the board as it was when the list was asked for
 */
export function withList(board: Board, { orders: list, isCut }: FetchedOrders, asked: Board): Board {
  const open = list.filter(({ status }) => isOpen(status))
  const closed = list.filter(({ status }) => !isOpen(status))
  const isOpenCut = isCut && closed.length === 0
  const openReach = open.length < OPEN_ON_BOARD && !isOpenCut ? 0 : lowestId(open)
  const closedReach = closed.length < ORDERS_PER_PAGE && !isCut ? 0 : lowestId(closed)
  const known = withoutLacking(board, list, asked, ({ status }) => isOpen(status), openReach)
  return { ...withOrders(known, list), loaded: true, reach: reachOf(openReach, closedReach) }
}

/** Adds a page of older orders of a view; a page that is neither full nor cut is the last one. */
export function withPage(
  board: Board,
  view: View,
  { orders: page, isCut }: FetchedOrders,
  limit: number,
  asked: Board,
): Board {
  const reach = page.length < limit && !isCut ? 0 : lowestId(page)
  const isOfPage = ({ id, status }: Order) => status === view && id >= reach && id < asked.reach[view]
  const known = withoutLacking(board, page, asked, isOfPage, reach)
  return { ...withOrders(known, page), reach: { ...board.reach, [view]: reach } }
}

/**
 * Removes the orders that an answer should hold but lacks, unless a frame has brought a newer copy since the request. An
 * order below the answer's reach may not have changed at all: it comes back with the page of older orders that holds it.
 */
function withoutLacking(
  board: Board,
  answer: readonly Order[],
  asked: Board,
  belongs: (order: Order) => boolean,
  reach: number,
): Board {
  const listed = new Set(answer.map(({ id }) => id))
  const lacking = [...board.orders.values()].filter(
    (order) => belongs(order) && !listed.has(order.id) && asked.orders.get(order.id)?.version === order.version,
  )
  if (lacking.length === 0) return board
  const [orders, left] = [new Map(board.orders), new Map(board.left)]
  for (const { id, version } of lacking) {
    orders.delete(id)
    if (id >= reach) left.set(id, version)
  }
  return { ...board, orders, left }
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
 * How many orders a view has, for its tab: of open orders the true number, of others those that are loaded, with a plus
 * if there are older ones. Undefined if only older ones exist.
 * @param open how many there are in each open status, where the server has said so
 */
export function countOf(board: Board, view: View, open?: Summary['open']): string | undefined {
  const count = [...board.orders.values()].filter((order) => isIn(board, view, order)).length
  if (view !== 'all' && isOpen(view) && open) return String(count + olderOpen(board, view, open))
  if (!hasOlder(board, view)) return String(count)
  return count > 0 ? `${count}+` : undefined
}

/** How many open orders of a view there are beside those that are loaded. */
export function olderOpen(board: Board, view: View, open: Summary['open']): number {
  const older = OPEN_STATUSES.filter((status) => board.reach[status] > 0 && (view === 'all' || view === status)).map(
    (status) => open[status] - [...board.orders.values()].filter((order) => order.status === status).length,
  )
  return Math.max(
    0,
    older.reduce((sum, orders) => sum + orders, 0),
  )
}

/** Below this id there may be open orders of which this page does not know. */
export function openReach({ reach }: Board): number {
  return Math.max(...OPEN_STATUSES.map((status) => reach[status]))
}

/** The orders that nobody has seen and for which this page has not yet rung, oldest first. */
export function toRingFor(board: Board, rung: { has(id: number): boolean }): Order[] {
  return unseen(board)
    .filter(({ id }) => !rung.has(id))
    .sort(newestFirst)
    .reverse()
}

/** How long an order may stay unseen before the board rings again, in milliseconds (docs/product.md#board-rings-again). */
const RINGS_AGAIN_MS = 60_000

/**
 * When the board rings again for what nobody has seen, in milliseconds since 1970; undefined where it has not rung for
 * any of it.
 * @param rung when this page last rang for each order; infinite for those that it never rings for
 */
export function ringsAgainAt(board: Board, rung: ReadonlyMap<number, number>): number | undefined {
  const moments = unseen(board).map(({ id }) => (rung.get(id) ?? Number.POSITIVE_INFINITY) + RINGS_AGAIN_MS)
  const next = Math.min(...moments)
  return Number.isFinite(next) ? next : undefined
}

function unseen({ orders }: Board): Order[] {
  return [...orders.values()].filter(({ seenAt }) => seenAt === null)
}

/** Whether two copies of an order differ in what "Order Updated" tells: status, table or lines. */
export function isVisiblyChanged(copy: Order, known: Order): boolean {
  if (copy.status !== known.status || copy.tableNumber !== known.tableNumber) return true
  const quantities = new Map(known.items.map(({ id, quantity }) => [id, quantity]))
  return (
    copy.items.length !== known.items.length || copy.items.some(({ id, quantity }) => quantities.get(id) !== quantity)
  )
}

/** Whether older orders of a view may still be fetched. */
export function hasOlder(board: Board, view: View): boolean {
  return board.loaded && board.reach[view] > 0
}

/**
 * The id before which the next page of a view begins. Undefined where it begins with the newest: when a list was cut
 * among the open orders, the board has no closed one yet.
 */
export function beforeOf({ reach }: Board, view: View): string | undefined {
  return Number.isFinite(reach[view]) ? String(reach[view]) : undefined
}

/** The status by which the server filters a page of a view; undefined for all. */
export function statusOfView(view: View): OrderStatus | undefined {
  return view === 'all' ? undefined : view
}

export function newestFirst(a: Order, b: Order): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id
}

function isNewer(copy: Order, known: Order | undefined, left: Board['left']): boolean {
  return copy.version > Math.max(known?.version ?? -1, left.get(copy.id) ?? -1)
}

function reachOf(open: number, closed: number): Board['reach'] {
  const ofOpen = { pending: open, preparing: open, ready: open, delivered: open }
  return { ...ofOpen, completed: closed, cancelled: closed, all: Math.max(open, closed) }
}

function lowestId(orders: readonly Order[]): number {
  return Math.min(...orders.map(({ id }) => id))
}
