import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  description?: string
  /** What to do next. */
  action?: ReactNode
  /** `alert` where it tells of a failure. */
  role?: 'status' | 'alert'
}

/** Nothing here, or it failed: what that means, and what to do next. */
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
      {description && <p className="mt-1.5 text-[15px] text-muted">{description}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
