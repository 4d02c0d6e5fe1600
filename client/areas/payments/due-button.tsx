import { formatMoney } from '#shared/domain/money.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { cx, t } from '../../ui/index.ts'
import { type CardPartProps, unbroken } from '../orders/index.ts'

/** What a card says of the money: to be paid, due, paid or to be given back. A tap opens the payments. */
export function DueButton({ order: { id, due, paid = 0, currency } }: CardPartProps) {
  if (due === undefined || (due === 0 && paid === 0)) return null
  const amount = unbroken(formatMoney(Math.abs(due), currency))
  const words = due < 0 ? t('due.toGiveBack', { amount }) : due === 0 ? t('due.paid') : t('due.due', { amount })
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => openDialog('pay', id)}
      className={cx(
        'touch rounded-full px-3 py-1 font-semibold text-small first-letter:uppercase',
        due < 0 ? 'bg-cancelled-soft text-cancelled' : due === 0 ? 'bg-ready-soft text-ready' : 'bg-sunk',
      )}
    >
      {due > 0 && paid === 0 ? t('due.take') : words}
    </button>
  )
}
