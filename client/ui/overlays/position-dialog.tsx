import { useState } from 'react'
import { Field } from '../inputs/field.tsx'
import { Select } from '../inputs/select.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from './dialog.tsx'
import { useOpenings } from './use-openings.ts'
import { useWhileOpen } from './use-while-open.ts'

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

/** A dialog that moves a list entry to any position. */
export function PositionDialog<Subject>(props: PositionDialogProps<Subject>) {
  const { subject, texts, onClose } = props
  const shown = useWhileOpen(subject !== null, subject)
  const opening = useOpenings(subject !== null)
  return (
    <Dialog open={subject !== null} onOpenChange={onClose} title={shown === null ? '' : texts(shown).title}>
      {shown !== null && <PositionForm key={opening} {...props} subject={shown} />}
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
      <Field label={positionLabel} hint={hint}>
        {({ id }) => (
          <Select
            id={id}
            value={to}
            onValueChange={setTo}
            options={names.map((name, i) => ({ value: i + 1, label: `${i + 1}. ${name}` }))}
          />
        )}
      </Field>
      <Button type="submit" pending={pending} className="w-full">
        {move}
      </Button>
    </form>
  )
}
