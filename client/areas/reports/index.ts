import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/** Sales reports, loaded only when they are opened. */
export const Reports = lazyPart(() => import('./reports.tsx'))
