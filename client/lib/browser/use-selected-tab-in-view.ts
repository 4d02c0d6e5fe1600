import { type RefObject, useEffect, useRef } from 'react'
import { scrollBehavior } from './scroll-behavior.ts'

/** Keeps the selected tab of a list that scrolls sideways in view; the ref goes around the tabs. */
export function useSelectedTabInView(selected: string): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is what moves it.
  useEffect(() => {
    const tab = around.current?.querySelector('[role=tab][aria-selected=true]')
    const list = tab?.closest('[role=tablist]')
    if (!tab || !list) return
    const [at, within] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
    // Not scrollIntoView: that would move the page, too.
    list.scrollBy({ left: at.left + at.width / 2 - within.left - within.width / 2, behavior: scrollBehavior() })
  }, [selected])
  return around
}
