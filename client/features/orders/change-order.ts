import { useMutation } from '@tanstack/react-query'
import i18n from 'i18next'
import { changeOrder, type Order, orderSchema, seeOrder } from '#shared/contracts/orders.ts'
import type { OrderStatus } from '#shared/domain/order-status.ts'
import { ANSWER_WITHIN_MS } from '../../lib/answer-within.ts'
import { callApi } from '../../lib/api.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { ifMatch } from '../../lib/if-match.ts'
import { RequestError } from '../../lib/request-error.ts'
import { toast } from '../../ui/toast/store.ts'
import { announceChangedMeanwhile, announceUpdate } from './announce.ts'
import { withOrders } from './board.ts'
import { changeBoard, unwish, useBoardState, wish } from './board-store.ts'

/** Sets the status of an order: shown at once, and as the server has it once it has answered. */
export function useChangeStatus({ id }: Order) {
  return useMutation({
    ...asChosen(id),
    mutationFn: (status: OrderStatus) => send({ id }, status),
    onMutate: (status) => wish(id, status),
    onSuccess: (order) => {
      takeIn(order)
      announceUpdate(order)
    },
    onError: failed,
    onSettled: (_answer, _error, status) => unwish(id, status),
  })
}

interface Move {
  /** As the card shows it. */
  from: Order
  to: OrderStatus
}

/** Moves an order on from what its card shows, or not at all; its toast offers to move it back (docs/product.md#orders-next). */
export function useMoveOn({ id }: Order) {
  return useMutation({
    ...asChosen(id),
    mutationFn: ({ from, to }: Move) => send(from, to),
    onMutate: ({ to }) => wish(id, to),
    onSuccess: (order, { from }) => {
      takeIn(order)
      announceUpdate(order, () => void moveBack({ from: order, to: from.status }))
    },
    onError: failed,
    onSettled: (_answer, _error, { to }) => unwish(id, to),
  })
}

// Not a hook: its card may be on another sub-tab by now.
async function moveBack({ from, to }: Move): Promise<void> {
  wish(from.id, to)
  try {
    const order = await send(from, to)
    takeIn(order)
    announceUpdate(order)
  } catch (error) {
    failed(error)
  } finally {
    unwish(from.id, to)
  }
}

/** Marks an order as seen, so that no board rings for it any more. */
export function useSee({ id }: Order) {
  return useMutation({
    mutationFn: () => callApi(seeOrder, { params: { id: String(id) }, timeout: ANSWER_WITHIN_MS }),
    onSuccess: takeIn,
    onError: failed,
  })
}

// Two changes of one order are sent one after the other, as they were chosen.
const asChosen = (id: number) => ({ scope: { id: `order-${id}` } })

/** With a version, the server refuses the change of an order that has changed since. */
function send({ id, version }: { id: number; version?: number }, status: OrderStatus): Promise<Order> {
  const headers = version === undefined ? undefined : ifMatch({ version })
  return callApi(changeOrder, { params: { id: String(id) }, body: { status }, headers, timeout: ANSWER_WITHIN_MS })
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

function failed(error: unknown): void {
  const order = changedMeanwhile(error)
  if (order) {
    takeIn(order)
    announceChangedMeanwhile(order)
    return
  }
  toast({ variant: 'destructive', title: i18n.t('orders.updateFailed'), description: errorMessage(error) })
  // The server may have made the change all the same, or the session may be over.
  useBoardState.getState().refetch()
}
