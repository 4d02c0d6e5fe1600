import { type SharedTableState, tableStore, useTableStore } from './table-store.ts'

let seated: SharedTableState | undefined
tableStore.subscribe((table) => {
  if (table.seat) seated = table
})

/** A part of the table; after leaving, as it last was, so that a drawer does not empty while it closes. */
export function useSeated<Part>(part: (table: SharedTableState) => Part): Part {
  return useTableStore((table) => part(table.seat ? table : (seated ?? table)))
}
