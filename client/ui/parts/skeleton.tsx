import { cx } from '../cx.ts'

/** A place held for what comes; silent. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-pulse rounded-[10px] bg-sunk', className)} />
}
