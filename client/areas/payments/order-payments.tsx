import { useQuery } from '@tanstack/react-query'
import type { Order } from '#shared/contracts/orders.ts'
import { getPayments } from '#shared/contracts/payments.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { callApi } from '../../lib/api/api.ts'
import { closeDialog, openDialog } from '../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { useTranslation } from '../../ui/index.ts'
import { destinationOf, moveOn, useOrder } from '../orders/index.ts'
import { PaySheet } from './pay-sheet.tsx'
import { paymentsKey } from './payment-list.tsx'
import UnpaidDialog from './unpaid-dialog.tsx'

/** The sheet of an order's payments, and the question before an unpaid one is completed. */
export default function OrderPayments() {
  const { t } = useTranslation()
  return (
    <>
      <OpenedDialog name="unpaid">
        {({ order, due }, open) => (
          <UnpaidDialog
            open={open}
            title={nameOf(t, order)}
            payable={{ orders: [order.id], due, currency: order.currency }}
            onComplete={(withoutPayment) => {
              closeDialog('unpaid')
              void moveOn({ ...order, due: 0 }, 'completed', withoutPayment || undefined)
            }}
            onSeveral={() => {
              closeDialog('unpaid')
              openDialog('pay', { orderId: order.id })
            }}
            onClose={() => closeDialog('unpaid')}
          />
        )}
      </OpenedDialog>
      <OpenedDialog name="pay">{({ orderId }, open) => <OrderSheet orderId={orderId} open={open} />}</OpenedDialog>
    </>
  )
}

const nameOf = (t: TFunction, order: Order) => `#${order.id} · ${destinationOf(t, order)}`

function OrderSheet({ open, orderId }: { open: boolean; orderId: number }) {
  const { t } = useTranslation()
  const order = useOrder(orderId)
  const { due = 0, paid = 0, version } = order ?? {}
  const { data: payments } = useQuery({
    // A payment raises the order's version.
    queryKey: [...paymentsKey, orderId, version],
    queryFn: ({ signal }) => callApi(getPayments, { query: { orderId: String(orderId) }, signal }),
    enabled: open && paid !== 0,
  })
  if (!order) return null
  const payable = { orders: [orderId], currency: order.currency, due, guests: [] }
  return (
    <PaySheet
      open={open}
      title={nameOf(t, order)}
      payable={payable}
      payments={payments}
      onClose={() => closeDialog('pay')}
    />
  )
}
