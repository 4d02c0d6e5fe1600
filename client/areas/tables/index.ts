import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

/* The table for which a guest or a waiter orders: its choice and its badge. */
export { WaiterBadge } from './waiter-badge.tsx'
export const TableDialog = lazy(importWithRetry(() => import('./table-dialog.tsx')))
/* The tables, and choosing one as an owner. */
export { TableGrid } from './table-grid.tsx'
export { tablesQuery, useTableLabels, useTables } from './tables-query.ts'
