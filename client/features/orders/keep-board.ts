import { useEffect, useRef } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen } from '#shared/domain/order-status.ts'
import { followLive, watchLiveStatus } from '../../lib/live.ts'
import { announce, announceLost, announceUnseen, announceUpdate, passOver } from './announce.ts'
import { readyBell } from './bell.ts'
import { openReach, withOrders } from './board.ts'
import { BoardKeeper } from './board-keeper.ts'
import { changeBoard, clearBoard, useBoardState } from './board-store.ts'

/**
 * Keeps the board true for as long as the page is there: it follows the live channel, fetches all anew at every
 * (re)connect, and rings.
 * @param onSignedOut told when the server knows nobody (any more)
 */
export function useKeptBoard(onSignedOut: () => void): void {
  const signedOut = useRef(onSignedOut)
  signedOut.current = onSignedOut
  useEffect(() => {
    const keeper = new BoardKeeper(() => signedOut.current())
    const refetch = () => keeper.refetch()
    const takeUpdate = ({ payload }: { payload: Order }) => takeFrame(payload)
    useBoardState.setState({ refetch })
    const leave = followLive({ opened: () => keeper.opened(), ORDER_UPDATE: takeUpdate, ORDERS_CHANGED: refetch })
    const leaveStatus = watchLiveStatus(({ state }) => {
      if (state !== 'reconnecting' && state !== 'offline') return
      if (!useBoardState.getState().behind) announceLost()
      keeper.lost()
    })
    readyBell()
    // Not only once connected: where the live channel cannot be had, the orders still can.
    refetch()
    return () => {
      leave()
      leaveStatus()
      keeper.end()
      clearBoard()
    }
  }, [])
}

/** Takes in an order as the live channel told it. */
export function takeFrame(order: Order): void {
  const { board } = useBoardState.getState()
  const isKnown = board.orders.has(order.id) || board.left.has(order.id) || order.id < openReach(board)
  const unknown = board.loaded && !isKnown && isOpen(order.status)
  changeBoard((known) => withOrders(known, [order]))
  if (board.loaded && isKnown) passOver([order])
  announceUpdate(order)
  // Seen elsewhere before it was known here, it is new to this page all the same.
  if (unknown && order.seenAt !== null) announce([order])
  announceUnseen()
}
