import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'

/* Calls of guests at a table. Their code is loaded after the first view, and only at a table. */
export const CallButton = lazy(importWithRetry(() => withWords('deferred', import('./guest-calls.tsx'))))
