import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'

/** The choice of a table, with which a phone enters waiter mode. */
export const TableDialog = lazy(importWithRetry(() => import('./table-dialog.tsx')))
