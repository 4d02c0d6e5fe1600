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

/** The non-empty parts in a row, separated by dots; lines wrap before a dot, and not inside a part. */
export function DottedList({ parts, className }: { parts: (string | null)[]; className?: string }) {
  const nonEmpty = parts.filter((part) => part !== null && part !== '')
  if (nonEmpty.length === 0) return null
  return (
    <p className={className}>
      {nonEmpty.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' '}
          <span className="inline-block">
            {i > 0 && '· '}
            {part}
          </span>
        </Fragment>
      ))}
    </p>
  )
}
