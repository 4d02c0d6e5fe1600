import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

const BADGE_TONES = {
  neutral: 'bg-sunk text-muted',
  accent: 'bg-accent-soft text-accent',
  pending: 'bg-pending-soft text-pending',
  preparing: 'bg-preparing-soft text-preparing',
  ready: 'bg-ready-soft text-ready',
  delivered: 'bg-delivered-soft text-delivered',
  cancelled: 'bg-cancelled-soft text-cancelled',
  completed: 'bg-sunk text-muted',
  warning: 'bg-cancelled text-card',
} as const
export type BadgeTone = keyof typeof BADGE_TONES

export const DOT = <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />

/** The look of a badge, for a control that is one. */
export function badgeClass(tone: BadgeTone): string {
  return cx('inline-flex items-center gap-1.5 rounded-full font-semibold leading-none', BADGE_TONES[tone])
}

type BadgeProps = ComponentProps<'span'> & {
  tone?: BadgeTone
  /** Shows a dot before the text, as for order statuses. */
  dot?: boolean
}

export function Badge({ tone = 'neutral', dot, className, children, ...rest }: BadgeProps) {
  return (
    <span className={cx(badgeClass(tone), 'px-2.5 py-1 text-xs', className)} {...rest}>
      {dot && DOT}
      {children}
    </span>
  )
}

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('card-face shadow-soft', className)} {...rest} />
}
