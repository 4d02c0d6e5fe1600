import type { Order } from '#shared/contracts/orders.ts'
import { isOpen, ORDER_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts'

/** The sub-tabs of the board, in their order (docs/product.md#board-views). */
export const VIEWS = [...ORDER_STATUSES, 'all'] as const
export type View = (typeof VIEWS)[number]
/** Open orders are all loaded, always; these views begin with the newest and load older ones page by page. */
export type PagedView = 'completed' | 'cancelled' | 'all'

/** How many closed orders a call without parameters brings (see `listOrders`). */
const CLOSED_AT_FIRST = 200

/**
 * What the page knows of the orders. Copies come by frames, by refetches, and as answers to its own changes, in any
 * order: of two copies the one with the higher version stands, and none is ever taken out.
 */
export interface Board {
  orders: ReadonlyMap<number, Order>
  /** For each paged view: closed orders are loaded down to this id, and 0 once there are no older ones. */
  reach: Readonly<Record<PagedView, number>>
  /** Whether the whole list was ever fetched. */
  loaded: boolean
}

export const EMPTY_BOARD: Board = {
  orders: new Map(),
  reach: { completed: Number.POSITIVE_INFINITY, cancelled: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY },
  loaded: false,
}

/** Takes in copies of orders, whatever way they came. */
export function withOrders(board: Board, copies: readonly Order[]): Board {
  const newer = copies.filter((copy) => isNewer(copy, board.orders.get(copy.id)))
  if (newer.length === 0) return board
  const orders = new Map(board.orders)
  for (const copy of newer) if (isNewer(copy, orders.get(copy.id))) orders.set(copy.id, copy)
  return { ...board, orders }
}

/** Takes in the answer to a fetch of the whole list: all open orders and the newest closed ones. */
export function withList(board: Board, list: readonly Order[]): Board {
  const closed = list.filter(({ status }) => !isOpen(status))
  const reach = closed.length < CLOSED_AT_FIRST ? 0 : lowestId(closed)
  return { ...withOrders(board, list), loaded: true, reach: { completed: reach, cancelled: reach, all: reach } }
}

/** Takes in a page of older orders of a view; one that isn't full was the last. */
export function withPage(board: Board, view: PagedView, page: readonly Order[], limit: number): Board {
  const reach = page.length < limit ? 0 : lowestId(page)
  return { ...withOrders(board, page), reach: { ...board.reach, [view]: reach } }
}

/**
 * Open orders that a fresh whole list lacks: they were closed while nobody told this page, and are too old to be among
 * the newest closed ones. Only copies as old as the request count: a newer one came by a frame meanwhile.
 * @param before the board as it was when the list was asked for
 */
export function outdated(board: Board, before: Board, list: readonly Order[]): number[] {
  const listed = new Set(list.map(({ id }) => id))
  return [...board.orders.values()]
    .filter(({ id, status, version }) => {
      return isOpen(status) && !listed.has(id) && before.orders.get(id)?.version === version
    })
    .map(({ id }) => id)
}

/** The orders of a view, newest first; of closed ones only down to where no gap is. */
export function ordersOf(board: Board, view: View): Order[] {
  return [...board.orders.values()]
    .filter((order) => {
      if (view !== 'all' && order.status !== view) return false
      return isOpen(order.status) || order.id >= board.reach[isPaged(view) ? view : 'all']
    })
    .sort(newestFirst)
}

/** How many orders wait in each open status. */
export function openCounts(board: Board): Partial<Record<View, number>> {
  const counts: Partial<Record<View, number>> = { pending: 0, preparing: 0, ready: 0, delivered: 0 }
  for (const { status } of board.orders.values()) if (isOpen(status)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The orders that nobody has seen and for which this page has not yet rung, oldest first. */
export function toRingFor(board: Board, rung: ReadonlySet<number>): Order[] {
  return [...board.orders.values()]
    .filter(({ id, seenAt }) => seenAt === null && !rung.has(id))
    .sort(newestFirst)
    .reverse()
}

/** Whether older orders of a view may still be fetched. */
export function hasOlder(board: Board, view: View): view is PagedView {
  return isPaged(view) && board.loaded && board.reach[view] > 0
}

/** The status that a page of a view is asked with. */
export function statusOfView(view: View): OrderStatus | undefined {
  return view === 'all' ? undefined : view
}

export function newestFirst(a: Order, b: Order): number {
  return Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id
}

function isPaged(view: View): view is PagedView {
  return view === 'all' || !isOpen(view)
}

function isNewer(copy: Order, known: Order | undefined): boolean {
  return !known || copy.version > known.version
}

function lowestId(orders: readonly Order[]): number {
  return Math.min(...orders.map(({ id }) => id))
}
