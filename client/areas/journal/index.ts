import { lazyPart } from '../../lib/loading/lazy-part.tsx'

export const Journal = lazyPart(() => import('./journal.tsx'))
