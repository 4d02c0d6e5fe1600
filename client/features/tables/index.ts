import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

/* Which table an order goes to, as guests and waiters choose it. */
export { tablesQuery, useTables } from './tables-query.ts'
export { WaiterBadge } from './waiter-badge.tsx'
export const TableDialog = lazy(importWithRetry(() => import('./table-dialog.tsx')))
