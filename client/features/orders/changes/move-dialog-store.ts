import { create } from 'zustand'
import type { Order } from '#shared/contracts/orders.ts'

interface Moving {
  /** The order that is to be moved. */
  orderId: number | undefined
  /** The table that was chosen for it. */
  tableId: number | undefined
}

/** What is being asked by the dialog that moves an order: it is the board's, so that it outlasts the card. */
export const useMoveDialog = create<Moving>(() => ({ orderId: undefined, tableId: undefined }))

export function openMoveDialog({ id }: Order): void {
  useMoveDialog.setState({ orderId: id, tableId: undefined })
}

export function chooseTable(tableId: number): void {
  useMoveDialog.setState({ tableId })
}

export function closeMoveDialog(): void {
  useMoveDialog.setState({ orderId: undefined })
}

/** Leaves an order that was moved; where another one was chosen meanwhile, that one stays. */
export function closeMoveDialogOf({ id }: Order): void {
  if (useMoveDialog.getState().orderId === id) closeMoveDialog()
}
