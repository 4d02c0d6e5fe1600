import { useLayoutEffect, useRef } from 'react'
import { middleOf, scrollTo } from './zoom.ts'

/**
 * For a view that scrolls both ways: when its content grows or shrinks, the point in the middle stays there.
 * @param size changes with the size of the content
 */
export function useStableCentre(size: number) {
  const ref = useRef<HTMLElement>(null)
  const middle = useRef({ x: 0.5, y: 0.5 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the size changes, though it does not read it
  useLayoutEffect(() => {
    const view = ref.current
    if (!view) return
    view.scrollLeft = scrollTo(middle.current.x, view.clientWidth, view.scrollWidth)
    view.scrollTop = scrollTo(middle.current.y, view.clientHeight, view.scrollHeight)
  }, [size])
  const onScroll = () => {
    const view = ref.current
    if (!view) return
    middle.current = {
      x: middleOf(view.scrollLeft, view.clientWidth, view.scrollWidth),
      y: middleOf(view.scrollTop, view.clientHeight, view.scrollHeight),
    }
  }
  return { ref, onScroll }
}
