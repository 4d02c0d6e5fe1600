import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus away from a row of a list that is about to be removed: to the next row, or else the previous one; in
 * that row to its `data-main-action`, or else its first button. If the list has no other row, the focus moves to the
 * dialog or the `data-takes-focus` around it, or to the main action of the neighbouring section.
 */
export function focusNeighbour(row: HTMLElement | null, options?: FocusOptions): void {
  const neighbour = siblingOf(row)
  const next = neighbour
    ? (neighbour.closest('button') ?? mainActionIn(neighbour) ?? neighbour.querySelector('button'))
    : (row?.closest<HTMLElement>('[role=dialog],[data-takes-focus]') ??
      mainActionIn(siblingOf(row?.closest('section'))))
  next?.focus(options)
}

const siblingOf = (element: Element | null | undefined) =>
  element?.nextElementSibling ?? element?.previousElementSibling
const mainActionIn = (element: Element | null | undefined) => element?.querySelector<HTMLElement>('[data-main-action]')

/** The ref of a row that may be removed at any time, without a hook; the focus then moves as in `focusNeighbour`. */
export function focusOnRemoval(row: HTMLElement | null) {
  // React runs this cleanup before it removes the row from the DOM.
  return () => {
    if (row?.contains(document.activeElement)) focusNeighbour(row)
  }
}

/** A ref for a row that may be removed at any time: the focus then moves as in `focusNeighbour`. */
export function useFocusOnRemoval<Row extends HTMLElement>(options?: FocusOptions): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  useLayoutEffect(() => {
    const row = ref.current
    // React runs this cleanup before it removes the row from the DOM.
    return () => {
      if (row?.contains(document.activeElement)) focusNeighbour(row, options)
    }
  }, [options])
  return ref
}
