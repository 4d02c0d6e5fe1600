import { lazy } from 'react'
import { importWithRetry } from '../../lib/import-with-retry.ts'

/** What was sold, by periods: loaded, with the library that draws its charts, when somebody opens it. */
export const ReportsView = lazy(importWithRetry(() => import('./reports-view.tsx')))
