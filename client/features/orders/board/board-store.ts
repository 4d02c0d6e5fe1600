import { useMemo } from 'react'
import { create } from 'zustand'
import type { Order } from '#shared/contracts/orders.ts'
import { type Board, EMPTY_BOARD } from './board.ts'

/** The status, or the table, that an order is to have. */
export type OptimisticChange = Partial<Pick<Order, 'status' | 'tableId' | 'tableNumber'>>

interface BoardState {
  board: Board
  /** What was chosen here and the server has not confirmed: shown at once, dropped with any answer. */
  wishes: ReadonlyMap<number, OptimisticChange>
  /** Whether the newest fetch of the whole list failed. */
  failed: boolean
  /** Whether the live channel was lost and the list has not been fetched since. */
  behind: boolean
  /** Fetches the whole list now. */
  refetch: () => void
  /** Orders found by the search box on the server, for what was searched. */
  found: { query: string; ids: ReadonlySet<number> }
}

const EMPTY: BoardState = {
  board: EMPTY_BOARD,
  wishes: new Map(),
  failed: false,
  behind: false,
  refetch: () => {},
  found: { query: '', ids: new Set() },
}

/** The one board of this page. */
export const useBoardState = create<BoardState>(() => EMPTY)

/** All orders that the board knows, as the server has them; the same list until one changes. */
export function useBoardOrders(): readonly Order[] {
  const orders = useBoardState(({ board }) => board.orders)
  return useMemo(() => [...orders.values()], [orders])
}

/** Whether the list was fetched, once at least. */
export function useIsBoardLoaded(): boolean {
  return useBoardState(({ board }) => board.loaded)
}

/** Applies a rule of `board.ts` to what is known. */
export function changeBoard(change: (board: Board) => Board): void {
  useBoardState.setState(({ board }) => ({ board: change(board) }))
}

/** Forgets the orders: the next person at this device may not work here. */
export function clearBoard(): void {
  useBoardState.setState(EMPTY)
}

/** @returns drops the wish once it was answered, unless another one has taken its place */
export function showOptimistically(id: number, chosen: OptimisticChange): () => void {
  useBoardState.setState(({ wishes }) => ({ wishes: new Map(wishes).set(id, chosen) }))
  return () =>
    useBoardState.setState(({ wishes }) => {
      if (wishes.get(id) !== chosen) return {}
      const left = new Map(wishes)
      left.delete(id)
      return { wishes: left }
    })
}

/** The board as it is shown: with what was chosen here, until the server has answered. */
export function shownBoard({ board, wishes }: Pick<BoardState, 'board' | 'wishes'>): Board {
  if (wishes.size === 0) return board
  const orders = new Map<number, Order>(board.orders)
  for (const [id, chosen] of wishes) {
    const order = orders.get(id)
    if (order) orders.set(id, { ...order, ...chosen })
  }
  return { ...board, orders }
}
