import { useMutation } from '@tanstack/react-query'
import i18n from 'i18next'
import type { changeOrder, Order, OrderChangeRequest, seeOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import type { OrderStatus } from '#shared/domain/orders/order-status.ts'
import type { BareEndpoint } from '../../lib/api/bare-endpoint.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { ifMatch } from '../../lib/changes/if-match.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { withdrawToast } from '../../ui/toast/store.ts'
import { announceChangedMeanwhile, announceUpdate } from './announcements.ts'
import { withOrders } from './board.ts'
import { changeBoard, type OptimisticChange, showOptimistically, useBoardState } from './board-store.ts'

const changeEndpoint: BareEndpoint<typeof changeOrder> = { method: 'PATCH', path: '/api/orders/:id' }
const seenEndpoint: BareEndpoint<typeof seeOrder> = { method: 'POST', path: '/api/orders/:id/seen' }

/** Sets the status of an order: shown at once, and as the server has it after the response. */
export function useChangeStatus({ id }: Order) {
  return useMutation({
    ...sequentialChange(id),
    mutationFn: (status: OrderStatus) => send({ id }, { status }),
    onMutate: (status) => showOptimistically(id, { status }),
    onSuccess: (order) => {
      putOnBoard(order)
      announceUpdate(order)
    },
    onError: (error) => reportFailure(id, error),
    onSettled: (_response, _error, _status, removeOptimistic) => removeOptimistic?.(),
  })
}

interface StatusMove {
  /** The order as the card shows it. */
  from: Order
  to: OrderStatus
}

/**
 * Moves an order to its next status if it is still as its card shows it; the toast offers to undo that
 * (docs/product/orders.md#orders-next).
 */
export function useMoveOn({ id }: Order) {
  return useMutation({
    ...sequentialChange(id),
    mutationFn: ({ from, to }: StatusMove) => send(from, { status: to }),
    onMutate: ({ to }) => showOptimistically(id, { status: to }),
    onSuccess: (order, { from }) => {
      putOnBoard(order)
      announceUpdate(order, { undo: () => void undoChange(order, { status: from.status }) })
    },
    onError: (error, { from }) => reportFailure(id, error, from),
    onSettled: (_response, _error, _move, removeOptimistic) => removeOptimistic?.(),
  })
}

interface TableMove {
  /** The order as the dialog shows it. */
  from: Order
  to: Pick<Table, 'id' | 'number'>
}

/**
 * Moves an order to another table if it is still at the one shown; the toast offers to undo that
 * (docs/product/board.md#board-move). The caller reports a failure.
 */
export function useMoveToTable({ id }: Order) {
  return useMutation({
    ...sequentialChange(id),
    mutationFn: ({ from, to }: TableMove) => send(from, { tableId: to.id }),
    onMutate: ({ to }) => showOptimistically(id, { tableId: to.id, tableNumber: to.number }),
    onSuccess: (order, { from }) => {
      const { tableId, tableNumber } = from
      putOnBoard(order)
      // A table cannot be removed from an order, so this move has no undo.
      const undo = tableId === null ? undefined : () => void undoChange(order, { tableId, tableNumber })
      announceUpdate(order, { before: from, undo })
    },
    onError: (error) => putCurrentOnBoard(error),
    onSettled: (_response, _error, _move, removeOptimistic) => removeOptimistic?.(),
  })
}

// Not a hook: the order's card may be unmounted by now.
async function undoChange(order: Order, to: OptimisticChange): Promise<void> {
  const removeOptimistic = showOptimistically(order.id, to)
  try {
    const { status, tableId } = to
    const changed = await send(order, tableId ? { tableId } : { status })
    putOnBoard(changed)
    announceUpdate(changed, { before: order })
  } catch (error) {
    reportFailure(order.id, error, order)
  } finally {
    removeOptimistic()
  }
}

/** Cancels an order without asking, whatever its status; a toast reports the outcome. */
export async function cancelOrder({ id }: Pick<Order, 'id'>): Promise<void> {
  const removeOptimistic = showOptimistically(id, { status: 'cancelled' })
  try {
    const cancelled = await send({ id }, { status: 'cancelled' })
    putOnBoard(cancelled)
    announceUpdate(cancelled)
  } catch (error) {
    reportFailure(id, error)
  } finally {
    removeOptimistic()
  }
}

/** Marks an order as seen, so that no board rings for it again. */
export function useMarkSeen({ id }: Order) {
  return useMutation({
    mutationFn: () => sendChange(seenEndpoint, { params: { id: String(id) } }),
    onSuccess: putOnBoard,
    onError: (error) => reportFailure(id, error),
  })
}

// Changes of one order are sent one after another, in the order they were made.
const sequentialChange = (id: number) => ({ scope: { id: `order-${id}` } })

/** With a version, the server rejects the change if the order has a newer one. */
function send({ id, version }: { id: number; version?: number }, body: OrderChangeRequest): Promise<Order> {
  const headers = version === undefined ? undefined : ifMatch({ version })
  return sendChange(changeEndpoint, { params: { id: String(id) }, body, headers })
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
function putCurrentOnBoard(error: unknown): void {
  const order = changedMeanwhile(error)
  if (order) putOnBoard(order)
  // The server may have made the change nevertheless, or the login session may be over.
  else useBoardState.getState().refetch()
}

/** Shows in a toast why a change of an order failed. @param before the order as it was shown */
function reportFailure(id: number, error: unknown, before?: Order): void {
  const order = changedMeanwhile(error)
  putCurrentOnBoard(error)
  if (order) announceChangedMeanwhile(order, before)
  else toastFailure(i18n.t('orders.updateFailed'), error, undefined, subjectOf({ id }))
}
