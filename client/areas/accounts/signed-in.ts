import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/** The signed-in user and a sign-out button; loaded with its messages, and only if somebody is signed in. */
export const SignedInLine = lazyPart(() => import('./signed-in-line.tsx'), 'deferred')
