import { useMemo } from 'react'
import { create } from 'zustand'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { type Board, EMPTY_BOARD } from './board.ts'

/** A requested change of an order's status or table, shown before the server has made it. */
export type OptimisticChange = Partial<Pick<Order, 'status' | 'tableId' | 'tableNumber'>>

interface BoardState {
  board: Board
  /** Changes made on this page and not yet confirmed, by order id: shown at once, removed when the request settles. */
  pendingChanges: ReadonlyMap<number, OptimisticChange>
  /** Whether the newest fetch of the whole list failed. */
  failed: boolean
  /** Whether the live channel was lost and the list has not been fetched since. */
  isStale: boolean
  /** Fetches the whole list now. */
  refetch: () => void
  /** The orders that the server found for the search box, with the query. */
  searchResult: { query: string; ids: ReadonlySet<number> }
}

const EMPTY: BoardState = {
  board: EMPTY_BOARD,
  pendingChanges: new Map(),
  failed: false,
  isStale: false,
  refetch: () => {},
  searchResult: { query: '', ids: new Set() },
}

/** The state of this page's board. */
export const useBoardState = create<BoardState>(() => EMPTY)

/** All loaded orders, without optimistic changes; the same array until an order changes. */
export function useBoardOrders(): readonly Order[] {
  const orders = useBoardState(({ board }) => board.orders)
  return useMemo(() => [...orders.values()], [orders])
}

/** All loaded orders as they are shown, with optimistic changes; the same array until one changes. */
export function useShownOrders(): readonly Order[] {
  const board = useBoardState((state) => state.board)
  const pendingChanges = useBoardState((state) => state.pendingChanges)
  return useMemo(() => [...shownBoard({ board, pendingChanges }).orders.values()], [board, pendingChanges])
}

/** Whether the board has an open order. */
export function useHasOpenOrders(): boolean {
  return useBoardState(({ board }) => [...board.orders.values()].some(({ status }) => isOpen(status)))
}

/** Whether the list was fetched at least once. */
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

/**
 * Shows a change of an order at once.
 * @returns a function to call when the request settles; it removes the change, unless a later one has replaced it
 */
export function showOptimistically(id: number, change: OptimisticChange): () => void {
  useBoardState.setState(({ pendingChanges }) => ({ pendingChanges: new Map(pendingChanges).set(id, change) }))
  return () =>
    useBoardState.setState(({ pendingChanges }) => {
      if (pendingChanges.get(id) !== change) return {}
      const remaining = new Map(pendingChanges)
      remaining.delete(id)
      return { pendingChanges: remaining }
    })
}

/** The board as it is shown: with the optimistic changes. */
export function shownBoard({ board, pendingChanges }: Pick<BoardState, 'board' | 'pendingChanges'>): Board {
  if (pendingChanges.size === 0) return board
  const orders = new Map<number, Order>(board.orders)
  for (const [id, change] of pendingChanges) {
    const order = orders.get(id)
    if (order) orders.set(id, { ...order, ...change })
  }
  return { ...board, orders }
}
