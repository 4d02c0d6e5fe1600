import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from './button.tsx'

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
