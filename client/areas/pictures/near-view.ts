import { type RefCallback, useCallback, useState } from 'react'
import { LOADS_BEFORE_VIEW_PX } from '#shared/domain/menu/pictures.ts'
import { isServer } from '../../lib/browser/storage.ts'

const MARGIN = `${LOADS_BEFORE_VIEW_PX}px`
const callbacks = new Map<Element, () => void>()
let onPage: IntersectionObserver | undefined
let inDialog: IntersectionObserver | undefined

/**
 * Calls `run` once an element is near the visible area. One observer serves the whole page, so that 500 dishes stay
 * cheap. @returns a function that cancels this
 */
function whenNear(element: Element, run: () => void): () => void {
  const observer = observerOf(element)
  const cancel = () => {
    callbacks.delete(element)
    observer.unobserve(element)
  }
  callbacks.set(element, () => {
    cancel()
    run()
  })
  observer.observe(element)
  return cancel
}

// A dialog's content scrolls inside it, where only `scrollMargin` applies. Chromium adds both margins if both are set.
function observerOf(element: Element): IntersectionObserver {
  if (element.closest('[role=dialog]')) {
    inDialog ??= new IntersectionObserver(onIntersection, { scrollMargin: MARGIN })
    return inDialog
  }
  onPage ??= new IntersectionObserver(onIntersection, { rootMargin: MARGIN })
  return onPage
}

function onIntersection(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) if (isIntersecting) callbacks.get(target)?.()
}

/** A ref for an element, and whether it has been near the visible area once. True without IntersectionObserver. */
export function useNearView(): [RefCallback<Element>, boolean] {
  const [isNear, setIsNear] = useState(!isServer && !('IntersectionObserver' in window))
  const ref = useCallback(
    (element: Element | null) => (element && !isNear ? whenNear(element, () => setIsNear(true)) : undefined),
    [isNear],
  )
  return [ref, isNear]
}
