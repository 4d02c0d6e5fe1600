import { Pencil, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_LINE_NOTES } from '#shared/domain/orders/cart.ts'
import { cx } from '../cx.ts'
import { IconButton } from '../parts/button.tsx'
import { t } from '../translation.ts'
import { TextInput } from './field.tsx'
import { Stepper } from './stepper.tsx'

/** Characters of a note that fit beside the stepper of a line in two lines. */
const SHORT_NOTE = 24

interface LineStepperProps {
  name: string
  quantity: number
  /** False for a sold-out dish, whose quantity can only be reduced. */
  mayAdd: boolean
  onChange: (quantity: number) => void
}

/** The stepper of a line: its last minus is a bin; above one, a button beside it removes the whole line. */
export function LineStepper({ mayAdd, ...props }: LineStepperProps) {
  const { name, quantity, onChange } = props
  const label = t('cart.remove', { name })
  return (
    <div className="flex shrink-0 items-center gap-1">
      {quantity > 1 && (
        <IconButton label={label} onClick={() => onChange(0)} className="size-9! rounded-full! text-muted">
          <X className="size-[17px]" />
        </IconButton>
      )}
      <Stepper
        isQuiet
        max={mayAdd ? undefined : quantity}
        minus={quantity > 1 ? undefined : { label, icon: <Trash2 className="size-[17px]" /> }}
        {...props}
      />
    </div>
  )
}

interface LineNoteProps {
  name: string
  notes: string
  /** How many characters the other notes of the order leave for this one. */
  room: number
  /** Called once with the changed text, when the focus leaves the field. */
  onDone: (notes: string) => void
}

/** The note of a line, shown as a button that turns into a field. */
export function LineNote({ name, notes, room, onDone }: LineNoteProps) {
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
      className={cx(
        'touch mt-0.5 -ml-1 flex min-h-8 items-center gap-1.5 justify-self-start px-1 text-accent text-sm',
        // A short one has room beside the stepper.
        notes.length > SHORT_NOTE ? 'col-span-full' : notes === '' && 'whitespace-nowrap',
      )}
    >
      <Pencil className="size-3.5 shrink-0" />
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

function NoteField({ name, notes, room, onDone, onLeave }: NoteFieldProps) {
  const [text, setText] = useState(notes)
  // An existing note may stay, even if it exceeds the room.
  const maxLength = Math.max(notes.length, Math.min(MAX_LINE_NOTES, room))
  const submit = useRef<() => void>(undefined)
  useEffect(() => {
    submit.current = () => {
      if (text.trim() !== notes.trim()) onDone(text.trim())
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
        onChange={({ target }) => setText(target.value)}
        onBlur={() => onLeave(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.stopPropagation()
            // Otherwise Enter would press the button that replaces the field.
            event.preventDefault()
            onLeave(true)
          }
        }}
        // In a cart it has a row of its own, because long texts need the room.
        className="relative col-span-full mt-1.5 h-11"
      />
      {maxLength < MAX_LINE_NOTES && (
        <p role="status" className="col-span-full mt-1 text-small text-muted">
          {text.length >= maxLength && t('cart.notesFull')}
        </p>
      )}
    </>
  )
}
