import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { SelectField } from '../inputs/select.tsx'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { useWhileOpen } from './opening.ts'

interface DeleteDialogProps<Subject> {
  /** The entry to delete; null while the dialog is closed. */
  subject: Subject | null
  texts: (subject: Subject) => { title: string; description: string; confirm: string }
  useDelete: (onGone: () => void) => { mutate: (subject: Subject) => void; isPending: boolean }
  onClose: () => void
  onGone?: () => void
  /** The element that gets the focus after the deletion, because the button that opened the dialog is removed. */
  focusAfter: RefObject<HTMLElement | null>
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

interface PositionDialogProps<Subject> {
  /** The entry to move; null while the dialog is closed. */
  subject: Subject | null
  /** The names of all entries in order; the first has position 1. */
  names: readonly string[]
  positionOf: (subject: Subject) => number
  texts: (subject: Subject) => { title: string; positionLabel: string; hint: string; move: string }
  pending: boolean
  onMove: (subject: Subject, to: number) => void
  onClose: () => void
}

export function PositionDialog<Subject>(props: PositionDialogProps<Subject>) {
  const { subject, texts, onClose } = props
  const shown = useWhileOpen(subject !== null, subject)
  return (
    <Dialog open={subject !== null} onOpenChange={onClose} title={shown === null ? '' : texts(shown).title}>
      {shown !== null && <PositionForm {...props} subject={shown} />}
    </Dialog>
  )
}

function PositionForm<Subject>(props: PositionDialogProps<Subject> & { subject: Subject }) {
  const { subject, names, positionOf, texts, pending, onMove, onClose } = props
  const { positionLabel, hint, move } = texts(subject)
  const [to, setTo] = useState(positionOf(subject))
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (to === positionOf(subject)) onClose()
        else onMove(subject, to)
      }}
    >
      <SelectField
        label={positionLabel}
        hint={hint}
        value={to}
        onValueChange={setTo}
        options={names.map((name, i) => ({ value: i + 1, label: `${i + 1}. ${name}` }))}
      />
      <Button type="submit" pending={pending} className="w-full">
        {move}
      </Button>
    </form>
  )
}
