import type { ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'

const TINTS = [
  'bg-[var(--tint-1)]',
  'bg-[var(--tint-2)]',
  'bg-[var(--tint-3)]',
  'bg-[var(--tint-4)]',
  'bg-[var(--tint-5)]',
  'bg-[var(--tint-6)]',
]

interface PlateProps {
  ref?: Ref<HTMLDivElement>
  /** Any number; selects one of the background tints. */
  tint: number
  className?: string
  /** The paths on the plate, in its 100 × 100 units; they inherit the stroke. */
  children?: ReactNode
}

/** A drawn plate in place of a missing picture; decorative, so hidden from screen readers. */
export function Plate({ ref, tint, className, children }: PlateProps) {
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={cx('grid place-items-center overflow-hidden', TINTS[tint % TINTS.length], className)}
    >
      <svg
        viewBox="0 0 100 100"
        fill="none"
        aria-hidden="true"
        className="h-[92%] max-h-44 drop-shadow-[0_4px_5px_rgb(66_42_24/0.14)]"
      >
        <circle cx="50" cy="50" r="43" fill="var(--plate)" />
        <circle cx="50" cy="50" r="35" fill="var(--plate-well)" stroke="var(--plate-line)" strokeWidth="1" />
        <g stroke="var(--plate-ink)" strokeWidth="2.1" strokeLinecap="round" strokeLinejoin="round">
          {children}
        </g>
      </svg>
    </div>
  )
}
