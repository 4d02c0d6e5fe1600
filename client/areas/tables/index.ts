/* The table for which a guest or a waiter orders: its choice and its badge; and choosing one as an owner. */
export { TableGrid } from './table-grid.tsx'
export { tablesQuery, useTableLabels, useTables } from './tables-query.ts'
export { TableDialog, WaiterBadge } from './waiter-badge.tsx'
