import { useMutation } from '@tanstack/react-query'
import i18n from 'i18next'
import { changeOrder, type Order, type OrderChangeRequest, orderSchema, seeOrder } from '#shared/contracts/orders.ts'
import type { Table } from '#shared/contracts/tables.ts'
import type { OrderStatus } from '#shared/domain/order-status.ts'
import { ANSWER_WITHIN_MS } from '../../../lib/api/answer-within.ts'
import { callApi } from '../../../lib/api/api.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { ifMatch } from '../../../lib/api/if-match.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { toast } from '../../../ui/toast/store.ts'
import { announceChangedMeanwhile, announceUpdate } from '../bell/announce.ts'
import { withOrders } from '../board/board.ts'
import { changeBoard, type OptimisticChange, showOptimistically, useBoardState } from '../board/board-store.ts'

/** Sets the status of an order: shown at once, and as the server has it once it has answered. */
export function useChangeStatus({ id }: Order) {
  return useMutation({
    ...asChosen(id),
    mutationFn: (status: OrderStatus) => send({ id }, { status }),
    onMutate: (status) => showOptimistically(id, { status }),
    onSuccess: (order) => {
      takeIn(order)
      announceUpdate(order)
    },
    onError: (error) => failed(error),
    onSettled: (_answer, _error, _status, drop) => drop?.(),
  })
}

interface StatusMove {
  /** As the card shows it. */
  from: Order
  to: OrderStatus
}

/** Moves an order on from what its card shows, or not at all; its toast offers to move it back (docs/product.md#orders-next). */
export function useMoveOn({ id }: Order) {
  return useMutation({
    ...asChosen(id),
    mutationFn: ({ from, to }: StatusMove) => send(from, { status: to }),
    onMutate: ({ to }) => showOptimistically(id, { status: to }),
    onSuccess: (order, { from }) => {
      takeIn(order)
      announceUpdate(order, { undo: () => void changeBack(order, { status: from.status }) })
    },
    onError: (error, { from }) => failed(error, from),
    onSettled: (_answer, _error, _move, drop) => drop?.(),
  })
}

interface TableMove {
  /** As the dialog shows it. */
  from: Order
  to: Pick<Table, 'id' | 'number'>
}

/**
 * Moves an order from the table that is shown to another one, or not at all; its toast offers to move it back
 * (docs/product.md#board-move). Who asks says why it failed.
 */
export function useMoveToTable({ id }: Order) {
  return useMutation({
    ...asChosen(id),
    mutationFn: ({ from, to }: TableMove) => send(from, { tableId: to.id }),
    onMutate: ({ to }) => showOptimistically(id, { tableId: to.id, tableNumber: to.number }),
    onSuccess: (order, { from }) => {
      const { tableId, tableNumber } = from
      takeIn(order)
      // An order that had no table cannot be without one again.
      const undo = tableId === null ? undefined : () => void changeBack(order, { tableId, tableNumber })
      announceUpdate(order, { before: from, undo })
    },
    onError: (error) => takeInNewer(error),
    onSettled: (_answer, _error, _move, drop) => drop?.(),
  })
}

// Not a hook: its card may be on another sub-tab by now.
async function changeBack(from: Order, to: OptimisticChange): Promise<void> {
  const drop = showOptimistically(from.id, to)
  try {
    const { status, tableId } = to
    const order = await send(from, tableId ? { tableId } : { status })
    takeIn(order)
    announceUpdate(order, { before: from })
  } catch (error) {
    failed(error, from)
  } finally {
    drop()
  }
}

/** Marks an order as seen, so that no board rings for it any more. */
export function useSee({ id }: Order) {
  return useMutation({
    mutationFn: () => callApi(seeOrder, { params: { id: String(id) }, timeout: ANSWER_WITHIN_MS }),
    onSuccess: takeIn,
    onError: (error) => failed(error),
  })
}

// Two changes of one order are sent one after the other, as they were chosen.
const asChosen = (id: number) => ({ scope: { id: `order-${id}` } })

/** With a version, the server refuses the change of an order that has changed since. */
function send({ id, version }: { id: number; version?: number }, body: OrderChangeRequest): Promise<Order> {
  const headers = version === undefined ? undefined : ifMatch({ version })
  return callApi(changeOrder, { params: { id: String(id) }, body, headers, timeout: ANSWER_WITHIN_MS })
}

/** Puts an order, as a call answered it, onto the board. */
export function takeIn(order: Order): void {
  changeBoard((board) => withOrders(board, [order]))
}

/** The order as it is, where a change was refused because somebody else was quicker. */
export function changedMeanwhile(error: unknown): Order | undefined {
  if (!(error instanceof RequestError) || error.code !== 'order_changed') return undefined
  return orderSchema.safeParse(error.body.order).data
}

/** After a refusal, puts the order onto the board as it is; asks for the whole list where that is not known. */
function takeInNewer(error: unknown): void {
  const order = changedMeanwhile(error)
  if (order) takeIn(order)
  // The server may have made the change all the same, or the session may be over.
  else useBoardState.getState().refetch()
}

/** @param from what was to be changed */
function failed(error: unknown, from?: Order): void {
  const order = changedMeanwhile(error)
  takeInNewer(error)
  if (order) announceChangedMeanwhile(order, from)
  else toast({ variant: 'destructive', title: i18n.t('orders.updateFailed'), description: errorMessage(error) })
}
