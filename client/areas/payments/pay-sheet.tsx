import { LogOut } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { Payment, PaymentInput } from '#shared/contracts/payments.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { guestDues } from '#shared/domain/payments/due.ts'
import { Button, Dialog, Money, t } from '../../ui/index.ts'
import { OrderReceipts } from '../printing/index.ts'
import { PayFields, type PayFieldsProps } from './pay-fields.tsx'
import type { Payable } from './pay-form.tsx'
import PaymentList, { useRecordPayment } from './payment-list.tsx'

interface PaySheetProps extends Omit<PayFieldsProps, 'record'> {
  open: boolean
  title: string
  /** Shown below, if nothing else shows them. */
  payments?: readonly Payment[]
  /** Frees the table, where nothing else is open there. */
  onFree?: (() => void) | undefined
  onClose: () => void
}

/** Records payments of what is due, one after another (docs/product/floor.md#floor-pay). */
export function PaySheet(props: PaySheetProps) {
  const { open, title, payable: read, asked, division, payments = [], onFree, onClose } = props
  // Until the bill is read again, the answers say what is due, and the payments of whom.
  const asRead = JSON.stringify(read)
  const [since, setSince] = useState<{ asRead: string; due: number; payments: PaymentInput[] }>()
  const known = since?.asRead === asRead ? since : undefined
  /** What is handed back of the payment after which nothing is due. The sheet stays until somebody has read it. */
  const [lastChange, setLastChange] = useState(0)
  const record = useRecordPayment((recorded, input) => {
    if (input.due === (known ?? read).due)
      setSince({ asRead, due: recorded.due, payments: [...(known?.payments ?? []), input] })
    if (recorded.due > 0) return
    if (recorded.change > 0) setLastChange(recorded.change)
    else onClose()
  })
  const paid = (read.paid ?? 0) + read.due - (known ?? read).due
  const payable = known && !record.error ? { ...read, due: known.due, paid, guests: guestsSince(read, known) } : read
  const { due, currency } = payable
  const close = () => {
    record.forgetError()
    setLastChange(0)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      // Its end would otherwise close what is open by then.
      dismissible={!record.isPending}
      title={
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          {title}
          <Due due={due} currency={currency} />
        </span>
      }
      className="max-h-dvh!"
    >
      {due <= 0 && lastChange > 0 && <LastChange amount={lastChange} {...{ currency, onFree }} onDone={close} />}
      {(due > 0 || record.isUnknown) && <PayFields {...{ payable, asked, division, record }} />}
      {payments.length > 0 && (
        <>
          <PaymentList payments={payments} currency={currency} due={due} />
          <OrderReceipts orders={payable.orders} />
        </>
      )}
      {due <= 0 && <p className="mt-3 text-balance text-center text-muted text-sm">{t('days.notFiscal')}</p>}
    </Dialog>
  )
}

/** Once everything is paid. */
export function FreeButton({
  onFree,
  ...rest
}: { onFree: () => void } & Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button size="large" onClick={onFree} {...rest}>
      <LogOut aria-hidden="true" className="size-5" />
      {t('tables.freeConfirm')}
    </Button>
  )
}

interface LastChangeProps extends Pick<Payable, 'currency'>, Pick<PaySheetProps, 'onFree'> {
  amount: number
  onDone: () => void
}

function LastChange({ amount, currency, onFree, onDone }: LastChangeProps) {
  return (
    <>
      <p role="status" className="rounded-card bg-ready-soft p-5 text-center text-ready">
        <span className="block text-body">{t('payments.change')}</span>
        <Money parts={moneyParts(amount, currency)} className="display text-display leading-tight" />
      </p>
      <Button size="large" autoFocus onClick={onDone} className="mt-4 w-full">
        {t('payments.done')}
      </Button>
      {onFree && <FreeButton variant="outline" onFree={onFree} className="mt-2.5 w-full" />}
    </>
  )
}

const guestsSince = ({ guests }: Payable, { payments, due }: { payments: readonly PaymentInput[]; due: number }) =>
  guestDues(
    guests.map((guest) => ({ ...guest, total: guest.due })),
    payments,
    due,
  )

/** What is due or to be given back, or that everything is paid. */
export function Due({ due, currency }: Pick<Payable, 'due' | 'currency'>) {
  const small = 'font-sans font-semibold text-body'
  if (due === 0) return <span className={`${small} text-ready`}>{t('due.paid')}</span>
  return (
    <span className="whitespace-nowrap">
      <Money parts={moneyParts(Math.abs(due), currency)} />
      <span className={`${small} ${due < 0 ? 'text-cancelled' : 'text-muted'}`}>
        {` ${due < 0 ? t('due.toGiveBack', { amount: '' }).trim() : t('payments.due')}`}
      </span>
    </span>
  )
}
