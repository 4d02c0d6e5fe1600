import { create } from 'zustand'
import type { Order } from '#shared/contracts/orders.ts'

interface MoveDialogState {
  /** The order to move; undefined while the dialog is closed. */
  orderId: number | undefined
  /** The chosen table. */
  tableId: number | undefined
}

/** The state of the dialog that moves an order. It belongs to the board, so that it outlasts the order's card. */
export const useMoveDialog = create<MoveDialogState>(() => ({ orderId: undefined, tableId: undefined }))

export function openMoveDialog({ id }: Order): void {
  useMoveDialog.setState({ orderId: id, tableId: undefined })
}

export function chooseTable(tableId: number): void {
  useMoveDialog.setState({ tableId })
}

export function closeMoveDialog(): void {
  useMoveDialog.setState({ orderId: undefined })
}

/** Closes the dialog of an order that was moved, unless it is meanwhile open for another order. */
export function closeMoveDialogOf({ id }: Order): void {
  if (useMoveDialog.getState().orderId === id) closeMoveDialog()
}
