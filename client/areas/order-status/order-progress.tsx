import type { TFunction } from 'i18next'
import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#shared/domain/money.ts'
import { useLiveStatus } from '../../lib/live/live.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatTime } from '../../lib/words/format.ts'
import { cx } from '../../ui/cx.ts'
import { type OwnOrder, PROGRESS_STAGES, reachedStageCount, type Stage, stageOf, useOwnOrders } from './own-orders.ts'

/** The colour of a stage, the same as on the Orders tab. It is always shown together with the stage's name. */
export const STAGE_COLOR: Record<Stage, string> = {
  received: 'text-pending',
  seen: 'text-pending',
  preparing: 'text-preparing',
  ready: 'text-ready',
  delivered: 'text-delivered',
  completed: 'text-muted',
  cancelled: 'text-cancelled',
}

/** A progress bar with a segment for each stage before the end. */
export function StageBar({ order, className }: { order: OwnOrder; className?: string }) {
  const stage = stageOf(order)
  const reached = reachedStageCount(order)
  return (
    <span aria-hidden="true" className={cx('flex gap-1', STAGE_COLOR[stage], className)}>
      {PROGRESS_STAGES.map((step, i) => (
        <span
          key={step}
          className={cx('h-1 flex-1 rounded-full transition-colors', i < reached ? 'bg-current' : 'bg-line')}
        />
      ))}
    </span>
  )
}

interface StageTexts {
  stageName: string
  sentence: string
  /** A sentence that says that dishes were taken off the order, and its new total; null if none were. */
  change: string | null
  stepName: (step: (typeof PROGRESS_STAGES)[number]) => string
}

/** Texts about an order for its guest: the name of its stage, a sentence about its meaning, and a label per step. */
export function useStageTexts(): (order: OwnOrder) => StageTexts {
  const { t } = useTranslation()
  return (order) => {
    const stage = stageOf(order)
    const where = order.takeaway ? 'takeaway' : 'here'
    const delivered = t(`orderStatus.delivered.${where}`)
    return {
      stageName: stage === 'delivered' ? delivered : t(`orderStatus.stage.${stage}`),
      sentence: stage === 'ready' ? t(`orderStatus.meaning.ready.${where}`) : t(`orderStatus.meaning.${stage}`),
      change: changeText(order, t),
      stepName: (step) => (step === 'delivered' ? delivered : t(`orderStatus.step.${step}`)),
    }
  }
}

function changeText({ changed, total, currency }: OwnOrder, t: TFunction): string | null {
  if (!changed) return null
  return t('orderStatus.changed', { total: total === null ? '' : formatMoney(total, currency) })
}

/** A note that the shown status may be outdated, and since when. Renders nothing while connected. */
export function ConnectionNote({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const status = useLiveStatus()
  if (status.state !== 'reconnecting' && status.state !== 'offline') return null
  const time = formatTime(new Date(status.since), timeZone)
  return (
    <p role="status" className={cx('flex items-start gap-2 text-[13px] font-medium text-pending', className)}>
      <WifiOff aria-hidden="true" className="mt-px size-4 shrink-0" />
      <span>
        {t('orderStatus.connectionLost')} {t('orderStatus.asOf', { time })}
      </span>
    </p>
  )
}

/** The status of one of this phone's orders, with a sentence about what it means. */
export default function OrderProgress({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const order = useOwnOrders().find((order) => order.orderId === orderId)
  const textsOf = useStageTexts()
  if (!order) return null
  const { stageName, sentence } = textsOf(order)
  return (
    <section aria-label={t('orderStatus.progress')} className="rounded-card bg-sunk px-4 py-3.5 text-left">
      <StageBar order={order} className="mb-2.5" />
      <p role="status" className="text-[15px]">
        <strong className={`font-semibold ${STAGE_COLOR[stageOf(order)]}`}>{stageName}</strong>
        <span className="mt-0.5 block text-muted">{sentence}</span>
      </p>
      <ConnectionNote className="mt-2" />
    </section>
  )
}
