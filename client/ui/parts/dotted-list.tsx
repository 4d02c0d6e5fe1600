import { Fragment } from 'react'

/** The non-empty parts in a row, separated by dots; lines wrap between parts, not inside them. */
export function DottedList({ parts, className }: { parts: (string | null)[]; className?: string }) {
  const nonEmpty = parts.filter((part) => part !== null && part !== '')
  if (nonEmpty.length === 0) return null
  return (
    <p className={className}>
      {nonEmpty.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' · '}
          <span className="inline-block">{part}</span>
        </Fragment>
      ))}
    </p>
  )
}
