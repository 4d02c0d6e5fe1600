import { cx } from '../cx.ts'

/** The names of the drawings on a plate. */
export const MOTIFS = [
  'sprig',
  'leaf',
  'drumstick',
  'steak',
  'cup',
  'glass',
  'chili',
  'mushroom',
  'bowl',
  'cloche',
] as const
export type Motif = (typeof MOTIFS)[number]

const TINTS = [
  'bg-[var(--tint-1)]',
  'bg-[var(--tint-2)]',
  'bg-[var(--tint-3)]',
  'bg-[var(--tint-4)]',
  'bg-[var(--tint-5)]',
  'bg-[var(--tint-6)]',
]

const DRAWINGS: Record<Motif, string> = {
  sprig: 'M50 66V36M50 56c-8 0-12-4-12-11 7 0 12 4 12 11Zm0-9c7 0 11-4 11-10-6 0-11 4-11 10Z',
  leaf: 'M36 63c-3-18 8-29 29-28 1 20-9 31-26 27M36 66c4-10 11-17 20-22',
  drumstick:
    'M44 57c-7-4-6-16 2-21 9-5 19 1 19 10s-9 15-16 13l-9 9M44 57l-8 8m0 0c-3-2-6 1-4 4 0 2 1 3 3 3 2 2 6-1 5-4',
  steak: 'M36 56c-3-8 3-20 15-21 9-1 15 5 14 13-1 9-8 9-13 13-6 5-13 3-16-5Zm12-6a4 4 0 1 0 8-1 4 4 0 0 0-8 1Z',
  cup: 'M35 43h25v11c0 6-5 10-10 10h-5c-6 0-10-4-10-10V43Zm25 3h3c6 0 6 10 0 10h-4M43 37c-2-3 2-4 0-7m8 7c-2-3 2-4 0-7',
  glass: 'M38 33h24c1 12-3 20-12 20s-13-8-12-20Zm12 20v14m-8 0h16M39 42h22',
  chili: 'M60 38c4 12-4 26-24 27 10-4 14-12 15-21 1-7 6-10 9-6Zm-1-1c0-4 2-6 5-7',
  mushroom: 'M32 50c0-9 8-16 18-16s18 7 18 16H32Zm12 0c1 6 0 11-2 15h16c-2-4-3-9-2-15M42 42h.1m9-3h.1m8 6h.1',
  bowl: 'M31 49h38c0 10-8 17-19 17S31 59 31 49Zm10-6c-3-3 3-5 0-9m9 9c-3-3 3-5 0-9m9 9c-3-3 3-5 0-9',
  cloche: 'M32 60h36M35 60c0-10 6-18 15-18s15 8 15 18M50 42v-4m-7 12c1-2 3-3 5-4',
}

interface PlateProps {
  /** Any number; selects one of the background tints. */
  tint: number
  motif: Motif
  className?: string
}

/** A drawn plate in place of a missing picture; decorative, so hidden from screen readers. */
export function Plate({ tint, motif, className }: PlateProps) {
  return (
    <div
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
        <path
          d={DRAWINGS[motif]}
          stroke="var(--plate-ink)"
          strokeWidth="2.1"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  )
}
