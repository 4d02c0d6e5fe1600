import { QueryObserver } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { Order } from '#shared/contracts/orders.ts'
import {
  type Board,
  boardKey,
  boardOfList,
  changeBoard,
  clearBoard,
  currentBoard,
  EMPTY_BOARD,
  forgetOlderEnded,
  putBoard,
  putOrders,
} from '../areas/orders/board.ts'
import { queryClient } from '../lib/api/query.ts'

/** Called when the page fetches the orders. */
export const refetch = vi.fn(async () => {})

let close = () => {}

/** Opens an empty board, as a page does that follows the orders; what it fetches is only counted. */
export function resetBoard(): void {
  close()
  clearBoard()
  refetch.mockReset()
  const query = {
    queryKey: boardKey,
    async queryFn() {
      await refetch()
      return EMPTY_BOARD
    },
    structuralSharing: (known: unknown) => known,
    initialData: EMPTY_BOARD,
  }
  close = new QueryObserver(queryClient, query).subscribe(() => {})
}

/** Answers as a server with these orders: the list, or what of it the page lacks. */
export const serverWith =
  (list: readonly Order[]) =>
  async (call: string, { body }: { body?: { known: [number, number][] } }) => {
    if (call === 'GET /api/orders') return [...list]
    const known = new Map(body?.known)
    const ids = new Set(list.map(({ id }) => id))
    return {
      orders: list.filter(({ id, version }) => version > (known.get(id) ?? 0)),
      gone: [...known.keys()].filter((id) => !ids.has(id)),
    }
  }

/** Shows a fetched list. @param known the board as it was when the list was requested */
export function showList(orders: readonly Order[], known?: Board): void {
  act(() => putBoard(boardOfList({ orders: structuredClone([...orders]), isTruncated: false }, known)))
}

/** What the page does when an order for later begins. */
export const passTurn = (): void => act(() => changeBoard((board) => ({ ...board, orders: new Map(board.orders) })))

/** Puts orders that ended on the board, as the live channel does. */
export const endOrders = (orders: readonly Order[]): void =>
  act(() => {
    putOrders(orders)
    forgetOlderEnded()
  })

export const orderOnBoard = (id: number): Order | undefined => currentBoard().orders.get(id)

/** The number of changes that the server has not confirmed. */
export const changesUnderWay = (): number => queryClient.isMutating()
