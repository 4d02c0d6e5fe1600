import { Check, MessageSquare } from 'lucide-react'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { isPlaceholderPhone } from '#shared/domain/dining.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { DROPDOWN_STATUSES, type OrderStatus } from '#shared/domain/order-status.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { useChangeStatus } from './change-order.ts'
import { contactLink, statusWord } from './order-words.ts'
import { PrintSlotContext } from './print-slot.ts'

/** What can be done with an order: set its status, complete it once delivered, write to its customer. */
export function OrderActions({ order, settings }: { order: Order; settings: Settings }) {
  const { t } = useTranslation()
  const { mutate: change } = useChangeStatus(order)
  const [asking, setAsking] = useState(false)
  const { Menu } = use(PrintSlotContext)
  const choose = (status: OrderStatus) => {
    if (status === order.status) return
    if (status === 'cancelled') setAsking(true)
    else change(status)
  }
  return (
    <footer className="mt-auto flex flex-wrap items-center gap-2">
      <Select
        label={t('orders.changeStatus', { id: order.id })}
        // A completed order's status is none of the five that can be chosen.
        value={DROPDOWN_STATUSES.find((status) => status === order.status) ?? null}
        placeholder={statusWord(t, order)}
        onValueChange={choose}
        options={DROPDOWN_STATUSES.map((value) => ({ value, label: statusWord(t, order, value) }))}
        className="h-11! min-w-36 flex-1"
      />
      {order.status === 'delivered' && (
        <Button className="order-first basis-full" onClick={() => change('completed')}>
          <Check aria-hidden="true" className="size-4.5" />
          {t('orders.complete')}
        </Button>
      )}
      {Menu && <Menu order={order} settings={settings} />}
      {!isPlaceholderPhone(order.phoneNumber) && <ContactCustomer order={order} settings={settings} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        destructive
        title={t('orders.cancelTitle', { id: order.id })}
        description={t('orders.cancelDescription', {
          who: order.customerName,
          total: formatMoney(order.total, order.currency),
        })}
        confirmLabel={t('orders.cancelConfirm')}
        cancelLabel={t('orders.cancelKeep')}
        onConfirm={() => {
          setAsking(false)
          change('cancelled')
        }}
      />
    </footer>
  )
}

function ContactCustomer({ order, settings }: { order: Order; settings: Settings }) {
  const { t } = useTranslation()
  return (
    <a
      href={contactLink(order, settings)}
      aria-label={t('orders.contact')}
      title={t('orders.contact')}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-control border border-edge bg-card transition-colors hover:bg-sunk"
    >
      <MessageSquare aria-hidden="true" className="size-5" />
    </a>
  )
}
