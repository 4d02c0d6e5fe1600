import { lazy } from 'react'

/** Who is signed in, and the way out; loaded where somebody is, with the words that it says. */
export const SignedIn = lazy(async () => {
  const [{ SignedInLine }] = await Promise.all([import('./signed-in-line.tsx'), import('../../lib/dashboard-words.ts')])
  return { default: SignedInLine }
})
