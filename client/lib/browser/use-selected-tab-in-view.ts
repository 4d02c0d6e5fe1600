import { type RefObject, useEffect, useRef } from 'react'
import { scrollBehavior } from './scroll-behavior.ts'

/**
 * Keeps the selected tab of a horizontally scrolling list in view, also when the list gets narrower.
 * @param change scrolls the list when it changes: the selected tab, and whatever changes the widths of the tabs
 * @returns the ref for an element that contains the tabs
 */
export function useSelectedTabInView(change: string): RefObject<HTMLDivElement | null> {
  const containerRef = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change scrolls the list.
  useEffect(() => {
    // Just before the frame, whose layout it then uses: measuring earlier costs one more layout of the new tab.
    const frame = requestAnimationFrame(() => scrollToSelected(containerRef.current))
    return () => cancelAnimationFrame(frame)
  }, [change])
  useEffect(() => {
    const container = containerRef.current
    if (!container) return
    let lastWidth: number | undefined
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width
      if (lastWidth !== undefined && width !== lastWidth) scrollToSelected(container)
      lastWidth = width
    })
    observer.observe(container)
    return () => observer.disconnect()
  }, [])
  return containerRef
}

function scrollToSelected(container: HTMLElement | null): void {
  const tab = container?.querySelector('[role=tab][aria-selected=true]')
  const list = tab?.closest('[role=tablist]')
  if (!tab || !list) return
  const [tabBox, listBox] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  // scrollIntoView would scroll the page, too.
  list.scrollBy({
    left: tabBox.left + tabBox.width / 2 - listBox.left - listBox.width / 2,
    behavior: scrollBehavior(),
  })
}
