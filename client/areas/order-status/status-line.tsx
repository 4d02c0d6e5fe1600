import { Check, ChevronUp, WifiOff, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#shared/domain/money.ts'
import { withLabel } from '#shared/domain/table-name.ts'
import { useLiveStatus } from '../../lib/live/live.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { useTableLabels } from '../tables/index.ts'
import { followOrders } from './follow-orders.ts'
import { ConnectionNote, STAGE_COLOR, StageBar, useStageTexts } from './order-progress.tsx'
import {
  canDismiss,
  hasChangedSince,
  hasEnded,
  type OwnOrder,
  orderInLine,
  ownOrders,
  PROGRESS_STAGES,
  reachedStageCount,
  stageOf,
  useOwnOrders,
} from './own-orders.ts'

interface OwnOrdersDialogProps {
  open: boolean
  onClose: () => void
}

/** A dialog with all orders of this phone and their stages. */
function OwnOrdersDialog({ open, onClose }: OwnOrdersDialogProps) {
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

/** A line beside the cart button with this phone's most important order; a tap opens a dialog with all. */
export default function StatusLine() {
  const { t } = useTranslation()
  const orders = useOwnOrders()
  const textsOf = useStageTexts()
  const { state } = useLiveStatus()
  const [open, setOpen] = useState(false)
  useEffect(followOrders, [])
  useMarkEndsSeen(orders)
  const shown = orderInLine(orders)
  if (!shown) return null
  const isDisconnected = state === 'reconnecting' || state === 'offline'
  const allEnded = orders.every(hasEnded)
  const { change } = textsOf(shown)
  return (
    <>
      <div className="fixed right-[92px] bottom-[max(1.25rem,env(safe-area-inset-bottom))] left-4 z-30 flex h-16 items-stretch rounded-[20px] border border-line bg-card text-ink shadow-lift md:right-auto md:bottom-8 md:left-10 md:w-[360px]">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-[20px] pr-3 pl-4 text-left"
        >
          <span className="min-w-0 flex-1">
            <span className="flex items-baseline justify-between gap-2">
              <strong className={`truncate text-[15px] font-semibold ${STAGE_COLOR[stageOf(shown)]}`}>
                {textsOf(shown).stageName}
              </strong>
              <span className="figures shrink-0 text-[13px] text-muted">
                <span className="max-[23rem]:sr-only">{t('orderStatus.order', { id: shown.orderId })}</span>
                {/* On the narrowest phones the status itself needs the room. */}
                <span aria-hidden="true" className="min-[23rem]:hidden">
                  #{shown.orderId}
                </span>
                {orders.length > 1 && ` ${t('orderStatus.more', { count: orders.length - 1 })}`}
              </span>
            </span>
            {isDisconnected ? (
              <span className="mt-0.5 flex items-center gap-1.5 text-[12.5px] leading-tight text-pending">
                <WifiOff aria-hidden="true" className="size-3.5 shrink-0" />
                <span className="line-clamp-2">{t('orderStatus.connectionLost')}</span>
              </span>
            ) : allEnded ? (
              <span className="mt-0.5 line-clamp-2 text-[12.5px] leading-tight text-muted">
                {textsOf(shown).sentence}
              </span>
            ) : change ? (
              <span className="mt-0.5 line-clamp-2 text-[12.5px] leading-tight text-pending">{change}</span>
            ) : (
              <StageBar order={shown} className="mt-2" />
            )}
          </span>
          {!allEnded && <ChevronUp aria-hidden="true" className="size-4.5 shrink-0 text-muted" />}
        </button>
        {allEnded && (
          <IconButton
            label={t('orderStatus.dismissAll')}
            onClick={() => {
              for (const { orderId } of orders) ownOrders.dismiss(orderId)
            }}
            className="my-auto mr-2 size-10 rounded-full"
          >
            <X aria-hidden="true" className="size-4.5" />
          </IconButton>
        )}
      </div>
      <OwnOrdersDialog open={open} onClose={() => setOpen(false)} />
      <StatusAnnouncer />
    </>
  )
}

/** Announces each change of stage, total or table to a screen reader, but not the initial state. */
function StatusAnnouncer() {
  const { t } = useTranslation()
  const orders = useOwnOrders()
  const textsOf = useStageTexts()
  const labelOf = useTableLabels()
  const [previousOrders, setPreviousOrders] = useState(orders)
  const [announcement, setAnnouncement] = useState('')
  if (orders !== previousOrders) {
    setPreviousOrders(orders)
    const announcements = orders.flatMap((order) => {
      const earlier = previousOrders.find(({ orderId }) => orderId === order.orderId)
      if (!earlier) return []
      const { stageName, sentence, change } = textsOf(order)
      const id = order.orderId
      const { tableNumber: number } = order
      const isMoved = number !== null && earlier.tableNumber !== number
      return [
        ...(stageOf(earlier) === stageOf(order) ? [] : [t('orderStatus.announced', { id, word: stageName, sentence })]),
        ...(change && hasChangedSince(earlier, order) ? [`${t('orderStatus.order', { id })}: ${change}`] : []),
        ...(isMoved
          ? [`${t('orderStatus.order', { id })}: ${withLabel(t('common.table', { number }), labelOf(number))}`]
          : []),
      ]
    })
    if (announcements.length > 0) setAnnouncement(announcements.join(' '))
  }
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}

/** Records that the guest has seen an order's end, once the page is visible. */
function useMarkEndsSeen(orders: readonly OwnOrder[]): void {
  useEffect(() => {
    const unseenIds = orders.filter((order) => hasEnded(order) && !order.told).map(({ orderId }) => orderId)
    if (unseenIds.length === 0) return
    const markSeen = () => {
      if (document.visibilityState === 'visible') ownOrders.markEndSeen(unseenIds)
    }
    markSeen()
    document.addEventListener('visibilitychange', markSeen)
    return () => document.removeEventListener('visibilitychange', markSeen)
  }, [orders])
}
