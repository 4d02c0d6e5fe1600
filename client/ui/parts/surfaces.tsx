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

type BadgeProps = ComponentProps<'span'> & {
  tone?: BadgeTone
  /** Shows a dot before the text, as for order statuses. */
  dot?: boolean
}

export function Badge({ tone = 'neutral', dot, className, children, ...rest }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs font-semibold leading-none',
        BADGE_TONES[tone],
        className,
      )}
      {...rest}
    >
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded-card border border-line bg-card shadow-soft', className)} {...rest} />
}
