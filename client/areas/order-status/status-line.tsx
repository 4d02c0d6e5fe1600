import { ChevronUp, WifiOff, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withLabel } from '#shared/domain/table-name.ts'
import { useLiveStatus } from '../../lib/live/live.ts'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { useTableLabels } from '../tables/index.ts'
import { followOrders } from './follow-orders.ts'
import { hasChangedSince, hasEnded, type OwnOrder, orderInLine, stageOf } from './own-orders.ts'
import { OwnOrdersDialog } from './own-orders-dialog.tsx'
import { ownOrders, useOwnOrders } from './own-orders-store.ts'
import { STAGE_COLOR, StageBar, useStageTexts } from './stage.tsx'

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
