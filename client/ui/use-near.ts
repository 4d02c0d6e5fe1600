import { type RefObject, useEffect, useRef } from 'react'

/**
 * Calls when an element has come near to what is seen, by scrolling or because others have left: the moment to draw more.
 * @param margin how near, in pixels
 */
export function useNear<Element extends HTMLElement>(onNear: () => void, margin: number): RefObject<Element | null> {
  const ref = useRef<Element>(null)
  const told = useRef(onNear)
  told.current = onNear
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) told.current()
      },
      { rootMargin: `${margin}px` },
    )
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [margin])
  return ref
}
