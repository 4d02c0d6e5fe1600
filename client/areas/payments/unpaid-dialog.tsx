import { errorMessage } from '../../lib/api/request-error.ts'
import { Button, Dialog, useTranslation } from '../../ui/index.ts'
import { DialogAlert } from '../orders/index.ts'
import type { Payable } from './pay-form.tsx'
import { Due } from './pay-sheet.tsx'
import { METHOD_GRID, MethodName, useMethods, useRecordPayment } from './payment-list.tsx'

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
export default function UnpaidDialog(props: UnpaidDialogProps) {
  const { open, title, description, payable, isCompleting = false, onComplete, onSeveral, onClose } = props
  const { t } = useTranslation()
  const { methods } = useMethods()
  const record = useRecordPayment(() => onComplete(false))
  const { error, isUnknown } = record
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
      {error && <DialogAlert>{isUnknown ? t('payments.unknown') : errorMessage(error)}</DialogAlert>}
      {isUnknown && (
        <Button size="large" onClick={record.repeat} pending={isPending} className="mt-4 w-full">
          {t('common.tryAgain')}
        </Button>
      )}
      <fieldset disabled={isPending || isUnknown} className="mt-3 flex flex-col gap-2">
        {offered.length > 0 && <legend className="mb-2 text-body text-muted">{t('payments.unpaidHow')}</legend>}
        <div className={METHOD_GRID}>
          {offered.map((method) => (
            <Button key={method.id} variant="outline" size="large" onClick={() => payBy(method.id)} className="px-3!">
              <MethodName method={method} />
            </Button>
          ))}
        </div>
        <Button variant="outline" onClick={onSeveral}>
          {t(due < 0 ? 'payments.takeBack' : 'payments.several')}
        </Button>
        <Button variant="quiet" onClick={() => onComplete(true)}>
          {t(due < 0 ? 'payments.withoutGivingBack' : 'payments.without')}
        </Button>
      </fieldset>
      <p className="mt-2 text-balance text-center text-muted text-sm">{t('payments.notFiscal')}</p>
    </Dialog>
  )
}
