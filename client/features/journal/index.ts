import { laterPart } from '../../lib/loading/later-part.tsx'

/* What was done to accounts, settings and data, as owners read it. */
export const Journal = laterPart(() => import('./journal.tsx'))
