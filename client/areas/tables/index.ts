/* The table for which a guest or a waiter orders: its choice and its badge; and choosing one as an owner. */
export { FreeTableDialog, MoveGuestsDialog, TablesStep, TablesTab } from './for-staff.ts'
export { TableDialog } from './load-table-dialog.ts'
export { TableGrid } from './table-grid.tsx'
export { tablesQuery, useTableLabels, useTables, WaiterBadge } from './tables.tsx'
