import { WifiOff } from 'lucide-react'
import { formatMoney } from '#shared/domain/money.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { useLiveStatus } from '../../lib/live/live.ts'
import { RestaurantTime, usePickupWords } from '../../lib/settings/pickup-time.tsx'
import { timeZone } from '../../lib/settings/settings.ts'
import { cx, t } from '../../ui/index.ts'
import { OrderedLines } from '../orders/index.ts'
import { type OwnOrder, PROGRESS_STAGES, reachedStageCount, type Stage, stageOf, useOwnOrders } from './own-orders.ts'

export const STAGE_COLOR: Record<Stage, string> = {
  received: 'text-pending',
  seen: 'text-pending',
  preparing: 'text-preparing',
  ready: 'text-ready',
  delivered: 'text-delivered',
  completed: 'text-muted',
  cancelled: 'text-cancelled',
}

interface StageBarProps {
  order: OwnOrder
  /** Whether the stages are named; without names it is for the eye only. */
  isNamed?: boolean
  className?: string
}

/** The progress of an order: a segment for each stage before the end. */
export function StageBar({ order, isNamed = false, className }: StageBarProps) {
  const { stepName } = useStageTexts()(order)
  const current = reachedStageCount(order) - 1
  return (
    <ol aria-hidden={!isNamed} className={cx('grid grid-cols-5 gap-1', className)}>
      {PROGRESS_STAGES.map((step, i) => (
        <li
          key={step}
          aria-current={i === current ? 'step' : undefined}
          className={cx('text-center text-xs leading-tight', i === current ? 'font-semibold' : 'text-muted')}
        >
          <span
            className={cx(
              'block h-1 rounded-full transition-colors',
              i <= current ? cx('bg-current', STAGE_COLOR[stageOf(order)]) : 'bg-line',
            )}
          />
          {isNamed && <span className="-mx-1.5 mt-1.5 block">{stepName(step)}</span>}
          {isNamed && i < current && <span className="sr-only">({t('orderStatus.done')})</span>}
        </li>
      ))}
    </ol>
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
  return (order) => {
    const stage = stageOf(order)
    const where = order.takeaway ? 'takeaway' : 'here'
    const nameOf = (named: Stage) =>
      t(named === 'delivered' ? `orderStatus.delivered.${where}` : `orderStatus.stage.${named}`)
    return {
      stageName: nameOf(stage),
      sentence: stage === 'ready' ? t(`orderStatus.meaning.ready.${where}`) : t(`orderStatus.meaning.${stage}`),
      change: changeText(order),
      stepName: nameOf,
    }
  }
}

function changeText({ changed, total, currency }: OwnOrder): string | null {
  if (!changed) return null
  return t('orderStatus.changed', { total: total === null ? '' : formatMoney(total, currency) })
}

/** A note that the shown status may be outdated, and since when. Renders nothing while connected. */
export function ConnectionNote({ className }: { className?: string }) {
  const status = useLiveStatus()
  if (status.state !== 'reconnecting' && status.state !== 'offline') return null
  const time = formatTime(new Date(status.since), timeZone)
  return (
    <p role="status" className={cx('flex items-start gap-2 text-small font-medium text-pending', className)}>
      <WifiOff className="mt-px size-4 shrink-0" />
      <span>
        {t('sharedTable.connectionLost')} {t('orderStatus.asOf', { time })}
      </span>
    </p>
  )
}

const MINUTE_MS = 60_000

/** `today at 20:15 · in 25 min` until an order is picked up; undefined for an order without a time. */
function usePickupText({ pickupAt, asap, takeaway, status }: OwnOrder): string | undefined {
  const now = useServerNow()
  const wordsOf = usePickupWords()
  if (!pickupAt || !takeaway || (status !== 'pending' && status !== 'preparing')) return undefined
  const { isToday, time, text } = wordsOf(pickupAt)
  const when = asap ? t('orderStatus.readyAbout', { time }) : t('checkout.pickup.chosen', { time: text })
  const left = Math.ceil((Date.parse(pickupAt) - now) / MINUTE_MS)
  if (!isToday || left <= 0) return when
  const [hours, minutes] = [Math.floor(left / 60), left % 60]
  return `${when} · ${
    hours > 0
      ? t('orderStatus.inHours', { hours, minutes: String(minutes).padStart(2, '0') })
      : t('orderStatus.inMinutes', { minutes })
  }`
}

/** When the order is picked up, and whose time that is; in one line, only the former. */
export function PickupTime(props: { order: OwnOrder; isLine?: boolean; className?: string }) {
  const { order, isLine, className } = props
  const text = usePickupText(order)
  if (!text) return null
  if (isLine) return <span className="block truncate text-small text-muted leading-tight">{text}</span>
  return (
    <div className={className}>
      <p className="text-body font-semibold">{text}</p>
      <RestaurantTime className="text-small text-muted" />
    </div>
  )
}

/** In how many minutes the order is usually ready, while it is not. */
export function UsualTime({
  order: { readyIn, status, pickupAt },
  className,
}: {
  order: OwnOrder
  className?: string
}) {
  if (readyIn === null || pickupAt !== null || (status !== 'pending' && status !== 'preparing')) return null
  return <p className={cx('text-body', className)}>{t('orderStatus.readyIn', { minutes: readyIn })}</p>
}

/** One of this phone's orders after it was placed: its number if it is called out, its status and its lines. */
export default function OrderProgress({ orderId }: { orderId: number }) {
  const order = useOwnOrders().find((order) => order.orderId === orderId)
  const textsOf = useStageTexts()
  if (!order) return null
  const { stageName, sentence } = textsOf(order)
  return (
    <>
      {order.takeaway && (
        <p className="pb-4 text-center">
          <span className="block text-body text-muted">{t('orderStatus.yourNumber')}</span>
          <span className="display figures block text-display leading-tight">#{orderId}</span>
        </p>
      )}
      <section aria-label={t('orderStatus.progress')} className="rounded-card bg-sunk px-4 py-3.5 text-left">
        <p role="status" className="text-body">
          <strong className={`font-semibold ${STAGE_COLOR[stageOf(order)]}`}>{stageName}</strong>
          <span className="mt-0.5 block text-muted">{sentence}</span>
        </p>
        <StageBar order={order} isNamed className="mt-3" />
        <UsualTime order={order} className="mt-3 font-semibold" />
        <PickupTime order={order} className="mt-3" />
        <ConnectionNote className="mt-2" />
      </section>
      <div className="pt-2">
        <OrderedLines lines={order.lines} currency={order.currency} total={order.total} />
      </div>
    </>
  )
}
