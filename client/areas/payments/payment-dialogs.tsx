import { useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Bill } from '#shared/contracts/bills.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { getPayments } from '#shared/contracts/payments.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { callApi } from '../../lib/api/api.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { Button, Dialog, t } from '../../ui/index.ts'
import { DialogAlert, destinationOf, moveOn, useOrder } from '../orders/index.ts'
import type { Division, Payable } from './pay-form.tsx'
import { Due, FreeButton, PaySheet } from './pay-sheet.tsx'
import { METHOD, METHODS, MethodName, paymentsKey, useMethods, useRecordPayment } from './payment-list.tsx'

interface BillDueProps {
  /** The method that the guests named when they asked for the bill. */
  asked?: 'cash' | 'card' | null | undefined
  bill: Bill
  /** How it is divided on the screen. */
  division: Division
  /** How it is being paid. */
  paying: Division | undefined
  onPay: (division: Division | undefined) => void
  /** Frees the table, where nothing else is open there. */
  onFree?: (() => void) | undefined
  children: ReactNode
}

/** Below a bill: its total, what is paid and due, and the way to pay it. */
export function BillDue({ bill, division, asked, paying, onPay, onFree, children }: BillDueProps) {
  const { orderIds: orders, currency, total, paid = 0, due = 0 } = bill
  const guests = bill.guests.map(({ guestName, due = 0 }) => ({ guestName, due }))
  return (
    <>
      <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-body text-muted">
          {t('orders.total')}
          {paid !== 0 &&
            ` ${formatMoney(total, currency)} · ${t('due.paidOf', { amount: formatMoney(paid, currency) })}`}
        </span>
        <strong className="display ml-auto text-figure">
          <Due due={due} currency={currency} />
        </strong>
      </p>
      <div className="mt-2 grid auto-cols-fr grid-flow-col gap-2">
        {children}
        {due > 0 && (
          <Button size="large" onClick={() => onPay(division)} className="px-2!">
            <Banknote className="size-5" />
            {t('due.take')}
          </Button>
        )}
        {due === 0 && onFree && <FreeButton onFree={onFree} className="px-2!" />}
      </div>
      <p className="mt-2 text-balance text-center text-muted text-sm">{t('days.notFiscal')}</p>
      <PaySheet
        open={paying !== undefined}
        title={t('common.table', { number: bill.tableNumber })}
        payable={{ orders, currency, due, paid, guests }}
        asked={asked}
        division={paying}
        onFree={onFree}
        onClose={() => onPay(undefined)}
      />
    </>
  )
}

/** The sheet of an order's payments, and the question before an unpaid one is completed. */
export function OrderPayments() {
  return (
    <>
      <OpenedDialog name="unpaid">
        {({ order, due }, open, close) => (
          <UnpaidDialog
            open={open}
            title={nameOf(order)}
            payable={{ orders: [order.id], due, currency: order.currency }}
            onComplete={(withoutPayment) => {
              close()
              void moveOn({ ...order, due: 0 }, 'completed', withoutPayment || undefined)
            }}
            onSeveral={() => {
              close()
              openDialog('pay', order.id)
            }}
            onClose={close}
          />
        )}
      </OpenedDialog>
      <OpenedDialog name="pay">
        {(orderId, open, close) => <OpenedSheet orderId={orderId} open={open} onClose={close} />}
      </OpenedDialog>
    </>
  )
}

const nameOf = (order: Order) => `#${order.id} · ${destinationOf(order)}`

function OpenedSheet({ orderId, ...sheet }: { orderId: number; open: boolean; onClose: () => void }) {
  const order = useOrder(orderId)
  if (!order) return null
  return <OrderSheet order={order} title={nameOf(order)} {...sheet} />
}

interface OrderSheetProps {
  open: boolean
  order: Pick<Order, 'id' | 'currency' | 'due' | 'paid'> & { version?: number }
  title: string
  onClose: () => void
}

/** What an order owes, with its payments. */
export function OrderSheet({ order: { id, currency, due = 0, paid, version }, ...sheet }: OrderSheetProps) {
  const { data: payments } = useQuery({
    // A payment changes what is due, and raises the order's version.
    queryKey: [...paymentsKey, id, due, version],
    queryFn: ({ signal }) => callApi(getPayments, { query: { orderId: String(id) }, signal }),
    enabled: sheet.open,
  })
  return <PaySheet payable={{ orders: [id], currency, due, paid, guests: [] }} payments={payments} {...sheet} />
}

interface UnpaidDialogProps {
  open: boolean
  /** What is completed: an order, or a table with what that ends. */
  title: string
  description?: string
  payable: Omit<Payable, 'guests'>
  isCompleting?: boolean
  /** Completes it: after a payment of all, or without one. */
  onComplete: (withoutPayment: boolean) => void
  /** Opens what records several payments, and takes them back. */
  onSeveral: () => void
  onClose: () => void
}

/** Asks once how it was paid: one tap pays all of it by a method (docs/product/board.md#board-unpaid). */
export function UnpaidDialog(props: UnpaidDialogProps) {
  const { open, title, description, payable, isCompleting = false, onComplete, onSeveral, onClose } = props
  const { methods } = useMethods()
  const record = useRecordPayment(() => onComplete(false))
  const { failure, isUnknown } = record
  const isPending = record.isPending || isCompleting
  const { orders, due, currency } = payable
  // What the house gives needs a reason, which the sheet asks for.
  const offered = due > 0 ? methods.filter(({ kind }) => kind !== 'house') : []
  const payBy = (method: number) =>
    record.mutate({ orders: [...orders], due, amount: due, method, tip: 0, guestName: null, reason: null })
  const close = () => {
    record.forgetError()
    onClose()
  }
  return (
    <Dialog open={open} onOpenChange={close} dismissible={!isPending} title={title} description={description}>
      <p className="display text-right text-figure">
        <Due due={due} currency={currency} />
      </p>
      {failure && <DialogAlert>{failure}</DialogAlert>}
      {isUnknown && (
        <Button size="large" onClick={record.repeat} pending={isPending} className="mt-4 w-full">
          {t('common.tryAgain')}
        </Button>
      )}
      <fieldset disabled={isPending || isUnknown} className="mt-3 flex flex-col gap-2">
        {offered.length > 0 && (
          <>
            <legend className="mb-2 text-body text-muted">{t('payments.unpaidHow')}</legend>
            <div className={METHODS}>
              {offered.map((method) => (
                <Button
                  key={method.id}
                  variant="outline"
                  size="large"
                  onClick={() => payBy(method.id)}
                  className={`${METHOD} px-3!`}
                >
                  <MethodName method={method} />
                </Button>
              ))}
            </div>
          </>
        )}
        <Button variant="outline" onClick={onSeveral}>
          {t(due < 0 ? 'payments.takeBack' : 'payments.several')}
        </Button>
        <Button variant="quiet" onClick={() => onComplete(true)}>
          {t(due < 0 ? 'payments.withoutGivingBack' : 'payments.without')}
        </Button>
      </fieldset>
      <p className="mt-2 text-balance text-center text-muted text-sm">{t('days.notFiscal')}</p>
    </Dialog>
  )
}
