import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LINE_NOTES } from '#shared/domain/cart.ts'
import { TextInput } from '../inputs/field.tsx'

interface LineNoteProps {
  /** Of the dish. */
  name: string
  notes: string
  /** How many characters the other notes of the order leave for this one. */
  room: number
  /** Called at each change of the text. */
  onType?: (notes: string) => void
  /** Called once with the changed text, when the focus leaves the field. */
  onDone?: (notes: string) => void
}

/** The note of a line: a text that turns into a field. */
export function LineNote({ name, notes, room, onType, onDone }: LineNoteProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const byKey = useRef(false)
  // Enter and Esc remove the field: the focus must not fall off the page.
  useEffect(() => {
    if (!editing && byKey.current) opener.current?.focus()
    byKey.current = false
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
          byKey.current = wasKey
          setEditing(false)
        }}
      />
    )
  }
  return (
    <button
      type="button"
      ref={opener}
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
  onLeave: (byKey: boolean) => void
}

function NoteField({ name, notes, room, onType, onDone, onLeave }: NoteFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(notes)
  // An existing note may stay, however little room there is.
  const most = Math.max(notes.length, Math.min(MAX_LINE_NOTES, room))
  const done = useRef<() => void>(undefined)
  useEffect(() => {
    done.current = () => {
      if (typed.trim() !== notes.trim()) onDone?.(typed.trim())
    }
  })
  // Also keeps the text when the cart closes over the field.
  useEffect(() => () => done.current?.(), [])
  return (
    <>
      <TextInput
        autoFocus
        aria-label={t('cart.noteFor', { name })}
        placeholder={t('cart.notePlaceholder')}
        maxLength={most}
        enterKeyHint="done"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onType?.(target.value)
        }}
        onBlur={() => onLeave(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.stopPropagation()
            // Enter would press the button that takes the field's place.
            event.preventDefault()
            onLeave(true)
          }
        }}
        // Long words need the room under the stepper beside it.
        className="relative mt-1.5 h-10 w-[calc(100%+78px)]!"
      />
      {most < MAX_LINE_NOTES && (
        <p role="status" className="mt-1 text-[13px] text-muted">
          {typed.length >= most && t('cart.notesFull')}
        </p>
      )}
    </>
  )
}
