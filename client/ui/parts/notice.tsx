import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface NoticeProps {
  icon: ReactNode
  tone: 'quiet' | 'pending'
  /** Whether it is a strip across the page that stays below the header; else it is a box among other content. */
  isStrip?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** Says what holds for the whole page at present: it is offline, or orders are paused. One line of text is 44 px high. */
export function Notice({ icon, tone, isStrip, className, children }: NoticeProps) {
  return (
    <div
      role="status"
      data-notice={isStrip ? '' : undefined}
      className={cx(
        'flex gap-2.5 px-4 py-3 text-[13px] leading-5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
        tone === 'pending' ? 'bg-pending-soft text-pending' : 'bg-sunk [&>svg]:text-muted',
        isStrip ? 'border-line border-b max-md:-mx-4 md:rounded-b-card md:border-x' : 'rounded-control',
        className,
      )}
    >
      {icon}
      <p className="min-w-0">{children}</p>
    </div>
  )
}
