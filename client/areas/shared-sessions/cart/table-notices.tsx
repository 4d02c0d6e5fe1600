import { CircleAlert, QrCode } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { linesTotal } from '#shared/domain/money.ts'
import { PauseNote } from '../../../lib/settings/pause-note.tsx'
import { useSeated } from '../joining/use-seated.ts'
import { changeSharedCart, tableStore } from '../table-store.ts'
import type { SharedTableProps } from './shared-table-props.ts'

/** Notices above the lines: orders are paused, the code must be scanned again, or why the order could not be sent and what the guest can do. */
export function TableNotices({ refusalNotice }: Pick<SharedTableProps, 'refusalNotice'>) {
  const { t } = useTranslation()
  const completing = useSeated((table) => table.completing)
  const mustScan = useSeated((table) => table.mustScan)
  const { lines } = useSeated(({ shown }) => shown)

  function remove(dishIds: number[]) {
    for (const { id, menuItemId, participantId } of tableStore.getState().shown.lines) {
      if (!dishIds.includes(menuItemId)) continue
      const isOwn = participantId === tableStore.getState().seat?.participantId
      changeSharedCart(isOwn ? { kind: 'set', menuItemId, quantity: 0 } : { kind: 'remove', itemId: id })
    }
    tableStore.setState({ completing: null })
  }

  const isInCart = (dishId: number) => lines.some(({ menuItemId }) => menuItemId === dishId)
  const refused = typeof completing === 'object' ? completing : null
  const total = linesTotal(lines)
  const newTotal = refused?.refusal.total
  // The cart has changed since, so the total in the notice is no longer its total.
  const isOutdated = newTotal !== undefined && total !== newTotal && total !== refused?.before
  useEffect(() => {
    if (isOutdated) tableStore.setState({ completing: null })
  }, [isOutdated])
  return (
    <>
      {!refused && <PauseNote className="mt-4" />}
      {mustScan && (
        <section role="status" className="mt-4 rounded-card bg-pending-soft p-4 text-[15px]">
          <p className="flex items-start gap-2.5 font-semibold">
            <QrCode aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pending" />
            {t('sharedTable.scanAgain')}
          </p>
          <p className="mt-1">{t('sharedTable.scanAgainDescription')}</p>
        </section>
      )}
      {refused && <div className="mt-4">{refusalNotice(refused, isInCart, remove)}</div>}
      {(completing === 'failed' || completing === 'unanswered') && (
        <section role="alert" className="mt-4 rounded-card border border-cancelled bg-cancelled-soft p-4 text-[15px]">
          <p className="flex items-start gap-2.5 font-semibold">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-cancelled" />
            {t('errors.orderCompletion')}
          </p>
          <p className="mt-1">{t('errors.orderCompletionDescription')}</p>
          {completing === 'unanswered' && <p className="mt-1">{t('sharedTable.mayHaveArrived')}</p>}
        </section>
      )}
    </>
  )
}
