import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* Calls of guests at a table. Their code is loaded after the first view, and only at a table. */
export const CallButton = lazyPart(() => import('./guest-calls.tsx'), 'deferred')
