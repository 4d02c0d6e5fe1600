/* The table for which a guest or a waiter orders: its choice and its badge; and choosing one as an owner. */
export { TableGrid } from './table-grid.tsx'
export { TableDialog, tablesQuery, useTableLabels, useTables, WaiterBadge } from './tables.tsx'
