import { type RefCallback, useCallback, useState } from 'react'
import { LOADS_BEFORE_VIEW_PX } from '#shared/domain/pictures.ts'

const MARGIN = `${LOADS_BEFORE_VIEW_PX}px`
const waiting = new Map<Element, () => void>()
let onPage: IntersectionObserver | undefined
let inDialog: IntersectionObserver | undefined

/**
 * Runs something once an element comes near to what can be seen; the answer takes it back. One observer for all of the
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

// What a dialog holds scrolls inside it, where only the younger margin reaches. Both at once add up in Chromium.
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
