import { type RefCallback, useCallback, useState } from 'react'
import { LOADS_BEFORE_VIEW_PX } from '#shared/domain/pictures.ts'

const MARGIN = `${LOADS_BEFORE_VIEW_PX}px`
const waiting = new Map<Element, () => void>()
let onPage: IntersectionObserver | undefined
let inDialog: IntersectionObserver | undefined

/**
 * Calls `run` once an element comes near to view; the function returned cancels that. One observer serves all of the
 * page: of 500 dishes those that are off screen have no boxes, and are passed over.
 */
function whenNear(element: Element, run: () => void): () => void {
  const observer = observerOf(element)
  const leave = () => {
    waiting.delete(element)
    observer.unobserve(element)
  }
  waiting.set(element, () => {
    leave()
    run()
  })
  observer.observe(element)
  return leave
}

// A dialog's content scrolls inside it, where only `scrollMargin` reaches. Chromium adds both margins up if both are set.
function observerOf(element: Element): IntersectionObserver {
  if (element.closest('[role=dialog]')) {
    inDialog ??= new IntersectionObserver(look, { scrollMargin: MARGIN })
    return inDialog
  }
  onPage ??= new IntersectionObserver(look, { rootMargin: MARGIN })
  return onPage
}

function look(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.()
}

/** Whether an element has come near to view once; where a browser can't tell, it has. */
export function useNearView(): [RefCallback<Element>, boolean] {
  const [near, setNear] = useState(!('IntersectionObserver' in window))
  const watch = useCallback(
    (element: Element | null) => (element && !near ? whenNear(element, () => setNear(true)) : undefined),
    [near],
  )
  return [watch, near]
}
