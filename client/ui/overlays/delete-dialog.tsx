import { type ReactNode, type RefObject, useRef } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useWhileOpen } from './use-while-open.ts'

interface DeleteDialogProps<Subject> {
  /** What is asked about; null while nothing is. */
  subject: Subject | null
  words: (subject: Subject) => { title: string; description: string; confirm: string }
  useDelete: (onGone: () => void) => { mutate: (subject: Subject) => void; isPending: boolean }
  onClose: () => void
  onGone?: () => void
  /** What gets the focus when it is gone, and with it the button that asked. */
  focusAfter: RefObject<HTMLElement | null>
  /** Called when it is closed and gone from sight. */
  onClosed?: () => void
  /** Further content of the dialog, such as a field; it gets the function that deletes, which it may call. */
  children?: (act: () => void) => ReactNode
}

/** Asks once before one of a list goes. It stands beside the list: a row takes its own dialogs along. */
export function DeleteDialog<Subject>(props: DeleteDialogProps<Subject>) {
  const { subject, words, useDelete, onClose, onGone, focusAfter, onClosed, children } = props
  const isOpen = subject !== null
  const shown = useWhileOpen(isOpen, subject)
  const { title = '', description, confirm = '' } = shown === null ? {} : words(shown)
  const isGone = useRef(false)
  const { mutate, isPending } = useDelete(() => {
    isGone.current = true
    onClose()
    onGone?.()
  })
  const act = () => {
    if (subject !== null) mutate(subject)
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={() => {
        isGone.current = false
        onClose()
      }}
      destructive
      title={title}
      description={description}
      confirmLabel={confirm}
      pending={isPending}
      finalFocus={() => (isGone.current ? focusAfter.current : null)}
      onConfirm={act}
      onClosed={onClosed}
    >
      {children?.(act)}
    </ConfirmDialog>
  )
}
