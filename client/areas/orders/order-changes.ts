import { useMutation } from '@tanstack/react-query'
import type { changeOrder, Order, seeOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import type { OrderStatus } from '#shared/domain/orders/order-status.ts'
import type { BareEndpoint } from '../../lib/api/api.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { createValue } from '../../lib/browser/create-value.ts'
import { ifMatch, sendChange } from '../../lib/changes/send-change.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { i18n, toast, withdrawToast } from '../../ui/index.ts'
import { announceChangedMeanwhile, announceUpdate } from './announcements.ts'
import { withOrders } from './board.ts'
import { changeBoard, changeOptimistically, useBoardState } from './board-store.ts'

const changeEndpoint: BareEndpoint<typeof changeOrder> = { method: 'PATCH', path: '/api/orders/:id' }
const seenEndpoint: BareEndpoint<typeof seeOrder> = { method: 'POST', path: '/api/orders/:id/seen' }

export async function setOrderStatus({ id }: Pick<Order, 'id'>, status: OrderStatus): Promise<void> {
  try {
    announceUpdate(await change({ id }, { status }))
  } catch (error) {
    reportFailure(id, error)
  }
}

/** An order that was to be completed, with what is due: whoever completes it is asked how it was paid. */
export const unpaidOrder = createValue<{ order: Order; due: number } | undefined>(undefined)

/** The order whose payments are shown: its sheet belongs to the page, so that it outlasts the order's card. */
export const payingOrder = createValue<number | undefined>(undefined)

/**
 * Moves an order to its next status if it is still as its card shows it; the toast offers to undo that
 * (docs/product/orders.md#orders-next), and to pay what leaves the house unpaid.
 * @param from the order as the card shows it
 * @param withoutPayment completes it also with something due; else the person is asked first
 */
export async function moveOn(from: Order, status: OrderStatus, withoutPayment?: boolean): Promise<void> {
  if (status === 'completed' && from.due && !withoutPayment) {
    unpaidOrder.set({ order: from, due: from.due })
    return
  }
  try {
    const order = await change(from, { status }, withoutPayment)
    // The guests of a table pay its bill.
    const isUnpaid = status === 'delivered' && order.tableId === null && (order.due ?? 0) > 0
    announceUpdate(order, {
      undo: () => void undo(order, { status: from.status }),
      ...(isUnpaid && { pay: () => payingOrder.set(order.id) }),
    })
  } catch (error) {
    reportFailure(from.id, error, from)
  }
}

/** Completes orders that are still as their cards show them; the toast offers to undo all of it. */
export async function completeAll(shown: readonly Order[]): Promise<void> {
  const completed: Order[] = []
  const complete = async (from: Order) => {
    try {
      completed.push(await change(from, { status: 'completed' }))
    } catch (error) {
      reportFailure(from.id, error, from)
    }
  }
  await Promise.all(shown.map(complete))
  if (completed.length === 0) return
  toast({
    title: i18n.t('orders.earlier.completed', { count: completed.length }),
    action: {
      label: i18n.t('orders.undo'),
      onAct: () => completed.forEach((order) => void undo(order, { status: 'delivered' })),
    },
  })
}

/**
 * Moves an order to another table if it is still at the one shown; the toast offers to undo that
 * (docs/product/board.md#board-move). Throws after a failure, which the caller reports.
 * @param from the order as the dialog shows it
 */
export async function moveOrderToTable(from: Order, to: Pick<Table, 'id' | 'number'>): Promise<void> {
  const { tableId, tableNumber } = from
  try {
    const order = await change(from, { tableId: to.id, tableNumber: to.number })
    // A table cannot be removed from an order, so a first one has no undo.
    const undoMove = tableId === null ? undefined : () => void undo(order, { tableId, tableNumber })
    announceUpdate(order, { before: from, undo: undoMove })
  } catch (error) {
    putCurrentOnBoard(error)
    throw error
  }
}

type ChangedFields = Partial<Pick<Order, 'status' | 'tableId' | 'tableNumber' | 'pickupAt' | 'asap'>>

/** Takes a change back, if nobody has made another one since. */
export async function undo(order: Order, to: ChangedFields): Promise<void> {
  try {
    announceUpdate(await change(order, to), { before: order })
  } catch (error) {
    reportFailure(order.id, error, order)
  }
}

/** Changes an order. With a version, the server rejects the change if the order has a newer one. */
export async function change(
  order: { id: number; version?: number },
  to: ChangedFields,
  withoutPayment?: boolean,
): Promise<Order> {
  const { id, version } = order
  const { status, tableId, pickupAt } = to
  const changed = await changeOptimistically(
    // Changes of one order are sent one after another, in the sequence in which they were made.
    { orderId: id, queue: `order ${id}`, apply: (shown) => ({ ...shown, ...to }) },
    () =>
      sendChange(changeEndpoint, {
        params: { id: String(id) },
        body: tableId ? { tableId } : pickupAt ? { pickupAt } : { status, withoutPayment },
        headers: version === undefined ? undefined : ifMatch({ version }),
      }),
  )
  withdrawToast(subjectOf(changed))
  return changed
}

/** Marks an order as seen, so that no board rings for it again. */
export function useMarkSeen({ id }: Order) {
  return useMutation({
    mutationFn: () => sendChange(seenEndpoint, { params: { id: String(id) } }),
    onSuccess: putOnBoard,
    onError: (error) => reportFailure(id, error),
  })
}

const subjectOf = ({ id }: { id: number }) => `order ${id}`

/** Puts an order from a response onto the board; a report that a change of it failed is then over. */
export function putOnBoard(order: Order): void {
  withdrawToast(subjectOf(order))
  changeBoard((board) => withOrders(board, [order]))
}

/** The current order, if a change was rejected because somebody else has changed it. */
export function changedMeanwhile(error: unknown): Order | undefined {
  if (!(error instanceof RequestError) || error.code !== 'order_changed') return undefined
  return error.body.order as Order | undefined
}

/** After a failed change, puts the current order onto the board; refetches the list if the response lacks it. */
export function putCurrentOnBoard(error: unknown): void {
  const order = changedMeanwhile(error)
  if (order) putOnBoard(order)
  // The server may have made the change nevertheless, or the login session may be over.
  else useBoardState.getState().refetch()
}

/** Shows in a toast why a change of an order failed. @param before the order as it was shown */
function reportFailure(id: number, error: unknown, before?: Order): void {
  const order = changedMeanwhile(error)
  putCurrentOnBoard(error)
  if (before && error instanceof RequestError && error.code === 'unpaid')
    unpaidOrder.set({ order: before, due: error.body.due ?? 0 })
  else if (order) announceChangedMeanwhile(order, before)
  else toastFailure(i18n.t('orders.updateFailed'), error, undefined, subjectOf({ id }))
}
