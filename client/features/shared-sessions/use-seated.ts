import { type SharedTableState, tableStore, useTableStore } from './table-store.ts'

let seated: SharedTableState | undefined
tableStore.subscribe((table) => {
  if (table.seat) seated = table
})

/** A part of the table, after standing up as it last was: what then slides away must not empty under the eye. */
export function useSeated<Part>(part: (table: SharedTableState) => Part): Part {
  return useTableStore((table) => part(table.seat ? table : (seated ?? table)))
}
