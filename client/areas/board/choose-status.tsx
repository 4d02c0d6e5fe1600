import { cancelOrigin, type Order } from '#shared/contracts/orders.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { isOpen, type OrderStatus } from '#shared/domain/orders/order.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { Button, t, toast } from '../../ui/index.ts'
import { refetchOrders, setOrderStatus, titleOf } from '../orders/index.ts'

/** Sets the status that was chosen for an order, after a question if that cancels it. */
export async function chooseStatus(order: Order, status: OrderStatus): Promise<void> {
  if (status === order.status) return
  let isForAll = false
  const offer = (act: () => void) => (
    <Button
      variant="quiet"
      size="small"
      onClick={() => {
        isForAll = true
        act()
      }}
    >
      {t('orders.sameOrigin.offer')}
    </Button>
  )
  const question = { ...cancelQuestion(order), body: order.unproven && isOpen(order.status) && offer }
  if (status === 'cancelled' && !(await confirm(question))) return
  void (isForAll ? cancelSameOrigin(order) : setOrderStatus(order, status))
}

const cancelQuestion = (order: Order) => ({
  title: t('orders.cancelTitle', { id: order.id }),
  description: t('orders.cancelDescription', {
    who: titleOf(t, order),
    total: formatMoney(order.total, order.currency),
  }),
  confirm: t('orders.cancelConfirm'),
  cancel: t('orders.cancelKeep'),
  isDestructive: true,
})

/** Longer than usual, because hundreds of orders can be cancelled. */
const CANCEL_TIMEOUT_MS = 60_000

/** Cancels the open orders that came from where this one came, after counting them and a confirmation by the owner. */
async function cancelSameOrigin({ id }: Order): Promise<void> {
  const call = { params: { id: String(id) }, timeout: CANCEL_TIMEOUT_MS }
  const failed = (error: unknown) => toastFailure(t('common.notChanged'), error)
  const found = await sendChange(cancelOrigin, { ...call, query: { dryRun: 'true' } }).catch(failed)
  if (!found) return
  await confirm({
    title: t('orders.sameOrigin.title', { count: found.cancelled }),
    description: t('orders.sameOrigin.description'),
    confirm: t('orders.sameOrigin.confirm'),
    cancel: t('orders.sameOrigin.keep'),
    isDestructive: true,
    async action() {
      const done = await sendChange(cancelOrigin, call).catch(failed)
      if (done) toast({ title: t('orders.sameOrigin.cancelled', { count: done.cancelled }) })
      // After a failure, some of them may have been cancelled.
      refetchOrders()
    },
  })
}
