import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeOrder, type Order, seeOrder } from '#shared/contracts/orders.ts'
import type { OrderStatus } from '#shared/domain/order-status.ts'
import { callApi } from '../../lib/api.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { toast } from '../../ui/toast/store.ts'
import { withOrders } from './board.ts'
import { changeBoard, unwish, useBoardState, wish } from './board-store.ts'

/** After this the chosen status is no longer shown; the next fetch shows the true one. */
const ANSWER_WITHIN_MS = 15_000

/** Sets the status of an order: shown at once, and as the server has it once it has answered. */
export function useChangeStatus({ id }: Order) {
  const { t } = useTranslation()
  return useMutation({
    // Two changes of one order are sent one after the other, as they were chosen.
    scope: { id: `order-${id}` },
    mutationFn: (status: OrderStatus) =>
      callApi(changeOrder, { params: { id: String(id) }, body: { status }, timeout: ANSWER_WITHIN_MS }),
    onMutate: (status) => wish(id, status),
    onSuccess: take,
    onError: (error) => failed(t('orders.updateFailed'), error),
    onSettled: (_answer, _error, status) => unwish(id, status),
  })
}

/** Marks an order as seen, so that no board rings for it any more. */
export function useSee({ id }: Order) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () => callApi(seeOrder, { params: { id: String(id) }, timeout: ANSWER_WITHIN_MS }),
    onSuccess: take,
    onError: (error) => failed(t('orders.updateFailed'), error),
  })
}

function take(order: Order): void {
  changeBoard((board) => withOrders(board, [order]))
}

function failed(title: string, error: Error): void {
  toast({ variant: 'destructive', title, description: errorMessage(error) })
  // The server may have made the change all the same, or the session may be over.
  useBoardState.getState().refetch()
}
