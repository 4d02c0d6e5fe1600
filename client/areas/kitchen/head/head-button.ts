/** The classes of a button in the screen's head. */
export const HEAD_BUTTON =
  'inline-flex min-h-14 min-w-14 shrink-0 items-center justify-center gap-2.5 rounded-control border border-edge bg-card px-4 font-semibold text-[1.125rem] leading-tight hover:bg-sunk'

/** Inside an element with these classes, controls shared with other pages are as large as those of the kitchen. */
export const LARGE_TARGETS = '[&_button]:min-h-14 [&_button]:min-w-14 [&_summary]:min-h-14'
