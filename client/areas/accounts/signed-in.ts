import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'

/**
 * The signed-in user and a sign-out button; loaded with its messages, and only if somebody is signed in. Not a
 * `lazyPart`, which would be in the menu's first script.
 */
export const SignedInLine = lazy(importWithRetry(() => withWords('dashboard', import('./signed-in-line.tsx'))))
