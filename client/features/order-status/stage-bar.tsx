import { cx } from '../../ui/cx.ts'
import { type OwnOrder, STAGES, type Stage, stageOf, stepsOf } from './own-orders.ts'

/** The colour of a stage, as the board has it; never without its word. */
export const STAGE_COLOR: Record<Stage, string> = {
  received: 'text-pending',
  seen: 'text-pending',
  preparing: 'text-preparing',
  ready: 'text-ready',
  delivered: 'text-delivered',
  completed: 'text-muted',
  cancelled: 'text-cancelled',
}

/** How far an order has come, in five strokes. */
export function StageBar({ order, className }: { order: OwnOrder; className?: string }) {
  const stage = stageOf(order)
  const reached = stepsOf(order)
  return (
    <span aria-hidden="true" className={cx('flex gap-1', STAGE_COLOR[stage], className)}>
      {STAGES.map((step, i) => (
        <span
          key={step}
          className={cx('h-1 flex-1 rounded-full transition-colors', i < reached ? 'bg-current' : 'bg-line')}
        />
      ))}
    </span>
  )
}
