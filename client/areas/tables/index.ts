import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

/* The table for which a guest or a waiter orders: its choice and its badge; and choosing one as an owner. */
export { TableGrid } from './table-grid.tsx'
export { tablesQuery, useTableLabels, useTables, WaiterBadge } from './tables.tsx'

/** The choice of a table, with which a phone enters waiter mode. */
export const TableDialog = lazy(importWithRetry(() => import('./table-dialog.tsx')))
