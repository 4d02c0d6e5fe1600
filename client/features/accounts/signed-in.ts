import { lazy } from 'react'

/** The signed-in user and a sign-out button; loaded with its messages, and only if somebody is signed in. */
export const LazySignedInLine = lazy(async () => {
  const [{ SignedInLine }] = await Promise.all([
    import('./signed-in-line.tsx'),
    import('../../lib/words/dashboard-words.ts'),
  ])
  return { default: SignedInLine }
})
