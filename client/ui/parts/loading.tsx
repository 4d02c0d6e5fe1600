import { cx } from '../cx.ts'

/** A spinner, hidden from screen readers: the component that shows it must describe what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('animate-spin', className ?? 'size-6')}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.22" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

export function SpinnerPage({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-accent">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  )
}

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-pulse rounded-chip bg-sunk', className)} />
}
