import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Before a row of a list goes: the focus moves into the next one, to its `data-main-action` if it has one, or into the one
 * before; where it is the only one, onto the dialog itself, or to a main action of the neighbouring section.
 */
export function focusNeighbour(row: HTMLElement | null, options?: FocusOptions): void {
  const other = besides(row)
  const next = other
    ? (other.closest('button') ?? mainActionIn(other) ?? other.querySelector('button'))
    : (row?.closest<HTMLElement>('[role=dialog]') ?? mainActionIn(besides(row?.closest('section'))))
  next?.focus(options)
}

const besides = (element: Element | null | undefined) => element?.nextElementSibling ?? element?.previousElementSibling
const mainActionIn = (element: Element | null | undefined) => element?.querySelector<HTMLElement>('[data-main-action]')

/** For a row that may go at any time: if the focus is in it then, it moves as `focusNeighbour` says. */
export function useFocusLeaving<Row extends HTMLElement>(options?: FocusOptions): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  useLayoutEffect(() => {
    const row = ref.current
    // React runs this before it takes the row out of the page.
    return () => {
      if (row?.contains(document.activeElement)) focusNeighbour(row, options)
    }
  }, [options])
  return ref
}
