import { PauseCircle } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { usePauseText } from './use-pause-text.ts'

/** Tells a guest who is about to order that orders are paused. */
export function PauseNote({ className }: { className?: string }) {
  const text = usePauseText()
  if (!text) return null
  return (
    <p
      role="status"
      className={cx(
        'flex gap-2.5 rounded-control bg-pending-soft px-4 py-3 font-medium text-[15px] text-pending',
        className,
      )}
    >
      <PauseCircle aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {text}
    </p>
  )
}
