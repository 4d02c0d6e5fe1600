import { useCallback, useState } from 'react'
import type { RowRoom } from './table-actions.tsx'

/** The widths of the list, in pixels, from which a row has room for some of its actions, and for all. */
const SHORT_FROM = 736
const WHOLE_FROM = 960

/**
 * How much room the rows of a list have, and the ref for the list. The list's own width counts, because the menu
 * for a new order may be open beside it.
 */
export function useRowRoom(): [RowRoom, (list: HTMLElement | null) => (() => void) | undefined] {
  const [room, setRoom] = useState<RowRoom>('whole')
  const observe = useCallback((list: HTMLElement | null) => {
    if (!list) return undefined
    const choose = (width: number) => {
      // A list that has no layout has no width either.
      if (width === 0) return
      setRoom(width >= WHOLE_FROM ? 'whole' : width >= SHORT_FROM ? 'short' : 'folded')
    }
    // Before the first frame, which would otherwise show the rows and the warning of another width.
    choose(list.clientWidth)
    const observer = new ResizeObserver(([entry]) => choose(entry?.contentRect.width ?? 0))
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  return [room, observe]
}
