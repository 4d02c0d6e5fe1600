/* The floor: tables, who calls, and what is ready, for those who serve. */
export { useOpenTableId } from './address.ts'
export { useFloorBell } from './floor-bell.ts'
export { FloorGrid } from './floor-grid.tsx'
export { useFloor } from './floor-query.ts'
export { type FloorDialog, OpenedTable } from './opened-table.tsx'
export { whatIsWanted } from './table-state.ts'
export { WantsStrip } from './wants-strip.tsx'
