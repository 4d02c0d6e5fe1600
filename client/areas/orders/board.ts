import { hashKey, type InfiniteData } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { countsFrom, isLater, isOnLaterList } from '#shared/domain/orders/later.ts'
import { isOpen, ORDER_STATUSES, ORDERS_PER_PAGE } from '#shared/domain/orders/order.ts'
import { queryClient, refetchChanged } from '../../lib/api/query.ts'
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
 * The orders that the page has loaded: all open ones, and ended ones. Copies of an order arrive in frames, fetched lists
 * and responses to the page's own changes, in any sequence: the board has the copy with the highest version.
 */
export interface Board {
  orders: ReadonlyMap<number, Order>
  /** The versions of orders that a fetched list no longer contained: only a newer copy adds such an order again. */
  goneAtVersion: ReadonlyMap<number, number>
  /** The lowest id down to which the list contained the ended orders; undefined before a list was fetched. */
  loadedDownTo?: number | undefined
  /** How often the live channel was lost. */
  gaps: number
  /** How many of these losses the newest list has made good. */
  mendedGaps: number
}

export const EMPTY_BOARD: Board = { orders: new Map(), goneAtVersion: new Map(), gaps: 0, mendedGaps: 0 }

/** Only responses under way may bring older copies of orders that are gone. */
const MAX_GONE = 1_000

/** Returns what two boards know together: the newer copy of each order. The first one if the other adds nothing. */
export function merge(board: Board, other: Board): Board {
  const goneAtVersion = new Map([...board.goneAtVersion, ...other.goneAtVersion].slice(-MAX_GONE))
  const isGone = ({ id, version }: Order) => version <= (goneAtVersion.get(id) ?? -1)
  const orders = new Map([...board.orders].filter(([, order]) => !isGone(order)))
  let isSame = orders.size === board.orders.size
  for (const copy of other.orders.values()) {
    if (isGone(copy) || copy.version <= (orders.get(copy.id)?.version ?? -1)) continue
    orders.set(copy.id, copy)
    isSame = false
  }
  const loadedDownTo = other.loadedDownTo ?? board.loadedDownTo
  const mendedGaps = Math.max(board.mendedGaps, other.mendedGaps)
  if (isSame && loadedDownTo === board.loadedDownTo && mendedGaps === board.mendedGaps) return board
  return { ...board, orders: isSame ? board.orders : orders, goneAtVersion, loadedDownTo, mendedGaps }
}

/** So many ended orders may be on the board before it forgets the older half: each forgetting renders the list anew. */
const MAX_ENDED = 2 * ORDERS_PER_PAGE

/** Returns the board without ended orders that a list fetched now would not contain: a page may be open for weeks. */
export function withoutOlderEnded(board: Board): Board {
  const ended = [...board.orders.values()].filter(({ status }) => !isOpen(status)).map(({ id }) => id)
  const downTo = ended.sort((a, b) => b - a)[ORDERS_PER_PAGE - 1]
  if (ended.length <= MAX_ENDED || downTo === undefined || board.loadedDownTo === undefined) return board
  const orders = new Map([...board.orders].filter(([id, { status }]) => isOpen(status) || id >= downTo))
  return { ...board, orders, loadedDownTo: Math.max(board.loadedDownTo, downTo) }
}

/**
 * Returns what a response says about orders.
 * @param known the board as it was when the response was requested
 * @param belongs whether the response should contain an order: one that it does not contain is gone
 */
export function boardOf(response: readonly Order[], known = EMPTY_BOARD, belongs = (_: Order) => false): Board {
  const orders = new Map<number, Order>()
  // Pages that were requested one after another may contain two copies.
  for (const order of response) if (order.version > (orders.get(order.id)?.version ?? -1)) orders.set(order.id, order)
  const gone = [...known.orders.values()].filter((order) => belongs(order) && !orders.has(order.id))
  // A cancelled test is listed nowhere; the page that cancels it receives it once more.
  for (const order of response)
    if (order.test && order.status === 'cancelled') {
      orders.delete(order.id)
      gone.push(order)
    }
  return { ...EMPTY_BOARD, orders, goneAtVersion: new Map(gone.map(({ id, version }) => [id, version])) }
}

/** The same for the list of all open orders and the newest ended ones. */
export function boardOfList({ orders, isTruncated }: FetchedOrders, known = EMPTY_BOARD): Board {
  const ended = orders.filter(({ status }) => !isOpen(status))
  const loadedDownTo = ended.length < ORDERS_PER_PAGE && !isTruncated ? 0 : lowestId(ended)
  return { ...boardOf(orders, known, ({ status }) => isOpen(status)), loadedDownTo }
}

/** What a page tells of its orders to learn what it lacks. */
export const versionsOf = ({ orders }: Board) =>
  [...orders.values()].map(({ id, version }): [number, number] => [id, version])

/** Returns what the answer to that says. */
export function boardOfChanges({ orders, gone }: { orders: readonly Order[]; gone: readonly number[] }, known: Board) {
  return boardOf(orders, known, ({ id }) => gone.includes(id))
}

export function lowestId(orders: readonly Order[]): number {
  return Math.min(...orders.map(({ id }) => id))
}

/** Compares two orders by when they count from, to sort the newest first. */
export function newestFirst(a: Order, b: Order): number {
  return Date.parse(countsFrom(b)) - Date.parse(countsFrom(a)) || b.id - a.id
}

/**
 * The orders of a sub-tab, newest first; those for later come last, in the order in which they begin.
 * @param downTo the lowest id down to which its ended orders are loaded: they stop there
 */
export function ordersOf(
  orders: readonly Order[],
  subTab: SubTab,
  { downTo = 0, isOldestFirst = false, now = serverDate() } = {},
): Order[] {
  const listed = orders.filter(
    ({ id, status }) => (subTab === 'all' || status === subTab) && (isOpen(status) || id >= downTo),
  )
  const due = listed.filter((order) => !isOnLaterList(order, now)).sort(newestFirst)
  return [...(isOldestFirst ? due.reverse() : due), ...laterOrders(listed, now)]
}

/** The orders of the list "Later", in the order in which they begin. */
export function laterOrders(orders: readonly Order[], now = serverDate()): Order[] {
  return orders
    .filter((order) => isOnLaterList(order, now))
    .sort(newestFirst)
    .reverse()
}

/** The query whose data are the board. Pages that follow the orders fetch it (`board-sync.ts`). */
export const boardKey = ['board'] as const
/** Prefix of the queries that put older ended orders on the board (`client/areas/board/older-orders.tsx`). */
export const endedKey = ['ended orders'] as const

const boardHash = hashKey(boardKey)
// Each card asks, at each change: to find the query by its key would hash the keys of all queries.
const boardQuery = () => queryClient.getQueryCache().get<Board>(boardHash)

/** The orders without the page's own changes under way. */
export const currentBoard = (): Board => boardQuery()?.state.data ?? EMPTY_BOARD

/** Changes the board, if a page follows it. Whether the list was fetched, and whether that failed, stays as it is. */
export function changeBoard(change: (board: Board) => Board): void {
  const board = currentBoard()
  const changed = change(board)
  if (changed !== board) boardQuery()?.setState({ data: changed })
}

/** Adds to the board what a response says. */
export const putBoard = (other: Board): void => changeBoard((board) => merge(board, other))

/** Puts copies of orders on the board, except those older than what it has. */
export const putOrders = (copies: readonly Order[]): void => putBoard(boardOf(copies))

/** Forgets older ended orders, unless a sub-tab or the search has loaded such orders and shows them. */
export function forgetOlderEnded(): void {
  const older = { queryKey: endedKey }
  const isLoaded = (data: unknown) =>
    Array.isArray(data) || ((data as InfiniteData<unknown> | undefined)?.pages.length ?? 0) > 1
  const shown = queryClient.getQueryCache().findAll({ ...older, type: 'active' })
  if (shown.some(({ state }) => isLoaded(state.data))) return
  changeBoard((board) => {
    const newest = withoutOlderEnded(board)
    // Pages that a sub-tab would show again are no longer complete.
    if (newest !== board) queryClient.removeQueries({ ...older, type: 'inactive' })
    return newest
  })
}

/** Fetches what changed. A fetch under way is followed by another: its response may be too old. */
export function refetchOrders(): void {
  void refetchedOrders()
}

/** The same, until the board shows it. */
export const refetchedOrders = (): Promise<void> => refetchChanged(boardKey)

/** Clears the orders: the next user of this device may not be staff. */
export function clearBoard(): void {
  for (const queryKey of [boardKey, endedKey]) queryClient.removeQueries({ queryKey })
}

/** Returns a function that tells whether the page that follows the orders now has been left since. */
export function leftSince(): () => boolean {
  const query = boardQuery()
  return () => boardQuery() !== query
}

/** A change that this page has requested and the server has not confirmed: shown until the request settles. */
interface OwnChange {
  orderId: number
  apply: (order: Order) => Order
}

/** What the cache of mutations has of it: another page does not show it. */
interface CachedChange {
  change: OwnChange
  query: ReturnType<typeof boardQuery>
}

const changeKey = ['change of an order'] as const
/** Changes whose response is on the board, although the cache still has them as pending: both are shown at once. */
const answered = new WeakSet<OwnChange>()
/** How long the cache keeps a change that is done. */
const KEPT_MS = 1_000

/** Shows a change at once, and sends it after the earlier ones of its queue. Throws what `send` throws. */
export function changeOptimistically(
  { queue, ...change }: OwnChange & { queue: string },
  send: () => Promise<Order>,
): Promise<Order> {
  return queryClient
    .getMutationCache()
    .build(queryClient, {
      mutationKey: changeKey,
      scope: { id: queue },
      gcTime: KEPT_MS,
      mutationFn: send,
      onSuccess(order: Order) {
        answered.add(change)
        putOrders([order])
      },
    })
    .execute({ change, query: boardQuery() } satisfies CachedChange)
}

/** The page's own changes under way, in the sequence in which they were made. */
function ownChanges(): OwnChange[] {
  const query = boardQuery()
  const cached = queryClient.getMutationCache().findAll({ mutationKey: changeKey, status: 'pending' })
  const changes = cached.map(({ state }) => state.variables as CachedChange)
  return changes.filter((one) => one.query === query && !answered.has(one.change)).map(({ change }) => change)
}

/** Calls `onChange` at once at each change of the board or of the page's own changes, until the returned function is called. */
export function subscribeBoard(onChange: () => void): () => void {
  const stops = [
    queryClient.getQueryCache().subscribe(({ query }) => query.queryKey[0] === boardKey[0] && onChange()),
    queryClient
      .getMutationCache()
      .subscribe(({ mutation }) => mutation?.options.mutationKey?.[0] === changeKey[0] && onChange()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

interface BoardView {
  board: Board
  changes: readonly OwnChange[]
  /** The ids of the orders that they change. */
  changing: ReadonlySet<number>
  orders: readonly Order[]
  shown: readonly Order[]
}

let view: BoardView = { board: EMPTY_BOARD, changes: [], changing: new Set(), orders: [], shown: [] }

/** The orders with and without own changes: the same object until one of them changes. */
function currentView(): BoardView {
  const [board, changes] = [currentBoard(), ownChanges()]
  const isUnchanged = isSame(changes, view.changes)
  if (board === view.board && isUnchanged) return view
  const changing = isUnchanged ? view.changing : new Set(changes.map(({ orderId }) => orderId))
  const orders = board.orders === view.board.orders ? view.orders : [...board.orders.values()]
  const isAsShown = orders === view.orders && isUnchanged
  view = { board, changes, changing, orders, shown: isAsShown ? view.shown : shownOrders(orders, changes) }
  return view
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((entry, index) => entry === other[index])

/** What was shown of an order, so that its card is rendered again only if the order or its own changes differ. */
const shownCopies = new WeakMap<Order, { changes: readonly OwnChange[]; shown: Order }>()

function shownOrders(orders: readonly Order[], allChanges: readonly OwnChange[]): readonly Order[] {
  if (allChanges.length === 0) return orders
  return orders.map((order) => {
    const changes = allChanges.filter(({ orderId }) => orderId === order.id)
    if (changes.length === 0) return order
    const former = shownCopies.get(order)
    if (former && isSame(changes, former.changes)) return former.shown
    const shown = changes.reduce((copy, { apply }) => apply(copy), order)
    shownCopies.set(order, { changes, shown })
    return shown
  })
}

const useBoard = <Selected>(select: () => Selected): Selected => useSyncExternalStore(subscribeBoard, select)

/** All loaded orders, without own changes; the same array until an order changes. */
export const useBoardOrders = (): readonly Order[] => useBoard(() => currentView().orders)

/** All loaded orders as they are shown; the same array until one changes. */
export const useShownOrders = (): readonly Order[] => useBoard(shownNow)

export const shownNow = (): readonly Order[] => currentView().shown

/** One of the loaded orders, without own changes. */
export const useOrder = (id: number): Order | undefined => useBoard(() => currentBoard().orders.get(id))

/** Whether the page waits for the server's response to a change of an order. */
export const useIsChanging = (orderId: number): boolean => useBoard(() => currentView().changing.has(orderId))

/** The ids of all orders that this is said of, in one subscription for a list; the same set until one is added or gone. */
export const useChangingIds = (): ReadonlySet<number> => useBoard(() => currentView().changing)

export const useHasOpenOrders = (): boolean => useBoard(() => currentView().orders.some(({ status }) => isOpen(status)))

/** The number of orders with which the kitchen should start and nobody has. */
export const useWaitingCount = (): number =>
  useBoard(() => shownNow().filter((order) => order.status === 'pending' && !isLater(order, serverDate())).length)

/** The lowest id down to which the list contained the ended orders; undefined before the list was fetched. */
export const useLoadedDownTo = (): number | undefined => useBoard(() => currentBoard().loadedDownTo)

export const isLoaded = ({ loadedDownTo }: Board): boolean => loadedDownTo !== undefined

export const useIsBoardLoaded = (): boolean => useBoard(() => isLoaded(currentBoard()))

/** Whether the newest fetch of the list failed. */
export function hasFailed(): boolean {
  const state = boardQuery()?.state
  return state !== undefined && state.status !== 'success' && state.errorUpdateCount > 0
}

export const useHasFailed = (): boolean => useBoard(hasFailed)

/** Whether the live channel was lost and the list has not been fetched since. */
export const isStale = ({ gaps, mendedGaps }: Board): boolean => gaps > mendedGaps

/** Whether the board has missed changes: a failed fetch leaves it as out of date as a lost connection does. */
export const useIsBoardOld = (): boolean =>
  useBoard(
    () => isStale(currentBoard()) || (hasFailed() && (isLoaded(currentBoard()) || currentBoard().orders.size > 0)),
  )
