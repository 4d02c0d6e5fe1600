import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LINE_NOTES } from '#shared/domain/orders/cart.ts'
import { TextInput } from '../inputs/field.tsx'

interface LineNoteProps {
  /** The name of the dish. */
  name: string
  notes: string
  /** How many characters the other notes of the order leave for this one. */
  room: number
  /** Called on each change of the text. */
  onType?: (notes: string) => void
  /** Called once with the changed text, when the focus leaves the field. */
  onDone?: (notes: string) => void
}

/** The note of a line, shown as a button that turns into a field. */
export function LineNote({ name, notes, room, onType, onDone }: LineNoteProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasClosedByKey = useRef(false)
  // Enter and Esc remove the field, so the focus returns to the button.
  useEffect(() => {
    if (!editing && wasClosedByKey.current) button.current?.focus()
    wasClosedByKey.current = false
  }, [editing])
  if (editing) {
    return (
      <NoteField
        name={name}
        notes={notes}
        room={room}
        onType={onType}
        onDone={onDone}
        onLeave={(wasKey) => {
          wasClosedByKey.current = wasKey
          setEditing(false)
        }}
      />
    )
  }
  return (
    <button
      type="button"
      ref={button}
      onClick={() => setEditing(true)}
      className="touch -ml-1 mt-0.5 inline-flex min-h-8 items-center gap-1.5 rounded-md px-1 text-left text-sm text-accent"
    >
      <Pencil aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 break-words">
        {notes || t('cart.addNote')}
        <span className="sr-only"> ({t('cart.noteFor', { name })})</span>
      </span>
    </button>
  )
}

interface NoteFieldProps extends LineNoteProps {
  onLeave: (wasClosedByKey: boolean) => void
}

function NoteField({ name, notes, room, onType, onDone, onLeave }: NoteFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(notes)
  // An existing note may stay, even if it exceeds the room.
  const maxLength = Math.max(notes.length, Math.min(MAX_LINE_NOTES, room))
  const submit = useRef<() => void>(undefined)
  useEffect(() => {
    submit.current = () => {
      if (text.trim() !== notes.trim()) onDone?.(text.trim())
    }
  })
  // Runs on unmount, and so also saves the text when the cart is closed.
  useEffect(() => () => submit.current?.(), [])
  return (
    <>
      <TextInput
        autoFocus
        aria-label={t('cart.noteFor', { name })}
        placeholder={t('cart.notePlaceholder')}
        maxLength={maxLength}
        enterKeyHint="done"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onType?.(target.value)
        }}
        onBlur={() => onLeave(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.stopPropagation()
            // Otherwise Enter would press the button that replaces the field.
            event.preventDefault()
            onLeave(true)
          }
        }}
        // Extends below the stepper, because long texts need the room.
        className="relative mt-1.5 h-10 w-[calc(100%+78px)]!"
      />
      {maxLength < MAX_LINE_NOTES && (
        <p role="status" className="mt-1 text-[13px] text-muted">
          {text.length >= maxLength && t('cart.notesFull')}
        </p>
      )}
    </>
  )
}
