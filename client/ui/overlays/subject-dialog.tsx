import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react'

/** The value while something is open, and its last one while it fades out. @param value referentially stable */
export function useWhileOpen<Value>(isOpen: boolean, value: Value): Value {
  const [last, setLast] = useState(value)
  if (isOpen && !Object.is(last, value)) setLast(value)
  return isOpen ? value : last
}

type Closed = null | undefined | false

interface SubjectDialogProps<Subject> {
  /** What the dialog is about; null, undefined or false while it is closed. */
  subject: Subject | Closed
  /** Renders the dialog, whose code may be loaded now. */
  children: (subject: Subject, open: boolean) => ReactNode
}

const isOpenFor = <Subject,>(subject: Subject | Closed): subject is Subject =>
  subject !== null && subject !== undefined && subject !== false

const idOf = (subject: unknown) =>
  typeof subject === 'object' && subject !== null && 'id' in subject ? subject.id : undefined

/**
 * A dialog about one subject. It is mounted once it is first opened, and keeps its last subject while it fades out. Each
 * opening, and each subject with another `id`, begins anew: nothing of the last one shows.
 */
export function SubjectDialog<Subject>({ subject, children }: SubjectDialogProps<Subject>) {
  const [last, setLast] = useState<{ subject: Subject | Closed; isOpen: boolean; opening: number }>({
    subject: null,
    isOpen: false,
    opening: 0,
  })
  const isOpen = isOpenFor(subject)
  if (isOpen !== last.isOpen || (isOpen && !Object.is(subject, last.subject))) {
    const isNew = isOpen && (!last.isOpen || idOf(subject) !== idOf(last.subject))
    setLast({ subject: isOpen ? subject : last.subject, isOpen, opening: last.opening + (isNew ? 1 : 0) })
  }
  const shown = isOpen ? subject : last.subject
  if (!isOpenFor(shown)) return null
  return (
    <Suspense key={last.opening} fallback={null}>
      <Opening>{(hasBegun) => children(shown, isOpen && hasBegun)}</Opening>
    </Suspense>
  )
}

/** False in the first render: a dialog that is open when it is mounted would not fade in. */
function Opening({ children }: { children: (hasBegun: boolean) => ReactNode }) {
  const [hasBegun, begin] = useState(false)
  useLayoutEffect(() => begin(true), [])
  return children(hasBegun)
}
