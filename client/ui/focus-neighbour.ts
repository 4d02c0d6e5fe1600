import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus before a row of a list is removed: to the next row or else the previous one, there to its
 * `data-main-action` if it has one. From the only row, to the dialog or to the main action of the neighbouring section.
 */
export function focusNeighbour(row: HTMLElement | null, options?: FocusOptions): void {
  const neighbour = siblingOf(row)
  const next = neighbour
    ? (neighbour.closest('button') ?? mainActionIn(neighbour) ?? neighbour.querySelector('button'))
    : (row?.closest<HTMLElement>('[role=dialog]') ?? mainActionIn(siblingOf(row?.closest('section'))))
  next?.focus(options)
}

const siblingOf = (element: Element | null | undefined) =>
  element?.nextElementSibling ?? element?.previousElementSibling
const mainActionIn = (element: Element | null | undefined) => element?.querySelector<HTMLElement>('[data-main-action]')

/**
 * A ref for a row that may be removed at any time: if it has the focus then, the focus moves as in `focusNeighbour`.
 */
export function useFocusLeaving<Row extends HTMLElement>(options?: FocusOptions): RefObject<Row | null> {
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
