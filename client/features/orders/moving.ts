import { create } from 'zustand'
import type { Order } from '#shared/contracts/orders.ts'

/** The order that is to be moved: its dialog is the board's, so that it outlasts the card. */
export const useMoving = create<{ orderId: number | undefined }>(() => ({ orderId: undefined }))

export function askWhereTo({ id }: Order): void {
  useMoving.setState({ orderId: id })
}

export function leaveMove(): void {
  useMoving.setState({ orderId: undefined })
}

/** Leaves an order that was moved; where another one was chosen meanwhile, that one stays. */
export function leaveDoneMove({ id }: Order): void {
  if (useMoving.getState().orderId === id) leaveMove()
}
