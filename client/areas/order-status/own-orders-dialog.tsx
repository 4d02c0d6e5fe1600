import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#shared/domain/money.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { useTableLabels } from '../tables/index.ts'
import { ConnectionNote } from './connection-note.tsx'
import { canDismiss, hasEnded, type OwnOrder, PROGRESS_STAGES, reachedStageCount, stageOf } from './own-orders.ts'
import { ownOrders, useOwnOrders } from './own-orders-store.ts'
import { STAGE_COLOR, useStageTexts } from './stage.tsx'

interface OwnOrdersDialogProps {
  open: boolean
  onClose: () => void
}

/** A dialog with all orders of this phone and their stages. */
export function OwnOrdersDialog({ open, onClose }: OwnOrdersDialogProps) {
  const { t } = useTranslation()
  const orders = useOwnOrders()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('orderStatus.title', { count: orders.length })}
    >
      <ConnectionNote className="mb-4" />
      <ul className="space-y-4">
        {orders.map((order) => (
          <OrderCard key={order.orderId} order={order} />
        ))}
      </ul>
    </Dialog>
  )
}

function OrderCard({ order }: { order: OwnOrder }) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const labelOf = useTableLabels()
  const { stageName, sentence, change } = useStageTexts()(order)
  const { orderId, tableNumber, takeaway, total, currency, at } = order
  const where =
    tableNumber !== null
      ? withLabel(t('common.table', { number: tableNumber }), labelOf(tableNumber))
      : takeaway
        ? t('checkout.takeaway')
        : t('checkout.dineIn')
  return (
    <li className="rounded-card border border-line bg-card p-4">
      <h3 className="flex items-baseline justify-between gap-3">
        <span className="display figures text-lg">{t('orderStatus.order', { id: orderId })}</span>
        {total !== null && <span className="figures font-semibold">{formatMoney(total, currency)}</span>}
      </h3>
      <p className="text-[13px] text-muted">
        {where} · {formatTime(new Date(at), timeZone)}
      </p>
      <p className="mt-3 text-[15px]">
        <strong className={`font-semibold ${STAGE_COLOR[stageOf(order)]}`}>{stageName}</strong>
        <span className="block text-muted">{sentence}</span>
      </p>
      {change && <p className="mt-2 text-[15px] text-pending">{change}</p>}
      {!hasEnded(order) && <Stages order={order} />}
      {canDismiss(order) && (
        <Button variant="outline" size="small" className="mt-3.5" onClick={() => ownOrders.dismiss(orderId)}>
          {t('orderStatus.dismiss')}
          <span className="sr-only"> {t('orderStatus.order', { id: orderId })}</span>
        </Button>
      )}
    </li>
  )
}

/** The stages from received to delivered, with the current one highlighted. */
function Stages({ order }: { order: OwnOrder }) {
  const { t } = useTranslation()
  const { stepName } = useStageTexts()(order)
  const current = reachedStageCount(order) - 1
  return (
    <ol className="mt-3.5 grid grid-cols-5 gap-1">
      {PROGRESS_STAGES.map((step, i) => (
        <li
          key={step}
          aria-current={i === current ? 'step' : undefined}
          className={cx(
            'flex flex-col items-center gap-1.5 text-center text-[12px] leading-tight',
            i === current ? 'font-semibold text-ink' : 'text-muted',
          )}
        >
          <span
            className={cx(
              'grid size-6 place-items-center rounded-full border-2',
              i < current && 'border-transparent bg-ready-soft text-ready',
              i === current && `border-current ${STAGE_COLOR[step]}`,
              i > current && 'border-line',
            )}
          >
            {i < current && <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />}
            {i === current && <span className="size-2.5 rounded-full bg-current" />}
          </span>
          {stepName(step)}
          {i < current && <span className="sr-only">({t('orderStatus.done')})</span>}
        </li>
      ))}
    </ol>
  )
}
