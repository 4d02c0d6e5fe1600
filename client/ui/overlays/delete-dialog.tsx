import { type ReactNode, type RefObject, useRef } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useWhileOpen } from './use-while-open.ts'

interface DeleteDialogProps<Subject> {
  /** The entry to delete; null while the dialog is closed. */
  subject: Subject | null
  texts: (subject: Subject) => { title: string; description: string; confirm: string }
  useDelete: (onGone: () => void) => { mutate: (subject: Subject) => void; isPending: boolean }
  onClose: () => void
  onGone?: () => void
  /** The element that gets the focus after the deletion, because the button that opened the dialog is removed. */
  focusAfter: RefObject<HTMLElement | null>
  /** Called after the closing animation. */
  onClosed?: () => void
  /** Renders additional content, such as a field; it may call `act` to delete. */
  children?: (act: () => void) => ReactNode
}

/** Confirms the deletion of a list entry. Render it beside the list: a removed row would unmount the dialog. */
export function DeleteDialog<Subject>(props: DeleteDialogProps<Subject>) {
  const { subject, texts, useDelete, onClose, onGone, focusAfter, onClosed, children } = props
  const isOpen = subject !== null
  const shown = useWhileOpen(isOpen, subject)
  const { title = '', description, confirm = '' } = shown === null ? {} : texts(shown)
  const isGone = useRef(false)
  const { mutate, isPending } = useDelete(() => {
    onClose()
    onGone?.()
  })
  const act = () => {
    if (subject === null) return
    // Not at the response: a refetched list may close the dialog before.
    isGone.current = true
    mutate(subject)
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
