import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* The journal of changes to accounts, settings and data, for owners. */
export const Journal = lazyPart(() => import('./journal.tsx'))
