import type { Order } from '#shared/contracts/orders.ts'
import { type Board, EMPTY_BOARD, type SubTab, withList, withPage } from './board.ts'

export const wholeList = (orders: readonly Order[]) => ({ orders: [...orders], isTruncated: false })

/** A list that was requested on an empty board, so that no order can be missing from the response. */
export const withWholeList = (board: Board, list: readonly Order[]) => withList(board, wholeList(list), EMPTY_BOARD)

/** The same for a page of a sub-tab. */
export const withWholePage = (board: Board, view: SubTab, page: readonly Order[], limit: number) =>
  withPage(board, view, wholeList(page), limit, { ...EMPTY_BOARD, completeFrom: board.completeFrom })

export const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id)
