import { cx } from '../cx.ts'

/** A placeholder for content that loads; hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-pulse rounded-[10px] bg-sunk', className)} />
}
