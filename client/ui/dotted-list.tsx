import { Fragment } from 'react'

/** What is known of several parts, beside each other where there is room; none is torn apart. Nothing where none is. */
export function DottedList({ of: parts, className }: { of: (string | null)[]; className?: string }) {
  const known = parts.filter((part) => part !== null && part !== '')
  if (known.length === 0) return null
  return (
    <p className={className}>
      {known.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' · '}
          <span className="inline-block">{part}</span>
        </Fragment>
      ))}
    </p>
  )
}
