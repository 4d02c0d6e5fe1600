import type { TFunction } from 'i18next'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { cx } from '../../../ui/cx.ts'
import { ageText, orderAge } from '../../orders/index.ts'

/** The minutes after which an order's clock has the accent colour, and those after which the order is late. */
export type KitchenMinutes = readonly number[]

/** How long an order waits, by the restaurant's thresholds. */
export function useWaiting(createdAt: string, [fills = 5, late = 10]: KitchenMinutes) {
  const { minutes } = orderAge(createdAt, useServerNow())
  return { minutes, fill: Math.min(1, minutes / late), isWarm: minutes >= fills, isLate: minutes >= late }
}

interface KitchenClockProps {
  t: TFunction
  waiting: ReturnType<typeof useWaiting>
}

/** How long an order has waited: a dial that is full when the order is late, and the time as text. */
export function KitchenClock({ t, waiting: { minutes, fill, isWarm, isLate } }: KitchenClockProps) {
  return (
    <span className="ml-auto inline-flex shrink-0 items-center gap-2 whitespace-nowrap pt-1 font-semibold text-[1.25rem] leading-none">
      <Dial fill={fill} className={cx('size-6.5', isWarm && !isLate && 'text-accent')} />
      <span className="figures">
        {minutes > 0 && <span className="sr-only">{t('orders.waiting')} </span>}
        {minutes > 0 ? ageText(t, minutes) : t('kitchen.now')}
      </span>
    </span>
  )
}

const RADIUS = 4.5
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

function Dial({ fill, className }: { fill: number; className: string }) {
  return (
    <svg viewBox="0 0 26 26" fill="none" stroke="currentColor" aria-hidden="true" className={className}>
      <circle cx="13" cy="13" r="11.5" strokeWidth="2" />
      {/* A stroke twice as wide as its radius fills the dial like a slice. */}
      <circle
        cx="13"
        cy="13"
        r={RADIUS}
        strokeWidth={RADIUS * 2}
        strokeDasharray={`${fill * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
        transform="rotate(-90 13 13)"
      />
    </svg>
  )
}
