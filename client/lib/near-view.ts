import { type RefCallback, useCallback, useState } from 'react'
import { LOADS_BEFORE_VIEW_PX } from '#shared/domain/pictures.ts'

const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

/**
 * Runs something once an element comes near to what can be seen; the answer takes it back. One observer for all of
 * them: of 500 dishes those that are off screen have no boxes, and are passed over.
 */
function whenNear(element: Element, run: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        waiting.get(target)?.()
        leave(target)
      }
    },
    // The second is for what scrolls inside the page: the cart's rows, the search's results.
    { rootMargin: `${LOADS_BEFORE_VIEW_PX}px`, scrollMargin: `${LOADS_BEFORE_VIEW_PX}px` },
  )
  waiting.set(element, run)
  observer.observe(element)
  return () => leave(element)
}

function leave(element: Element): void {
  waiting.delete(element)
  observer?.unobserve(element)
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
