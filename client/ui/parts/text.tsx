import { Fragment } from 'react'
import type { MoneyParts } from '#shared/domain/money.ts'
import { cx } from '../cx.ts'

export function Money({ parts, className }: { parts: MoneyParts; className?: string }) {
  return (
    <span className={cx('figures whitespace-nowrap', className)}>
      {parts.prefix}
      {parts.figure}
      {parts.suffix && <span className="text-[0.72em] font-medium text-muted"> {parts.suffix}</span>}
    </span>
  )
}

/** The non-empty parts in a row, separated by dots; lines wrap after a dot, and not inside a part. */
export function DottedList({ parts, className }: { parts: (string | null)[]; className?: string }) {
  const nonEmpty = parts.filter((part) => part !== null && part !== '')
  if (nonEmpty.length === 0) return null
  return (
    <p className={className}>
      {nonEmpty.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' '}
          <span className="inline-block">
            {part}
            {i < nonEmpty.length - 1 && ' ·'}
          </span>
        </Fragment>
      ))}
    </p>
  )
}

/** Masa's logo: a table with two legs and two wisps of steam. */
function Glyph() {
  return (
    <svg
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-7 shrink-0 text-accent"
    >
      <path d="M2.6 11.5h22.800M7 11.5 5.300 25M21 11.5 22.700 25" strokeWidth="2.5" />
      <path d="M11 7.400c-.9-1.700 1.5-2.700.5-4.6M16.200 7.400c-.9-1.700 1.5-2.700.5-4.6" strokeWidth="1.900" />
    </svg>
  )
}

/** So many letters fit one line of a phone's header; a longer name is smaller, on two lines if necessary. */
const FITS_LARGE = 14

interface WordmarkProps {
  name?: string | null
  /** Whether the name has room for two lines, and becomes smaller before it is cut. */
  isWhole?: boolean
  className?: string | false
  nameClass?: string | false
}

/** The logo and a name: Masa, or the restaurant's name once it is set. */
export function Wordmark({ name, isWhole, className, nameClass }: WordmarkProps) {
  const shown = name || 'Masa'
  return (
    <span className={cx('inline-flex min-w-0 max-w-full items-center gap-2.5', className)}>
      <Glyph />
      <span
        className={cx(
          'display text-left leading-[1.25] tracking-tight',
          isWhole && shown.length > FITS_LARGE ? 'text-base sm:text-xl' : 'text-xl',
          isWhole ? 'line-clamp-2' : 'truncate',
          nameClass,
        )}
      >
        {shown}
      </span>
    </span>
  )
}
