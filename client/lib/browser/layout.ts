import { type RefObject, useEffect, useRef } from 'react'
import { scrollBehavior } from './environment.ts'

/** Calls `onNear` when an element is near the visible area. @param margin the distance in pixels */
export function useNear<Element extends HTMLElement>(onNear: () => void, margin: number): RefObject<Element | null> {
  const ref = useRef<Element>(null)
  const latestOnNear = useRef(onNear)
  latestOnNear.current = onNear
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latestOnNear.current()
      },
      { rootMargin: `${margin}px` },
    )
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [margin])
  return ref
}

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
  list.scrollBy({ left: tabBox.left + tabBox.width / 2 - listBox.left - listBox.width / 2, behavior: scrollBehavior() })
}

/** Calls `then` after the next frame, which earlier work would delay. @returns a function that cancels it */
export function whenShown(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
