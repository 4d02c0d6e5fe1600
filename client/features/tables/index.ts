import { lazy } from 'react'
import { patiently } from '../../lib/patiently.ts'

/* Which table an order goes to, as guests and waiters choose it. */
export { tablesQuery, useTables } from './tables-query.ts'
export { WaiterBadge } from './waiter-badge.tsx'
export const TableDialog = lazy(patiently(() => import('./table-dialog.tsx')))
