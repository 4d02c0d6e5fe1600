import { ChevronUp, WifiOff, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../../lib/live/live.ts'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { followOrders } from './follow-orders.ts'
import { foremost, hasChangedSince, hasEnded, type OwnOrder, stageOf } from './own-orders.ts'
import { OwnOrdersDialog } from './own-orders-dialog.tsx'
import { ownOrders, useOwnOrders } from './own-orders-store.ts'
import { STAGE_COLOR, StageBar, useStageWords } from './stage.tsx'

/** This phone's orders in one line beside the cart button, until they are completed; a touch shows them all. */
export default function StatusLine() {
  const { t } = useTranslation()
  const orders = useOwnOrders()
  const words = useStageWords()
  const { state } = useLiveStatus()
  const [open, setOpen] = useState(false)
  useEffect(followOrders, [])
  useToldEnds(orders)
  const shown = foremost(orders)
  if (!shown) return null
  const lost = state === 'reconnecting' || state === 'offline'
  const over = orders.every(hasEnded)
  const { change } = words(shown)
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
                {words(shown).word}
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
            {lost ? (
              <span className="mt-0.5 flex items-center gap-1.5 text-[12.5px] leading-tight text-pending">
                <WifiOff aria-hidden="true" className="size-3.5 shrink-0" />
                <span className="line-clamp-2">{t('orderStatus.connectionLost')}</span>
              </span>
            ) : over ? (
              <span className="mt-0.5 line-clamp-2 text-[12.5px] leading-tight text-muted">
                {words(shown).sentence}
              </span>
            ) : change ? (
              <span className="mt-0.5 line-clamp-2 text-[12.5px] leading-tight text-pending">{change}</span>
            ) : (
              <StageBar order={shown} className="mt-2" />
            )}
          </span>
          {!over && <ChevronUp aria-hidden="true" className="size-4.5 shrink-0 text-muted" />}
        </button>
        {over && (
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
      <Announced />
    </>
  )
}

/** Announces each change of stage, total or table to a screen reader, but not those that the page began with. */
function Announced() {
  const { t } = useTranslation()
  const orders = useOwnOrders()
  const words = useStageWords()
  const [before, setBefore] = useState(orders)
  const [said, say] = useState('')
  if (orders !== before) {
    setBefore(orders)
    const news = orders.flatMap((order) => {
      const earlier = before.find(({ orderId }) => orderId === order.orderId)
      if (!earlier) return []
      const { word, sentence, change } = words(order)
      const id = order.orderId
      const { tableNumber: number } = order
      const isMoved = number !== null && earlier.tableNumber !== number
      return [
        ...(stageOf(earlier) === stageOf(order) ? [] : [t('orderStatus.announced', { id, word, sentence })]),
        ...(change && hasChangedSince(earlier, order) ? [`${t('orderStatus.order', { id })}: ${change}`] : []),
        ...(isMoved ? [`${t('orderStatus.order', { id })}: ${t('common.table', { number })}`] : []),
      ]
    })
    if (news.length > 0) say(news.join(' '))
  }
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}

/** Remembers that the guest has seen an order's end. A page in the background does not count. */
function useToldEnds(orders: readonly OwnOrder[]): void {
  useEffect(() => {
    const untold = orders.filter((order) => hasEnded(order) && !order.told).map(({ orderId }) => orderId)
    if (untold.length === 0) return
    const markTold = () => {
      if (document.visibilityState === 'visible') ownOrders.told(untold)
    }
    markTold()
    document.addEventListener('visibilitychange', markTold)
    return () => document.removeEventListener('visibilitychange', markTold)
  }, [orders])
}
