import { type ReactNode, useEffect } from 'react'
import { SubjectDialog } from '../../ui/overlays/subject-dialog.tsx'
import { closeDialog, type DialogName, type Dialogs, useOpenedDialog } from './open-dialog.ts'

interface OpenedDialogProps<Name extends DialogName> {
  name: Name
  children: (subject: NonNullable<Dialogs[Name]>, open: boolean, close: () => void) => ReactNode
}

const rendered = new Set<DialogName>()

/** Where a dialog is rendered; it does not stay open for the next page, which another person may open. */
export function OpenedDialog<Name extends DialogName>({ name, children }: OpenedDialogProps<Name>) {
  useEffect(() => {
    rendered.add(name)
    return () => {
      rendered.delete(name)
      // Not where the page was only made anew, in another language.
      queueMicrotask(() => rendered.has(name) || closeDialog(name))
    }
  }, [name])
  return (
    <SubjectDialog subject={useOpenedDialog(name)}>
      {(subject, open) => children(subject, open, () => closeDialog(name, subject))}
    </SubjectDialog>
  )
}
