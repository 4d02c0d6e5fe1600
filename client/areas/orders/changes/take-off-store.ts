import { create } from 'zustand'
import type { changeOrderLine, Order, OrderLine } from '#shared/contracts/orders.ts'
import type { BareEndpoint } from '../../../lib/api/bare-endpoint.ts'
import { ifMatch } from '../../../lib/changes/if-match.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'

const lineEndpoint: BareEndpoint<typeof changeOrderLine> = { method: 'PATCH', path: '/api/orders/:id/items/:itemId' }

interface ChosenLine {
  orderId: number
  itemId: number
}

/** The line for which the take-off dialog is open. It belongs to the board, so that it outlasts the order's card. */
export const useTakeOffDialog = create<{ chosen: ChosenLine | undefined }>(() => ({ chosen: undefined }))

export function openTakeOffDialog(order: Order, line: OrderLine): void {
  useTakeOffDialog.setState({ chosen: { orderId: order.id, itemId: line.id } })
}

export function closeTakeOffDialog(): void {
  useTakeOffDialog.setState({ chosen: undefined })
}

/** Closes the dialog of a line, unless it is meanwhile open for another line. */
export function closeTakeOffDialogOf({ orderId, itemId }: ChosenLine): void {
  const { chosen } = useTakeOffDialog.getState()
  if (chosen?.orderId === orderId && chosen.itemId === itemId) closeTakeOffDialog()
}

/** One attempt to take something off a line; repeated with its key while its outcome is unknown. */
export interface TakeOffAttempt extends ChosenLine {
  key: string
  version: number
  removed: number
  /** The remaining quantity of the line. */
  quantity: number
}

/** Sends an attempt to take something off a line. @returns the changed order */
export function sendTakeOff({ orderId, itemId, key, version, quantity }: TakeOffAttempt): Promise<Order> {
  return sendChange(lineEndpoint, {
    params: { id: String(orderId), itemId: String(itemId) },
    body: { quantity },
    headers: { 'Idempotency-Key': key, ...ifMatch({ version }) },
  })
}
