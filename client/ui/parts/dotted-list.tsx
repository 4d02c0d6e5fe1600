import { Fragment } from 'react'

/** The parts that are known, in a row with dots; a line breaks between parts, not inside one. */
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
