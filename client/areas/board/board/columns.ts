import { useEffect, useState } from 'react'

/*
 * Cards of different heights in columns of their own, by the browser's grid alone: the rows are narrow, each card spans
 * as many of them as it is high, and dense placement puts a card under the shortest column. So the cards stay in the
 * document in their own order, for the keyboard and screen readers. On phones there is one column, and no rows.
 */

/** The height of a grid row, to which heights are rounded up. Firefox knows 10,000 rows. */
const ROW_PX = 6

export const COLUMNS =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] items-start md:grid-flow-row-dense md:auto-rows-[6px]'
export const IN_COLUMN = 'row-[span_80] min-w-0 max-md:row-auto!'

/**
 * Returns a function that gives a cell its number of rows, now and whenever its height changes, until the function that
 * it returns is called. It happens before the browser paints, and without a layout of its own.
 */
export function useColumns(): (cell: HTMLElement) => () => void {
  const [observer] = useState(() => new ResizeObserver(setRows))
  useEffect(() => () => observer.disconnect(), [observer])
  const [observe] = useState(() => (cell: HTMLElement) => {
    observer.observe(cell, { box: 'border-box' })
    return () => observer.unobserve(cell)
  })
  return observe
}

function setRows(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, borderBoxSize } of entries) {
    const height = borderBoxSize[0]?.blockSize ?? 0
    // Not a custom property: all elements of the card would inherit it, and their styles be computed again.
    if (target instanceof HTMLElement) target.style.gridRow = `span ${Math.ceil(height / ROW_PX)}`
  }
}
