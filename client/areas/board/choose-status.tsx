import type { Order } from '#shared/contracts/orders.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { isOpen, type OrderStatus } from '#shared/domain/orders/order.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { Button } from '../../ui/index.ts'
import { setOrderStatus, titleOf } from '../orders/index.ts'
import { cancelSameOrigin } from './same-origin.ts'

/** Sets the status that was chosen for an order, after a question if that cancels it. */
export async function chooseStatus(t: TFunction, order: Order, status: OrderStatus): Promise<void> {
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
  const question = { ...cancelQuestion(t, order), body: order.unproven && isOpen(order.status) && offer }
  if (status === 'cancelled' && !(await confirm(question))) return
  void (isForAll ? cancelSameOrigin(t, order) : setOrderStatus(order, status))
}

const cancelQuestion = (t: TFunction, order: Order) => ({
  title: t('orders.cancelTitle', { id: order.id }),
  description: t('orders.cancelDescription', {
    who: titleOf(t, order),
    total: formatMoney(order.total, order.currency),
  }),
  confirm: t('orders.cancelConfirm'),
  cancel: t('orders.cancelKeep'),
  isDestructive: true,
})
