import { lazy } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'

/** The signed-in user and a sign-out button; loaded with its messages, and only if somebody is signed in. */
export const LazySignedInLine = lazy(
  importWithRetry(async () => {
    const { SignedInLine } = await withWords('dashboard', import('./signed-in-line.tsx'))
    return { default: SignedInLine }
  }),
)
