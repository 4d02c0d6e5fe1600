import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* What was done to accounts, settings and data, as owners read it. */
export const Journal = lazyPart(() => import('./journal.tsx'))
