import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useRootMark } from '../root-mark.ts'
import { t } from '../translation.ts'
import { Button } from './button.tsx'

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
  useRootMark('notice', isStrip)
  return (
    <div
      role="status"
      data-notice={isStrip ? '' : undefined}
      className={cx(
        'flex gap-2.5 px-4 py-3 text-small leading-5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
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

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  description?: string
  action?: ReactNode
  /** `alert` for a failure. */
  role?: 'status' | 'alert'
}

/** Shown in place of content that is empty or failed to load: an explanation, and a next step. */
export function EmptyState({ icon, title, description, action, role }: EmptyStateProps) {
  return (
    <div role={role} className="mx-auto flex max-w-sm flex-col items-center px-6 py-14 text-center">
      {icon && (
        <div
          aria-hidden="true"
          className="mb-4 grid size-16 place-items-center rounded-full bg-sunk text-muted [&>svg]:size-7"
        >
          {icon}
        </div>
      )}
      <p className="display text-xl">{title}</p>
      {description && <p className="mt-1.5 text-body text-balance text-muted">{description}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}

interface LoadFailureProps {
  /** The cause, in the user's language. */
  description: string
  onRetry: () => void
}

/** Shown in place of content that failed to load: the cause, and a retry button. */
export function LoadFailure({ description, onRetry }: LoadFailureProps) {
  return (
    <EmptyState
      role="alert"
      title={t('common.loadFailed')}
      description={description}
      action={<Button onClick={onRetry}>{t('common.tryAgain')}</Button>}
    />
  )
}

/** Shown in place of a page, or of a tab of it, that failed to render. */
export function PageFailure() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        role="alert"
        title={t('common.pageFailed')}
        description={t('common.pageFailedDescription')}
        action={<Button onClick={() => location.reload()}>{t('common.reload')}</Button>}
      />
    </div>
  )
}
