import { ArrowDown, ArrowUp, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { cx } from '../cx.ts'
import { SelectField } from '../inputs/select.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { SubjectDialog } from '../overlays/subject-dialog.tsx'
import { useTranslation } from '../translation.ts'
import { Button, IconButton } from './button.tsx'

interface ListRowProps extends Omit<ComponentProps<'button'>, 'name'> {
  name: ReactNode
  note?: ReactNode
  /** At the end of the line. */
  end?: ReactNode
}

/** A line of a list that is chosen as a whole: its name, with a note below it. */
export function ListRow({ name, note, end, ...rest }: ListRowProps) {
  return (
    <button type="button" className="row-button min-h-14 w-full gap-3 px-3 py-2 aria-current:bg-sunk" {...rest}>
      <span className="min-w-0 flex-1 break-words">
        <span className="block font-semibold text-body leading-tight">{name}</span>
        <span className="figures block text-small text-muted empty:hidden">{note}</span>
      </span>
      <span className="figures text-right text-small text-muted empty:hidden">{end}</span>
    </button>
  )
}

interface PositionDialogProps<Subject> {
  /** The entry to move; null while the dialog is closed. */
  subject: Subject | null
  /** All entries in order; the first has position 1. */
  entries: readonly Subject[]
  nameOf: (entry: Subject) => string
  positionOf: (subject: Subject) => number
  pending: boolean
  onMove: (subject: Subject, to: number) => void
  onClose: () => void
}

export function PositionDialog<Subject>(props: PositionDialogProps<Subject>) {
  const { subject, nameOf, onClose } = props
  const { t } = useTranslation()
  return (
    <SubjectDialog subject={subject}>
      {(shown, open) => (
        <Dialog
          open={open}
          onOpenChange={onClose}
          // As with every question: another entry must not get the end of this one's move.
          dismissible={!props.pending}
          title={t('common.moveName', { name: nameOf(shown) })}
        >
          <PositionForm {...props} subject={shown} />
        </Dialog>
      )}
    </SubjectDialog>
  )
}

function PositionForm<Subject>(props: PositionDialogProps<Subject> & { subject: Subject }) {
  const { subject, entries, nameOf, positionOf, pending, onMove, onClose } = props
  const { t } = useTranslation()
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
        label={t('common.movePlace')}
        hint={t('common.placeHint')}
        value={to}
        onValueChange={setTo}
        options={entries.map((entry, i) => ({ value: i + 1, label: `${i + 1}. ${nameOf(entry)}` }))}
      />
      <Button type="submit" pending={pending} className="w-full">
        {t('common.move')}
      </Button>
    </form>
  )
}

interface MoveButtonsProps {
  up: string
  down: string
  isFirst: boolean
  isLast: boolean
  onMove: (direction: 'up' | 'down') => void
}

/** The arrows that move an entry of a list; `up` and `down` are their names. */
export function MoveButtons({ isFirst, isLast, onMove, ...labels }: MoveButtonsProps) {
  return (['up', 'down'] as const).map((direction) => {
    const Arrow = direction === 'up' ? ArrowUp : ArrowDown
    const isAtEnd = direction === 'up' ? isFirst : isLast
    return (
      <IconButton
        key={direction}
        label={labels[direction]}
        // Not `disabled`, because the button would lose the focus when its entry reaches the end.
        aria-disabled={isAtEnd}
        onClick={() => {
          if (!isAtEnd) onMove(direction)
        }}
        className="h-11! w-8! text-muted aria-disabled:opacity-40"
      >
        <Arrow className="size-4.5" />
      </IconButton>
    )
  })
}

interface CalloutProps {
  /** Whether something fails, and is read out at once; else it is to be looked at. */
  isFailure?: boolean
  title: string
  children: ReactNode
}

/** A finding among settings, with what to do about it. */
export function Callout({ isFailure = false, title, children }: CalloutProps) {
  return (
    <div
      role={isFailure ? 'alert' : undefined}
      className={cx(
        'flex gap-3 rounded-control px-4 py-3 text-body',
        isFailure ? 'bg-cancelled-soft text-cancelled' : 'bg-pending-soft [&>svg]:text-pending',
      )}
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 space-y-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  )
}
