import { type SharedTableState, tableStore, useTableStore } from '../table-store.ts'

let lastSeated: SharedTableState | undefined
tableStore.subscribe((table) => {
  if (table.seat) lastSeated = table
})

/**
 * A select of the shared table's state; after leaving, its last value, so that a drawer does not empty while it closes.
 */
export function useSeated<Part>(select: (table: SharedTableState) => Part): Part {
  return useTableStore((table) => select(table.seat ? table : (lastSeated ?? table)))
}
