import type { ReactNode } from 'react'
import { useTranslation } from '../translation.ts'
import { Button } from './button.tsx'

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
      {description && <p className="mt-1.5 text-[15px] text-balance text-muted">{description}</p>}
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
  const { t } = useTranslation()
  return (
    <EmptyState
      role="alert"
      title={t('common.loadFailed')}
      description={description}
      action={<Button onClick={onRetry}>{t('common.tryAgain')}</Button>}
    />
  )
}
