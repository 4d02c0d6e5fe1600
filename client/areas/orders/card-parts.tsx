import type { MouseEvent } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { countsFrom } from '#shared/domain/orders/later.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { ageText, type CardPartProps, lateAfter, orderAge } from './order-text.ts'

interface AgeClockProps extends CardPartProps {
  settings: Pick<Settings, 'kitchenMinutes'>
  /** For the kitchen, which reads at two metres: larger, and in the accent colour from the first threshold on. */
  isFar?: boolean
}

/** How long an order has waited: a clock that is full when it is late, and the time as text. */
export function AgeClock({ t, order, settings, isFar = false }: AgeClockProps) {
  const { minutes } = orderAge(countsFrom(order), useServerNow())
  const warm = settings.kitchenMinutes?.[0] ?? 5
  const late = lateAfter(settings)
  return (
    <span
      className={cx(
        'ml-auto inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap font-semibold',
        isFar ? 'pt-1 text-xl leading-none' : 'text-body',
      )}
    >
      <ClockFace
        fill={minutes / late}
        className={isFar ? cx('size-6.5', minutes >= warm && minutes < late && 'text-accent') : 'size-5 text-muted'}
      />
      <span className="figures">
        {minutes > 0 && <span className="sr-only">{t('orders.waiting')} </span>}
        {ageText(t, minutes)}
      </span>
    </span>
  )
}

/** The head of a late order, with its word; badges keep their own colours. */
export const LATE_HEAD = 'bg-ink text-paper [&_*:not(.rounded-full)]:text-paper! [&_button:hover]:bg-paper/15'

const RADIUS = 2.5
const CIRCUMFERENCE = 2 * Math.PI * RADIUS
/** The smallest slice shown, so that the first minutes are visible. */
const MIN_FILL = 0.07

/** A dial. @param fill its part that is full, from 0; above 1 it is full, too */
export function ClockFace({ fill, className }: { fill: number; className: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true" className={className}>
      <circle cx="8" cy="8" r="6.5" strokeWidth="1.4" />
      {fill === 0 ? (
        <path d="M8 4.6V8l2.1 1.3" strokeWidth="1.4" strokeLinecap="round" />
      ) : (
        // A stroke twice as wide as its radius fills the dial like a slice.
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          strokeWidth={RADIUS * 2}
          strokeDasharray={`${Math.min(1, Math.max(MIN_FILL, fill)) * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 8 8)"
        />
      )}
    </svg>
  )
}

/** In place of a card that could not be rendered: its number and total. */
export function PlainCard({ order: { id, total, currency } }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <article
      aria-label={t('orders.order', { id })}
      className="rounded-card border border-cancelled bg-card p-4.5 shadow-soft"
    >
      <h2 className="display figures text-title leading-tight">#{id}</h2>
      <p className="mt-1.5 text-body">{t('orders.notDrawn')}</p>
      <p className="display figures mt-3.5 text-xl leading-tight">
        <span className="sr-only">{t('orders.total')} </span>
        {formatMoney(total, currency)}
      </p>
    </article>
  )
}

const DOUBLE_TAP_MS = 400
const DOUBLE_TAP_PX = 24

interface Tap {
  timeStamp: number
  clientX: number
  clientY: number
}

let lastTap: Tap | undefined

/**
 * Whether a tap is the second of a double tap, which hits another card's button if the first tap moved a card away: it
 * must be ignored. Call it once for each tap. A click by keyboard has the coordinates 0, 0 and never is one.
 */
export function isDoubleTap(tap: Tap): boolean {
  const previous = lastTap
  lastTap = tap
  if (!previous || (tap.clientX === 0 && tap.clientY === 0)) return false
  const distance = Math.hypot(tap.clientX - previous.clientX, tap.clientY - previous.clientY)
  return tap.timeStamp - previous.timeStamp < DOUBLE_TAP_MS && distance < DOUBLE_TAP_PX
}

/** Ignores the second tap of a double tap: it would hit the card that took the first one's position. */
export function stopDoubleTap(event: MouseEvent<HTMLElement>): void {
  // React events also bubble here from the lists and dialogs that cards open elsewhere in the page.
  const isOnCard = event.target instanceof Node && event.currentTarget.contains(event.target)
  if (!isOnCard || !isDoubleTap(event.nativeEvent)) return
  event.preventDefault()
  event.stopPropagation()
}
