import type { FocusEvent } from 'react'

/** How far a focused field, with its ring, stays from the end of what scrolls. */
const ROOM_PX = 12

/** Brings a focused field into view as a whole: WebKit brings only its caret. */
export function showWholeField({ target }: FocusEvent<HTMLElement>): void {
  const view = target.closest('.overflow-y-auto')
  if (!view || !target.matches('input, textarea')) return
  const room = Number.parseFloat(getComputedStyle(view).scrollPaddingBottom) || ROOM_PX
  view.scrollTop += Math.max(0, target.getBoundingClientRect().bottom + room - view.getBoundingClientRect().bottom)
}
