import { type RefObject, useEffect, useRef } from 'react'
import { scrollBehavior } from './scroll-behavior.ts'

/**
 * Keeps the selected tab of a horizontally scrolling list in view.
 * @returns the ref for an element that contains the tabs
 */
export function useSelectedTabInView(selected: string): RefObject<HTMLDivElement | null> {
  const containerRef = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new selection scrolls the list.
  useEffect(() => {
    // Just before the frame, whose layout it then uses: measuring earlier costs one more layout of the new tab.
    const frame = requestAnimationFrame(() => {
      const tab = containerRef.current?.querySelector('[role=tab][aria-selected=true]')
      const list = tab?.closest('[role=tablist]')
      if (!tab || !list) return
      const [tabBox, listBox] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
      // scrollIntoView would scroll the page, too.
      list.scrollBy({
        left: tabBox.left + tabBox.width / 2 - listBox.left - listBox.width / 2,
        behavior: scrollBehavior(),
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [selected])
  return containerRef
}
