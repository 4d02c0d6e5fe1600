import type { Order } from '#shared/contracts/orders.ts'
import { i18n } from '../../ui/index.ts'
import { announceUpdate, change, putCurrentOnBoard, undo } from './order-changes.ts'

/**
 * Changes when an order is picked up, if it is still as shown; the toast offers to undo that. Throws after a failure,
 * which the caller reports.
 * @param from the order as the dialog shows it
 * @param textOf the time in words
 */
export async function changePickup(from: Order, pickupAt: string, textOf: (at: string) => string): Promise<void> {
  const { id, pickupAt: before } = from
  try {
    const order = await change(from, { pickupAt, asap: false })
    const description = i18n.t('orderMove.moved', { id, from: before && textOf(before), to: textOf(pickupAt) })
    announceUpdate(order, { description, undo: () => void undo(order, { pickupAt: before }) })
  } catch (error) {
    putCurrentOnBoard(error)
    throw error
  }
}
