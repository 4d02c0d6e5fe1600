import type { TFunction } from 'i18next'
import { useServerNow } from '../../../lib/clock/use-server-now.ts'
import { ageText } from '../order/age-text.ts'
import { orderAge } from '../order/order-age.ts'

/** How long an order has waited: a clock that fills up, and the time as text. */
export function AgeClock({ t, createdAt }: { t: TFunction; createdAt: string }) {
  const { minutes, fill } = orderAge(createdAt, useServerNow())
  return (
    <span className="ml-auto inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap font-semibold text-[15px]">
      <Clock fill={fill} />
      <span className="figures">
        {minutes > 0 && <span className="sr-only">{t('orders.waiting')} </span>}
        {ageText(t, minutes)}
      </span>
    </span>
  )
}

const RADIUS = 2.3
const CIRCUMFERENCE = 2 * Math.PI * RADIUS
/** The smallest slice shown, so that the first minutes are visible. */
const MIN_FILL = 0.07

function Clock({ fill }: { fill: number }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className="size-5 text-muted">
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeWidth="1.4" />
      {fill === 0 ? (
        <path d="M8 4.6V8l2.1 1.3" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
      ) : (
        // A stroke twice as wide as its radius fills the dial like a slice.
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          stroke="var(--accent)"
          strokeWidth={RADIUS * 2}
          strokeDasharray={`${Math.max(MIN_FILL, fill) * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 8 8)"
        />
      )}
    </svg>
  )
}
