import { create } from 'zustand'
import { changeOrderLine, type Order, type OrderLine } from '#shared/contracts/orders.ts'
import { ANSWER_WITHIN_MS } from '../../../lib/api/answer-within.ts'
import { callApi } from '../../../lib/api/api.ts'
import { ifMatch } from '../../../lib/api/if-match.ts'

interface ChosenLine {
  orderId: number
  itemId: number
}

/** The line of which something is to be taken off: its dialog is the board's, so that it outlasts the card. */
export const useTakingOff = create<{ chosen: ChosenLine | undefined }>(() => ({ chosen: undefined }))

export function chooseLine(order: Order, line: OrderLine): void {
  useTakingOff.setState({ chosen: { orderId: order.id, itemId: line.id } })
}

export function leaveLine(): void {
  useTakingOff.setState({ chosen: undefined })
}

/** Leaves a line that is done with; where another one was chosen meanwhile, that one stays. */
export function leaveDoneLine({ orderId, itemId }: ChosenLine): void {
  const { chosen } = useTakingOff.getState()
  if (chosen?.orderId === orderId && chosen.itemId === itemId) leaveLine()
}

/** One try to take something off a line; sent again under its key as long as its outcome is unknown. */
export interface TakeOffAttempt extends ChosenLine {
  key: string
  version: number
  removed: number
  /** What is left of the line. */
  quantity: number
}

export function sendTakeOff({ orderId, itemId, key, version, quantity }: TakeOffAttempt): Promise<Order> {
  return callApi(changeOrderLine, {
    params: { id: String(orderId), itemId: String(itemId) },
    body: { quantity },
    headers: { 'Idempotency-Key': key, ...ifMatch({ version }) },
    timeout: ANSWER_WITHIN_MS,
  })
}
