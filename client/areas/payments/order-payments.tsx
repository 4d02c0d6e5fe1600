import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { getPayments } from '#shared/contracts/payments.ts'
import { callApi } from '../../lib/api/api.ts'
import { useTranslation, useWhileOpen } from '../../ui/index.ts'
import { destinationOf, moveOn, payingOrder, unpaidOrder, useBoardState } from '../orders/index.ts'
import { PaySheet } from './pay-sheet.tsx'
import { paymentsKey } from './payment-list.tsx'
import UnpaidDialog from './unpaid-dialog.tsx'

const close = () => {
  unpaidOrder.set(undefined)
  payingOrder.set(undefined)
}

/** The sheet of an order's payments, and the question before an unpaid one is completed. */
export default function OrderPayments() {
  const asked = unpaidOrder.use()
  const payingId = payingOrder.use()
  const question = useWhileOpen(asked !== undefined, asked)
  const shownId = useWhileOpen(payingId !== undefined, payingId)
  const paid = useBoardState(({ board }) => (shownId === undefined ? undefined : board.orders.get(shownId)))
  const { t } = useTranslation()
  // Their state outlasts the board, which another person may open next.
  useEffect(() => close, [])
  const nameOf = (order: Order) => `#${order.id} · ${destinationOf(t, order)}`
  return (
    <>
      {question && (
        <UnpaidDialog
          key={question.order.id}
          open={asked !== undefined}
          title={nameOf(question.order)}
          payable={{ orders: [question.order.id], due: question.due, currency: question.order.currency }}
          onComplete={(withoutPayment) => {
            close()
            void moveOn({ ...question.order, due: 0 }, 'completed', withoutPayment || undefined)
          }}
          onSeveral={() => {
            close()
            payingOrder.set(question.order.id)
          }}
          onClose={close}
        />
      )}
      {paid && <OrderSheet key={`sheet ${paid.id}`} open={payingId !== undefined} order={paid} title={nameOf(paid)} />}
    </>
  )
}

function OrderSheet({ open, order, title }: { open: boolean; order: Order; title: string }) {
  const { id, currency, due = 0, paid = 0, version } = order
  const { data: payments } = useQuery({
    // A payment raises the order's version.
    queryKey: [...paymentsKey, id, version],
    queryFn: ({ signal }) => callApi(getPayments, { query: { orderId: String(id) }, signal }),
    enabled: open && paid !== 0,
  })
  const payable = { orders: [id], currency, due, guests: [] }
  return <PaySheet open={open} title={title} payable={payable} payments={payments} onClose={close} />
}
