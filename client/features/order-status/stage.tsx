import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#shared/domain/money.ts'
import { cx } from '../../ui/cx.ts'
import { type OwnOrder, STAGES, type Stage, stageOf, stepsOf } from './own-orders.ts'

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

/** A progress bar of five segments. */
export function StageBar({ order, className }: { order: OwnOrder; className?: string }) {
  const stage = stageOf(order)
  const reached = stepsOf(order)
  return (
    <span aria-hidden="true" className={cx('flex gap-1', STAGE_COLOR[stage], className)}>
      {STAGES.map((step, i) => (
        <span
          key={step}
          className={cx('h-1 flex-1 rounded-full transition-colors', i < reached ? 'bg-current' : 'bg-line')}
        />
      ))}
    </span>
  )
}

interface StageTexts {
  word: string
  sentence: string
  /** A sentence that dishes were taken off the order, with its new total; null if none were. */
  change: string | null
  stepWord: (step: (typeof STAGES)[number]) => string
}

/** Texts about an order for its guest: the name of its stage, a sentence about its meaning, and a label per step. */
export function useStageTexts(): (order: OwnOrder) => StageTexts {
  const { t } = useTranslation()
  return (order) => {
    const stage = stageOf(order)
    const where = order.takeaway ? 'takeaway' : 'here'
    const delivered = t(`orderStatus.delivered.${where}`)
    return {
      word: stage === 'delivered' ? delivered : t(`orderStatus.stage.${stage}`),
      sentence: stage === 'ready' ? t(`orderStatus.meaning.ready.${where}`) : t(`orderStatus.meaning.${stage}`),
      change: changeText(order, t),
      stepWord: (step) => (step === 'delivered' ? delivered : t(`orderStatus.step.${step}`)),
    }
  }
}

function changeText({ changed, total, currency }: OwnOrder, t: TFunction): string | null {
  if (!changed) return null
  return t('orderStatus.changed', { total: total === null ? '' : formatMoney(total, currency) })
}
