import { useMemo } from 'react'
import { create } from 'zustand'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { type Board, EMPTY_BOARD, withOrders } from './board.ts'

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

/** Updates the board with a function of `board.ts`. */
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
