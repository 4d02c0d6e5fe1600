import { formatMoney } from '#shared/domain/money.ts'
import { cx } from '../../ui/cx.ts'
import { type CardPartProps, payingOrder, unbroken } from '../orders/index.ts'

interface DueButtonProps extends CardPartProps {
  /** Whether it says that nothing is paid, instead of offering to pay: where no sum stands beside it. */
  saysUnpaid?: boolean
}

/** What a card says of the money: to be paid, due, paid or to be given back. A tap opens the payments. */
export function DueButton({ t, order: { id, due, paid = 0, currency }, saysUnpaid = false }: DueButtonProps) {
  if (due === undefined || (due === 0 && paid === 0)) return null
  const amount = unbroken(formatMoney(Math.abs(due), currency))
  const says = (): [words: string, tone: string] => {
    if (due < 0) return [t('due.toGiveBack', { amount }), 'bg-cancelled-soft text-cancelled']
    if (due === 0) return [t('due.paid'), 'bg-ready-soft text-ready']
    if (!saysUnpaid) return [paid === 0 ? t('payments.pay') : t('due.due', { amount }), 'bg-sunk']
    return [t(paid === 0 ? 'due.unpaid' : 'due.due', { amount }), 'bg-pending-soft text-pending']
  }
  const [words, tone] = says()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => payingOrder.set(id)}
      className={cx('touch rounded-full px-3 py-1 font-semibold text-[13px] first-letter:uppercase', tone)}
    >
      {words}
    </button>
  )
}
