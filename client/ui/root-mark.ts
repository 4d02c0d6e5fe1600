import { useLayoutEffect } from 'react'

type Mark = 'bottom-bar' | 'cart-bar' | 'kitchen' | 'notice' | 'side-panel' | 'status-line'

const counts = new Map<Mark, number>()

function count(mark: Mark, by: 1 | -1): void {
  const after = (counts.get(mark) ?? 0) + by
  counts.set(mark, after)
  document.documentElement.toggleAttribute(`data-with-${mark}`, after > 0)
}

/**
 * Marks the page's root, by `data-with-…`, while the component is there and `isOn`. With `html:has(…)` in its place, the
 * browser would look through all elements of the page whenever one is added anywhere.
 */
export function useRootMark(mark: Mark, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark, isOn])
}
