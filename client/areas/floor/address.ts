import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import { paths } from '../../lib/browser/paths.ts'

/* What is open on the floor is in the address, so that the browser's Back closes it (docs/product/floor.md#floor-table). */

/** Marks a history entry that was opened from the floor, so that Back leads to where it was opened. */
interface FloorEntry {
  isOpenedHere?: true
}

/** The id of the opened table; null if none is. */
export function useOpenTableId(): number | null {
  return useLocationProperty(() => Number(new URLSearchParams(location.search).get('table')) || null)
}

export function useIsTakingRound(): boolean {
  return useLocationProperty(() => new URLSearchParams(location.search).get('view') === 'round')
}

export function openTable(tableId: number): void {
  // Beside the grid one table replaces another: Back closes it, whichever it is.
  const isOpen = new URLSearchParams(location.search).has('table')
  go(addressOf(tableId), isOpen)
}

export function openNewRound(tableId: number): void {
  go(`${addressOf(tableId)}&view=round`)
}

export function closeTable(): void {
  goBackTo(paths.floor)
}

/** Closes the table from a dialog above it, whose own entry of the history Back would take. */
export function backToTables(): void {
  navigate(paths.floor, { replace: true })
}

export function closeNewRound(tableId: number): void {
  goBackTo(addressOf(tableId))
}

const addressOf = (tableId: number) => `${paths.floor}?table=${tableId}`

function go(address: string, replace = false): void {
  const state = replace ? (history.state as FloorEntry | null) : ({ isOpenedHere: true } satisfies FloorEntry)
  navigate(address, { replace, state })
}

function goBackTo(address: string): void {
  if ((history.state as FloorEntry | null)?.isOpenedHere) history.back()
  else navigate(address, { replace: true })
}
