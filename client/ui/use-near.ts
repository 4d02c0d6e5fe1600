import { type RefObject, useEffect, useRef } from 'react'

/**
 * Calls `onNear` when an element is near the visible area, so that more of a list can be rendered.
 * @param margin the distance in pixels
 */
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
