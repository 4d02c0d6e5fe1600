import { ArrowDown, ArrowUp, CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from './button.tsx'

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
