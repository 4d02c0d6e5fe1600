import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Before a row of a list goes: the focus moves into the next one, to its `data-main-action` if it has one, or into the one
 * before, or onto the dialog itself.
 */
export function focusNeighbour(row: HTMLElement | null): void {
  const other = row?.nextElementSibling ?? row?.previousElementSibling
  const next = other
    ? (other.closest('button') ??
      other.querySelector<HTMLElement>('[data-main-action]') ??
      other.querySelector('button'))
    : row?.closest<HTMLElement>('[role=dialog]')
  next?.focus()
}

/** For a row that may go at any time: if the focus is in it then, it moves as `focusNeighbour` says. */
export function useFocusLeaving<Row extends HTMLElement>(): RefObject<Row | null> {
  const ref = useRef<Row>(null)
  useLayoutEffect(() => {
    const row = ref.current
    // React runs this before it takes the row out of the page.
    return () => {
      if (row?.contains(document.activeElement)) focusNeighbour(row)
    }
  }, [])
  return ref
}
