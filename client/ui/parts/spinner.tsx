import { cx } from '../cx.ts'

/** Turns, and is silent: the part that shows it says in words what it waits for. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('animate-spin', className ?? 'size-6')}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.22" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

/** A page that waits, with the words for those who do not see it turn. */
export function SpinnerPage({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-accent">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
