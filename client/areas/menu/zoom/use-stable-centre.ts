import { useLayoutEffect, useRef } from 'react'
import { middleOf, scrollPosition } from './zoom.ts'

/**
 * For a container that scrolls in both directions: keeps the point in the middle when the content grows or shrinks.
 * @param size any number that changes with the size of the content
 */
export function useStableCentre(size: number) {
  const ref = useRef<HTMLElement>(null)
  const middle = useRef({ x: 0.5, y: 0.5 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the size changes, though it does not read it
  useLayoutEffect(() => {
    const container = ref.current
    if (!container) return
    container.scrollLeft = scrollPosition(middle.current.x, container.clientWidth, container.scrollWidth)
    container.scrollTop = scrollPosition(middle.current.y, container.clientHeight, container.scrollHeight)
  }, [size])
  const onScroll = () => {
    const container = ref.current
    if (!container) return
    middle.current = {
      x: middleOf(container.scrollLeft, container.clientWidth, container.scrollWidth),
      y: middleOf(container.scrollTop, container.clientHeight, container.scrollHeight),
    }
  }
  return { ref, onScroll }
}
