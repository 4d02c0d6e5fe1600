import { type ReactNode, useState } from 'react'
import { Part } from '../parts/boundary.tsx'

/** The value while something is open, and its last one while it fades out. @param value referentially stable */
export function useWhileOpen<Value>(isOpen: boolean, value: Value): Value {
  const [last, setLast] = useState(value)
  if (isOpen && !Object.is(last, value)) setLast(value)
  return isOpen ? value : last
}

type Closed = null | undefined | false

interface SubjectDialogProps<Subject> {
  /** What the dialog is about: by its `id`, else by itself. Null, undefined or false while it is closed. */
  subject: Subject | Closed
  /** Renders the dialog, whose code may be loaded now. */
  children: (subject: Subject, open: boolean) => ReactNode
}

const idOf = (subject: unknown) => (typeof subject === 'object' && subject && 'id' in subject ? subject.id : subject)

/**
 * A dialog about one subject. It is mounted once it is first opened, and keeps its last subject while it fades out. Each
 * opening, and each other subject, begins anew: nothing of the last one shows.
 */
export function SubjectDialog<Subject>({ subject, children }: SubjectDialogProps<Subject>) {
  const [{ last, isOpen, opening }, set] = useState<{ last?: Subject; isOpen?: boolean; opening: number }>({
    opening: 0,
  })
  const opens = subject !== null && subject !== undefined && subject !== false
  if (opens ? !isOpen || !Object.is(subject, last) : isOpen)
    set({
      last: opens ? subject : last,
      isOpen: opens,
      opening: opens && (!isOpen || idOf(subject) !== idOf(last)) ? opening + 1 : opening,
    })
  const shown = opens ? subject : last
  return shown === undefined ? null : <Part key={opening}>{children(shown, opens)}</Part>
}
