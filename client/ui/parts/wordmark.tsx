import { cx } from '../cx.ts'

/** Masa's logo: a table with two legs and two wisps of steam. */
function Glyph({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx('shrink-0 text-accent', className ?? 'size-7')}
    >
      <path d="M2.6 11.5h22.800M7 11.5 5.300 25M21 11.5 22.700 25" strokeWidth="2.5" />
      <path d="M11 7.400c-.9-1.700 1.5-2.700.5-4.6M16.200 7.400c-.9-1.700 1.5-2.700.5-4.6" strokeWidth="1.900" />
    </svg>
  )
}

/** The logo and a name: Masa, or the restaurant's name once it is set. */
export function Wordmark({ name, className }: { name?: string | null; className?: string }) {
  return (
    <span className={cx('inline-flex min-w-0 max-w-full items-center gap-2.5', className)}>
      <Glyph />
      <span className="display truncate text-[21px] leading-none tracking-tight">{name || 'Masa'}</span>
    </span>
  )
}
